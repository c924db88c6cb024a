import { n as environmentFolder, r as stampStep, t as SETUP_COMMAND } from "./chunk-stamp-DONfarRo.js";

export { stampStep };