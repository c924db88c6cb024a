import { n as checkWithFacts, t as checkStep } from "./chunk-check-BxZx_T6a.js";

export { checkStep };