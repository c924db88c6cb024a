import { n as checkWithFacts, t as checkStep } from "./chunk-check-DLzuKAfQ.js";

export { checkStep };