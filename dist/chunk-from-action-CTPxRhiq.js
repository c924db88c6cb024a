import { n as requireRun, t as parseInputs } from "./chunk-from-action-B0LcIEg8.js";

export { requireRun };