import { n as environmentFolder, r as stampStep, t as SETUP_COMMAND } from "./chunk-stamp-DnyG9eUb.js";

export { stampStep };