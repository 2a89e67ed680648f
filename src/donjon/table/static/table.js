// What HTML cannot do by itself at a table. Everything works without it, with whole pages.
"use strict";

import "./asking.js";
import "./confirming.js";
import "./connection.js";
import "./copying.js";
import "./dragging.js";
import "./drawer.js";
import "./holding.js";
import "./handling.js";
import "./keys.js";
import "./log.js";
import "./looking.js";
import "./folding.js";
import "./guiding.js";
import "./recap.js";
import "./scoring.js";
import "./sound.js";
import "./tab.js";
import "./tapping.js";
import "./tour.js";
import "./walking.js";
