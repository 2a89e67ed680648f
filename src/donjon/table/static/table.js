// What HTML cannot do by itself at a table. Everything works without it, with whole pages.
"use strict";

import "./asking.js";
import "./confirming.js";
import "./connection.js";
import "./holding.js";
import "./handling.js";
import "./looking.js";
import "./sound.js";
import "./walking.js";
