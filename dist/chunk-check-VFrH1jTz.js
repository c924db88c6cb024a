import { n as checkWithFacts, t as checkStep } from "./chunk-check-8sZSnxBS.js";

export { checkStep };