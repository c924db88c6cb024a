import { n as checkWithFacts, t as checkStep } from "./chunk-check-Doqwj138.js";

export { checkStep };