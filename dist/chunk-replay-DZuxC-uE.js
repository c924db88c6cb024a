import { n as replayPart, r as replayStep, t as makeReplay } from "./chunk-replay-IeTYrzuq.js";

export { replayStep };