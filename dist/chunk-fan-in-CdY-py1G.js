import { n as judgeAgain, r as requireFolder, t as fanInStep } from "./chunk-fan-in-BeEh4qoo.js";

export { fanInStep };