import { n as requireRun, t as parseInputs } from "./chunk-from-action-BoNatytR.js";

export { requireRun };