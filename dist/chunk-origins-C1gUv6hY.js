import { a as originsStep, i as observeOrigins, n as interpretersOf, r as observeMadeEnvironments, t as commandFolder } from "./chunk-origins-g8uf5DZ1.js";

export { originsStep };