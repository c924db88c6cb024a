import { n as checkWithFacts, t as checkStep } from "./chunk-check-WR2BvDMP.js";

export { checkStep };