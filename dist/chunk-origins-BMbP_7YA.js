import { a as originsStep, i as observeOrigins, n as interpretersOf, r as observeMadeEnvironments, t as commandFolder } from "./chunk-origins-BBU9xBbS.js";

export { originsStep };