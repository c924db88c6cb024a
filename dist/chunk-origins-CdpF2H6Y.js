import { i as originsStep, n as observeMadeEnvironments, r as observeOrigins, t as interpretersOf } from "./chunk-origins-FXlbHeoe.js";

export { originsStep };