import { n as print, t as preface } from "./chunk-print-odF5yLAc.js";

export { print };