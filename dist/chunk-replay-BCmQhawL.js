import { n as replayPart, r as replayStep, t as makeReplay } from "./chunk-replay-B287qTBN.js";

export { replayStep };