import { n as judgeAgain, r as requireFolder, t as fanInStep } from "./chunk-fan-in-Cs9UlaHW.js";

export { fanInStep };