import { n as judgeAgain, r as requireFolder, t as fanInStep } from "./chunk-fan-in-sKa76OvK.js";

export { fanInStep };