import { i as originsStep, n as observeMadeEnvironments, r as observeOrigins, t as interpretersOf } from "./chunk-origins-D6WZRWa2.js";

export { originsStep };