// src/publish/policy.ts
/** What the printed document says of it. */
function policyPart({ file, base, head, binds, touched, day }) {
	return {
		path: file?.path ?? null,
		digest: file?.digest ?? null,
		base: base === null ? null : {
			commit: base.commit,
			what: base.what,
			read: base.read
		},
		head: head === null ? null : {
			path: head.path,
			digest: head.digest,
			not_counted: head.notCounted
		},
		binds,
		day,
		touched
	};
}
const READ = {
	local: "read from the local store",
	api: "read by the API",
	fetch: "fetched"
};
/** One line for people; null where no policy and no base took part. */
function policyLine(part) {
	if (typeof part !== "object" || part === null) return null;
	const { path, digest, base, head } = part;
	const from = base === null ? "" : ` of ${base.what}, ${READ[base.read] ?? base.read}`;
	if (path !== null && digest !== null) return `${digest} ${path}${from}`;
	if (base === null) return null;
	return `none${from}${head === null ? "" : `; ${head.path} of the change (${head.digest}) may only tighten`}`;
}

export { policyPart as n, policyLine as t };