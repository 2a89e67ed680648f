// The link to another device can be copied and shared.
"use strict";

import "./copying.js";
import "./sharing.js";
