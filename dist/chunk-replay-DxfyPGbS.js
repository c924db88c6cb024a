import { n as replayPart, r as replayStep, t as makeReplay } from "./chunk-replay-CrOg7rce.js";

export { replayStep };