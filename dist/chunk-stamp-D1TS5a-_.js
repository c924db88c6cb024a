import { n as environmentFolder, r as stampStep, t as SETUP_COMMAND } from "./chunk-stamp-YU4Rim9T.js";

export { stampStep };