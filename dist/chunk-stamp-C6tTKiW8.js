import { n as environmentFolder, r as stampStep, t as SETUP_COMMAND } from "./chunk-stamp-CqMmKeov.js";

export { stampStep };