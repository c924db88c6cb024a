import { n as environmentFolder, r as stampStep, t as SETUP_COMMAND } from "./chunk-stamp-CYgZjFD1.js";

export { stampStep };