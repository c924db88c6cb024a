// src/model/errors.ts
/** The gate could not work: git is missing, the disk is full, a defect. Exit code 3. */
var GateError = class extends Error {
	name = "GateError";
	code;
	fix;
	constructor(code, message, fix = "", cause) {
		super(message, cause === void 0 ? void 0 : { cause });
		this.code = code;
		this.fix = fix;
	}
};
/** The call or an input is malformed. Exit code 2; nothing was changed. */
var UsageError = class extends Error {
	name = "UsageError";
	code;
	fix;
	/** Why it matters, where there is more to say than of any call that is not understood. */
	why;
	constructor(code, message, fix = "", why = null) {
		super(message);
		this.code = code;
		this.fix = fix;
		this.why = why;
	}
};
/** The gate refuses to go on, to protect the user or the verdict. Exit code 1, with its findings. */
var Refusal = class extends Error {
	name = "Refusal";
	findings;
	constructor(...findings) {
		super(findings.map((finding) => `${finding.rule}: ${finding.what}`).join("; "));
		this.findings = findings;
	}
};

export { Refusal as n, UsageError as r, GateError as t };