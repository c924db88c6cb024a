import { n as print, t as preface } from "./chunk-print-XBh-oALc.js";

export { print };