import { n as replayPart, r as replayStep, t as makeReplay } from "./chunk-replay-DER0OAUP.js";

export { replayStep };