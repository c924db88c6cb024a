import { n as checkWithFacts, t as checkStep } from "./chunk-check-C2De1PN9.js";

export { checkStep };