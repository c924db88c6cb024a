import { n as judgeAgain, r as requireFolder, t as fanInStep } from "./chunk-fan-in-DeOIkbXz.js";

export { fanInStep };