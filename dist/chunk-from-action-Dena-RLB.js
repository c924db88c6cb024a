import { n as requireRun, t as parseInputs } from "./chunk-from-action-BHR-v85t.js";

export { requireRun };