import { n as judgeAgain, r as requireFolder, t as fanInStep } from "./chunk-fan-in-YcilLlUW.js";

export { fanInStep };