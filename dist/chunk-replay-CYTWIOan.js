import { n as replayPart, r as replayStep, t as makeReplay } from "./chunk-replay-BRGhX6dN.js";

export { replayStep };