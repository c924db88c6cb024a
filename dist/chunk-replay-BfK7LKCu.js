import { n as replayPart, r as replayStep, t as makeReplay } from "./chunk-replay-DnM4-pCE.js";

export { replayStep };