// The scripts of a table's page. Without them everything works with whole pages.
"use strict";

import "./asking.js";
import "./clocks.js";
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
import "./sharing.js";
import "./sound.js";
import "./tab.js";
import "./tapping.js";
import "./tour.js";
import "./walking.js";
import "./watching.js";
