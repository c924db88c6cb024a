import { n as environmentFolder, r as stampStep, t as SETUP_COMMAND } from "./chunk-stamp-C1qZM4Sj.js";

export { stampStep };