import { n as judgeAgain, r as requireFolder, t as fanInStep } from "./chunk-fan-in-ChVmY74b.js";

export { fanInStep };