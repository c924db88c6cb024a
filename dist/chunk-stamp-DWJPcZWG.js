import { n as environmentFolder, r as stampStep, t as SETUP_COMMAND } from "./chunk-stamp-1Q_cSJ0o.js";

export { stampStep };