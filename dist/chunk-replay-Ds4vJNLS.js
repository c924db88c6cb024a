import { n as replayPart, r as replayStep, t as makeReplay } from "./chunk-replay-Ti-5Ma2T.js";

export { replayStep };