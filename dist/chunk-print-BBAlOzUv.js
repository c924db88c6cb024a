import { n as print, t as preface } from "./chunk-print-Dj0xzEwl.js";

export { print };