import { n as judgeAgain, r as requireFolder, t as fanInStep } from "./chunk-fan-in-DYlgAfa0.js";

export { fanInStep };