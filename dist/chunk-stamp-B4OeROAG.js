import { f as nullable, i as array, k as _regex, m as object, u as literal, y as string } from "./chunk-mini-TCpuGoTq.js";

// src/model/stamp.ts
/** The stamp: the file at the workspace's root that names its generation and tree (ST1). */
/** Name of the stamp file, at the top of the workspace. */
const STAMP_FILE = ".workspace_generation.json";
/** Format of the stamp file. A reader refuses a later number: it could bind what this version does not know. */
const STAMP_SCHEMA = "generation-gate/stamp/1";
/** A stamp is a few hundred bytes; whoever wrote a larger file did not write a stamp. */
const STAMP_LIMIT_BYTES = 1 << 20;
const objectId = string().check(_regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/));
const sha256 = string().check(_regex(/^[0-9a-f]{64}$/));
const generationSchema = string().check(_regex(/^[0-9a-f]{32}$/));
const stampSchema = object({
	schema: literal(STAMP_SCHEMA),
	/** 16 random bytes as hex, one stamping each. */
	generation: generationSchema,
	/** git tree object id of the whole work tree. */
	tree_id: objectId,
	/** Commit id of HEAD; null on an unborn branch. */
	head: nullable(objectId),
	/** SHA-256 tree over the raw bytes of the stamped paths. */
	content_id: sha256,
	/** Wall clock, ISO 8601 in UTC. For people and for reports that carry a time zone; never compared with file times. */
	stamped_at: string(),
	/** Globs of the evidence that was promised. */
	evidence: array(string()),
	/** Version of the program that stamped. */
	program: string()
});

export { stampSchema as a, generationSchema as i, STAMP_LIMIT_BYTES as n, STAMP_SCHEMA as r, STAMP_FILE as t };