import { n as checkWithFacts, t as checkStep } from "./chunk-check-BCkIsjIY.js";

export { checkStep };