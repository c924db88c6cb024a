import { n as checkWithFacts, t as checkStep } from "./chunk-check-B7Xqu8vk.js";

export { checkStep };