import { n as replayPart, r as replayStep, t as makeReplay } from "./chunk-replay-DPjvizYn.js";

export { replayStep };