import { n as replayPart, r as replayStep, t as makeReplay } from "./chunk-replay-4TczD0Qa.js";

export { replayStep };