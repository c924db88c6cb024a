import { a as recall, c as recallKnown, d as rememberComparison, f as rememberRun, i as forgetVerdict, l as recallVerdict, m as setEarlierAside, n as baselineOf, o as recallAccepted, p as rememberVerdict, r as forgetCurrent, s as recallComparisons, t as baselineFolder, u as remember } from "./chunk-records-Cpwo0gzg.js";

export { recall };