import "./chunk-rolldown-runtime-C2nx0klZ.js";
import { n as redactedValue, t as bundleRedaction } from "./chunk-bundle-redaction-DlytN31F.js";
import { a as testTable, c as clearReport, l as writeReport, o as lineOf, s as linesOf } from "./chunk-test-table-BiczI1cb.js";
import { o as showPath } from "./chunk-path-C-SIO5nl.js";
import { t as VERSION } from "./chunk-version-DmJ_Ka3v.js";
import { t as BUNDLE_CATALOG } from "./chunk-bundle-catalog-Dkha8LeR.js";
import { _ as endingWords, g as counted, t as CATALOG } from "./chunk-catalog-DTYz_AU_.js";
import { t as REFUSALS } from "./chunk-refusals-DjM0vk-L.js";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { t as assetPath } from "./chunk-assets-CX2bqGkf.js";
import { t as git } from "./chunk-git-D-kZjfTp.js";
import { s as warmRoots } from "./chunk-second-run-_zmwv0Po.js";

// src/publish/report/second-runs.ts
const NAMED$1 = 300;
const TRANSITIONS = [
	"fail-pass",
	"pass-fail",
	"fail-fail",
	"new",
	"gone",
	"moved",
	"other",
	"pass-pass"
];
function secondRunsOf(facts) {
	const { run = null, replay = null, baseline = null, control = null } = facts ?? {};
	const second = (where, made) => made === null || made === void 0 ? [] : [{
		where,
		ending: endingOf(made),
		tests: counted(made.tests.length, "test"),
		seconds: (made.durationMs / 1e3).toFixed(1)
	}];
	const others = [
		...second(`base ${baseline?.base.commit.slice(0, 12) ?? ""} with the patched tests`, baseline?.withTests),
		...second("base as it was", baseline?.asWas),
		...second("head with the base's tests", baseline?.oldTests),
		...second("replay in a clean directory", replay?.second)
	];
	const counts = /* @__PURE__ */ new Map();
	for (const { kind } of baseline?.transitions ?? []) counts.set(kind, (counts.get(kind) ?? 0) + 1);
	return {
		runs: run === null || others.length === 0 ? others : [{
			where: "this workspace",
			ending: endingWords(run.outcome.ending),
			tests: "",
			seconds: (run.outcome.durationMs / 1e3).toFixed(1)
		}, ...others],
		transitions: TRANSITIONS.flatMap((kind) => counts.has(kind) ? [{
			kind,
			count: counts.get(kind) ?? 0
		}] : []),
		differences: (replay?.differences ?? []).slice(0, NAMED$1).map(({ test, warm, clean, says }) => ({
			test: lineOf(test),
			warm: warm ?? "not run",
			clean: clean ?? "not run",
			says: linesOf(says, 600)
		})),
		onlyWarm: (replay?.onlyWarm ?? []).slice(0, NAMED$1).map(({ path, named }) => ({
			path: lineOf(showPath(path)),
			named
		})),
		hunks: (control?.hunks ?? []).slice(0, NAMED$1).map(({ path, hunk, result, says }) => ({
			path: lineOf(showPath(path)),
			hunk: lineOf(hunk, 300),
			result,
			says: lineOf(says, 600)
		}))
	};
}
function endingOf({ ending, setup, unfilled }) {
	if (ending !== null) return lineOf(endingWords(ending));
	if (unfilled.length > 0) return `was not run: ${counted(unfilled.length, "path")} could not be had`;
	return setup === null ? "was not run" : `was not run: the setup ${lineOf(endingWords(setup))}`;
}

// src/publish/report/witness.ts
/** What the witness tells, for the page: which processes spoke, which files they loaded, and whether those are the stamped ones. */
const LOADS = 400;
const NAMED = 200;
function witnessOf(witness) {
	if (witness.state === "absent") return {
		headline: `Loaded files were not witnessed: ${lineOf(witness.why)}.`,
		runtimes: [],
		loads: [],
		moreLoads: 0,
		changed: [],
		against: "",
		escaped: [],
		lost: []
	};
	const { processes, unfinished, runtimes, loads, escaped, changed, lost } = witness;
	const own = loads.filter(({ place }) => place === "stamped" || place === "unstamped" || place === "other-checkout").toSorted((left, right) => rank(left) - rank(right));
	const loaded = new Set(loads.filter((load) => bytesOf(load) === "as stamped").map(({ path }) => path));
	const missed = escaped.reduce((sum, { count }) => sum + count, 0);
	return {
		headline: `${counted(processes, "process", "processes")} wrote down what ${processes === 1 ? "it" : "they"} loaded: ${counted(loads.length, "file")}, ${own.length} of them in this workspace.${unfinished > 0 ? ` ${counted(unfinished, "process", "processes")} ended without saying so.` : ""}${missed > 0 ? ` ${counted(missed, "process", "processes")} ran without a witness.` : ""}`,
		runtimes: runtimes.slice(0, NAMED).map(({ runtime, version, executable, processes: count }) => ({
			name: lineOf(`${runtime} ${version}`),
			executable: lineOf(showPath(executable)),
			processes: count
		})),
		loads: own.slice(0, LOADS).map((load) => ({
			path: lineOf(showPath(load.path)),
			how: load.how,
			processes: load.processes,
			bytes: bytesOf(load)
		})),
		moreLoads: Math.max(0, own.length - LOADS),
		changed: (changed?.paths ?? []).slice(0, NAMED).map((path) => ({
			path: lineOf(showPath(path)),
			loaded: loaded.has(path)
		})),
		against: lineOf(changed?.against ?? ""),
		escaped: escaped.slice(0, NAMED).map(({ argv, why, count }) => ({
			command: lineOf(argv.map(showPath).join(" "), 300),
			why: lineOf(why),
			count
		})),
		lost: lost.slice(0, NAMED).map((text) => lineOf(text))
	};
}
function bytesOf({ place, digest, stamped, bytecode }) {
	if (place !== "stamped" || stamped === null) return "not stamped";
	if (digest === null) return bytecode?.answer === "same" ? "as stamped" : "not compared";
	return digest === stamped ? "as stamped" : "other than stamped";
}
const ORDER = [
	"other than stamped",
	"not stamped",
	"not compared",
	"as stamped"
];
function rank(load) {
	return ORDER.indexOf(bytesOf(load));
}

// src/publish/report/page.ts
const TITLES = new Map([
	...CATALOG,
	...BUNDLE_CATALOG,
	...REFUSALS
].map(({ id, title }) => [id, title]));
/** The page of one verdict. */
function pageOf({ envelope, facts, tests }) {
	const views = envelope.findings.map((finding) => ({
		finding,
		view: findingView(finding)
	}));
	const pick = (matches) => views.filter(({ finding }) => matches(finding)).map(({ view }) => view);
	const rejecting = pick(({ rejects }) => rejects);
	const open = pick(({ rejects, answer }) => !rejects && answer !== "holds");
	const held = pick(({ rejects, answer, listed }) => !rejects && answer === "holds" && listed !== true);
	const cell = textPart(envelope, "cell");
	return {
		program: VERSION,
		verb: lineOf(envelope.verb),
		verdict: envelope.verdict,
		subject: cell === "" ? "" : lineOf(cell),
		headline: headlineOf(envelope, rejecting.length, open.length),
		totals: envelope.tests,
		rejecting,
		open,
		notes: pick(({ rejects, answer, listed }) => !rejects && answer === "holds" && listed === true),
		held,
		tests,
		cells: cellsOf(envelope).map(cellView),
		secondRuns: secondRunsOf(facts),
		witness: facts?.run === null || facts === null ? null : witnessOf(facts.run.witness),
		record: recordOf(envelope, facts)
	};
}
function headlineOf({ verdict, findings, verb }, rejecting, open) {
	if (verdict === "rejected") return `${counted(rejecting, "finding")} ${rejecting === 1 ? "rejects it. It says" : "reject it. Each says"} what was seen, why it matters and what mends it.`;
	const held = findings.filter(({ answer }) => answer === "holds").length;
	const unproven = open === 0 ? "" : ` ${counted(open, "answer")} could not be had, and ${open === 1 ? "was" : "were"} not required: see below.`;
	return `${counted(held, "rule holds", "rules hold")}${verb === "fan-in" ? " over all cells" : ""}.${unproven}`;
}
function findingView({ rule, answer, what, why, fix, paths, innocent_when: innocentWhen }) {
	return {
		rule: lineOf(rule),
		title: TITLES.get(rule) ?? "",
		answer,
		what: linesOf(what),
		why: linesOf(why),
		fix: linesOf(fix),
		innocentWhen: lineOf(innocentWhen ?? ""),
		paths: (paths ?? []).map((path) => lineOf(showPath(path)))
	};
}
function cellsOf({ cells }) {
	return Array.isArray(cells) ? cells : [];
}
function cellView({ cell, source, state, tests, tree_id: tree, runtimes, rejecting }) {
	return {
		cell: lineOf(cell ?? source ?? "(nameless)"),
		state,
		tests: tests.total,
		red: tests.failed + tests.errored,
		skipped: tests.skipped,
		tree: lineOf(tree?.slice(0, 12) ?? "none"),
		runtimes: lineOf(runtimes.join(", ")),
		rejecting: rejecting.map((rule) => lineOf(rule)).join(", ")
	};
}
/** What a reader needs to find the same verdict again. */
function recordOf(envelope, facts) {
	const run = facts?.run?.outcome ?? null;
	const facet = (name, value, exact = true) => value === null || value === void 0 || value === "" ? [] : [{
		name,
		value: lineOf(value),
		exact
	}];
	return [
		...facet("Cell", textPart(envelope, "cell")),
		...facet("Generation", envelope.generation),
		...facet("Tree id", envelope.tree_id),
		...facet("Content id", facts?.stamped?.contentId),
		...facet("HEAD", envelope.head),
		...facet("Command", commandOf(envelope)),
		...facet("Command digest", run?.command ?? textPart(envelope, "command_digest")),
		...facet("It", run === null ? null : `${endingWords(run.ending)} after ${(run.durationMs / 1e3).toFixed(1)} s, in ${run.cwd === "." ? "the top folder" : showPath(run.cwd)}`, false),
		...facet("Started", run?.startedAt, false),
		...facet("Ending", run === null && facts?.asked.outcome !== null && facts !== null ? `${facts.asked.outcome}, as the workflow says; it was not observed` : null, false),
		...facet("Stamp digest", textPart(envelope, "stamp_digest")),
		...facet("Verdict digest", textPart(envelope, "verdict_digest")),
		...facet("Merged tree", mergingOf(envelope))
	];
}
function textPart(envelope, name) {
	const value = envelope[name];
	return typeof value === "string" ? value : "";
}
function commandOf({ run }) {
	const command = typeof run === "object" && run !== null && "command" in run ? run.command : "";
	return typeof command === "string" ? command : "";
}
function mergingOf({ merging }) {
	if (typeof merging !== "object" || merging === null || !("tree_id" in merging)) return "";
	return typeof merging.tree_id === "string" ? merging.tree_id : "";
}

// node_modules/eta/dist/core.js
var e = class extends Error {
	constructor(e) {
		super(e), this.name = `Eta Error`;
	}
};
var t = class extends e {
	constructor(e) {
		super(e), this.name = `EtaParser Error`;
	}
};
var n = class extends e {
	constructor(e) {
		super(e), this.name = `EtaRuntime Error`;
	}
};
var i = class extends e {
	constructor(e) {
		super(e), this.name = `EtaNameResolution Error`;
	}
};
function a(e, n, r) {
	let i = n.slice(0, r).split(/\n/), a = i.length, o = i[a - 1].length + 1;
	throw e += ` at line ` + a + ` col ` + o + `:

  ` + n.split(/\n/)[a - 1] + `
  ` + Array(o).join(` `) + `^`, new t(e);
}
function o(e, t, r, i) {
	let a = t.split(`
`), o = Math.max(r - 3, 0), s = Math.min(a.length, r + 3), c = i, l = a.slice(o, s).map((e, t) => {
		let n = t + o + 1;
		return (n === r ? ` >> ` : `    `) + n + `| ` + e;
	}).join(`
`), u = new n((c ? c + `:` + r + `
` : `line ` + r + `
`) + l + `

` + e.message);
	throw u.name = e.name, u.cause = e, u;
}
const s = (async () => {}).constructor;
function c(e, n) {
	let r = this.config, i = n?.async ? s : Function;
	try {
		return new i(r.varName, `options`, this.compileToString.call(this, e, n));
	} catch (r) {
		throw r instanceof SyntaxError ? new t(`Bad template syntax

` + r.message + `
` + Array(r.message.length + 1).join(`=`) + `
` + this.compileToString.call(this, e, n) + `
`) : r;
	}
}
function l(e, t) {
	let n = this.config, r = t?.async, i = this.compileBody, a = this.parse.call(this, e), o = `${n.functionHeader}
let include = (__eta_t, __eta_d) => this.render(__eta_t, {...${n.varName}, ...(__eta_d ?? {})}, options);
let includeAsync = (__eta_t, __eta_d) => this.renderAsync(__eta_t, {...${n.varName}, ...(__eta_d ?? {})}, options);

let __eta = {res: "", e: this.config.escapeFunction, f: this.config.filterFunction, blocks: {}${n.debug ? `, line: 1, templateStr: "` + e.replace(/\\|"/g, `\\$&`).replace(/\r\n|\n|\r/g, `\\n`) + `"` : ``}};

function layout(path, data) {
  __eta.layout = path;
  __eta.layoutData = data;
}${n.debug ? `try {` : ``}${n.useWith ? `with(` + n.varName + `||{}){` : ``}

function ${n.outputFunctionName}(s){__eta.res+=s;}
function capture(fn){const s=__eta.res;__eta.res='';try{fn();return __eta.res}finally{__eta.res=s;}}
async function captureAsync(fn){const s=__eta.res;__eta.res='';try{await fn();return __eta.res}finally{__eta.res=s;}}
function block(name,fn){if(__eta.layout){if(fn){__eta.blocks[name]=capture(fn);}return '';}const b=${n.varName}.__blocks||{};if(name in b){return b[name];}return fn?capture(fn):'';}
async function blockAsync(name,fn){if(__eta.layout){if(fn){__eta.blocks[name]=await captureAsync(fn);}return '';}const b=${n.varName}.__blocks||{};if(name in b){return b[name];}return fn?await captureAsync(fn):'';}

${i.call(this, a)}
if (__eta.layout) {
  __eta.res = ${r ? `await includeAsync` : `include`} (__eta.layout, {...${n.varName}, body: __eta.res, ...__eta.layoutData, __blocks: __eta.blocks});
}
${n.useWith ? `}` : ``}${n.debug ? `} catch (e) { this.RuntimeErr(e, __eta.templateStr, __eta.line, options.filepath) }` : ``}
return __eta.res;
`;
	if (n.plugins) for (let e = 0; e < n.plugins.length; e++) {
		let t = n.plugins[e];
		t.processFnString && (o = t.processFnString(o, n));
	}
	return o;
}
function u(e) {
	let t = this.config, n = 0, r = e.length, i = ``;
	for (; n < r; n++) {
		let r = e[n];
		if (typeof r == `string`) i += `__eta.res+='` + r + `';
`;
		else {
			let e = r.t, n = r.val || ``;
			t.debug && (i += `__eta.line=` + r.lineNo + `
`), e === `r` ? (t.autoFilter && (n = `__eta.f(` + n + `)`), i += `__eta.res+=` + n + `;
`) : e === `i` ? (t.autoFilter && (n = `__eta.f(` + n + `)`), t.autoEscape && (n = `__eta.e(` + n + `)`), i += `__eta.res+=` + n + `;
`) : e === `e` ? i += n + `
` : Object.hasOwn(t.customTags, e) && (i += `__eta.res+=this.config.customTags[${JSON.stringify(e)}](${JSON.stringify(n)},${t.varName});\n`);
		}
	}
	return i;
}
function d(e, t, n, r) {
	let i, a;
	return Array.isArray(t.autoTrim) ? (i = t.autoTrim[1], a = t.autoTrim[0]) : i = a = t.autoTrim, (n || n === !1) && (i = n), (r || r === !1) && (a = r), !a && !i ? e : i === `slurp` && a === `slurp` ? e.trim() : (i === `_` || i === `slurp` ? e = e.trimStart() : (i === `-` || i === `nl`) && (e = e.replace(/^(?:\r\n|\n|\r)/, ``)), a === `_` || a === `slurp` ? e = e.trimEnd() : (a === `-` || a === `nl`) && (e = e.replace(/(?:\r\n|\n|\r)$/, ``)), e);
}
const f = {
	"&": `&amp;`,
	"<": `&lt;`,
	">": `&gt;`,
	"\"": `&quot;`,
	"'": `&#39;`
};
function p(e) {
	return f[e];
}
function m(e) {
	let t = String(e);
	return /[&<>"']/.test(t) ? t.replace(/[&<>"']/g, p) : t;
}
const h = {
	autoEscape: !0,
	autoFilter: !1,
	autoTrim: [!1, `nl`],
	cache: !1,
	cacheFilepaths: !0,
	customTags: {},
	debug: !1,
	escapeFunction: m,
	filterFunction: (e) => String(e),
	outputFunctionName: `output`,
	functionHeader: ``,
	parse: {
		exec: ``,
		interpolate: `=`,
		raw: `~`
	},
	plugins: [],
	rmWhitespace: !1,
	tags: [`<%`, `%>`],
	useWith: !1,
	varName: `it`,
	defaultExtension: `.eta`
};
const g = /`(?:\\[\s\S]|\${(?:[^{}]|{(?:[^{}]|{[^}]*})*})*}|(?!\${)[^\\`])*`/g;
const _ = /'(?:\\[\s\w"'\\`]|[^\n\r'\\])*?'/g;
const v = /"(?:\\[\s\w"'\\`]|[^\n\r"\\])*?"/g;
function y(e) {
	return e.replace(/[.*+\-?^${}()|[\]\\]/g, `\\$&`);
}
function b(e, t) {
	return e.slice(0, t).split(`
`).length;
}
function x(e) {
	let t = this.config, n = [], r = !1, i = 0, o = t.parse, s = Object.keys(t.customTags);
	if (t.plugins) for (let n = 0; n < t.plugins.length; n++) {
		let r = t.plugins[n];
		r.processTemplate && (e = r.processTemplate(e, t));
	}
	t.rmWhitespace && (e = e.replace(/[\r\n]+/g, `
`).replace(/^\s+|\s+$/gm, ``)), g.lastIndex = 0, _.lastIndex = 0, v.lastIndex = 0;
	function c(e, i) {
		e && (e = d(e, t, r, i), e && (e = e.replace(/\\|'/g, `\\$&`).replace(/\r\n|\n|\r/g, `\\n`), n.push(e)));
	}
	let l = [
		o.exec,
		o.interpolate,
		o.raw,
		...s
	].reduce((e, t) => e && t ? e + `|` + y(t) : t ? y(t) : e, ``), u = RegExp(y(t.tags[0]) + `(-|_)?\\s*(` + l + `)?\\s*`, `g`), f = RegExp(`'|"|\`|\\/\\*|(\\s*(-|_)?` + y(t.tags[1]) + `)`, `g`), p;
	for (; p = u.exec(e);) {
		let l = e.slice(i, p.index);
		i = p[0].length + p.index;
		let d = p[1], m = p[2] || ``;
		c(l, d), f.lastIndex = i;
		let h, y = !1;
		for (; h = f.exec(e);) if (h[1]) {
			let t = e.slice(i, h.index);
			u.lastIndex = i = f.lastIndex, r = h[2], y = {
				t: m === o.exec ? `e` : m === o.raw ? `r` : m === o.interpolate ? `i` : s.includes(m) ? m : ``,
				val: t
			};
			break;
		} else {
			let t = h[0];
			if (t === `/*`) {
				let t = e.indexOf(`*/`, f.lastIndex);
				t === -1 && a(`unclosed comment`, e, h.index), f.lastIndex = t;
			} else t === `'` ? (_.lastIndex = h.index, _.exec(e) ? f.lastIndex = _.lastIndex : a(`unclosed string`, e, h.index)) : t === `"` ? (v.lastIndex = h.index, v.exec(e) ? f.lastIndex = v.lastIndex : a(`unclosed string`, e, h.index)) : t === "`" && (g.lastIndex = h.index, g.exec(e) ? f.lastIndex = g.lastIndex : a(`unclosed string`, e, h.index));
		}
		y ? (t.debug && (y.lineNo = b(e, p.index)), n.push(y)) : a(`unclosed tag`, e, p.index);
	}
	if (c(e.slice(i, e.length), !1), t.plugins) for (let e = 0; e < t.plugins.length; e++) {
		let r = t.plugins[e];
		r.processAST && (n = r.processAST(n, t));
	}
	return n;
}
function S(e, t) {
	let n = t?.async ? this.templatesAsync : this.templatesSync;
	if (this.resolvePath && this.readFile && !e.startsWith(`@`)) {
		let e = t.filepath, r = n.get(e);
		if (this.config.cache && r) return r;
		{
			let r = this.readFile(e), i = this.compile(r, t);
			return this.config.cache && n.define(e, i), i;
		}
	} else {
		let t = n.get(e);
		if (t) return t;
		throw new i(`Failed to get template '${e}'`);
	}
}
function C(e, t, n) {
	let r, i = {
		...n,
		async: !1
	};
	return typeof e == `string` ? (this.resolvePath && this.readFile && !e.startsWith(`@`) && (i.filepath = this.resolvePath(e, i)), r = S.call(this, e, i)) : r = e, r.call(this, t, i);
}
function w(e, t, n) {
	let r, i = {
		...n,
		async: !0
	};
	typeof e == `string` ? (this.resolvePath && this.readFile && !e.startsWith(`@`) && (i.filepath = this.resolvePath(e, i)), r = S.call(this, e, i)) : r = e;
	let a = r.call(this, t, i);
	return Promise.resolve(a);
}
function T(e, t) {
	let n = this.compile(e, { async: !1 });
	return C.call(this, n, t);
}
function E(e, t) {
	let n = this.compile(e, { async: !0 });
	return w.call(this, n, t);
}
var D = class {
	constructor(e) {
		this.cache = e;
	}
	define(e, t) {
		this.cache[e] = t;
	}
	get(e) {
		return this.cache[e];
	}
	remove(e) {
		delete this.cache[e];
	}
	reset() {
		this.cache = {};
	}
	load(e) {
		this.cache = {
			...this.cache,
			...e
		};
	}
};
var O = class {
	constructor(t) {
		t ? this.config = {
			...h,
			...t
		} : this.config = { ...h };
		let n = [
			this.config.parse.exec,
			this.config.parse.interpolate,
			this.config.parse.raw,
			`-`,
			`_`
		];
		for (let t of Object.keys(this.config.customTags)) if (n.includes(t)) throw new e(`Custom tag prefix "${t}" conflicts with a built-in prefix`);
	}
	config;
	RuntimeErr = o;
	compile = c;
	compileToString = l;
	compileBody = u;
	parse = x;
	render = C;
	renderAsync = w;
	renderString = T;
	renderStringAsync = E;
	filepathCache = {};
	templatesSync = new D({});
	templatesAsync = new D({});
	resolvePath = null;
	readFile = null;
	configure(e) {
		this.config = {
			...this.config,
			...e
		};
	}
	withConfig(e) {
		return {
			...this,
			config: {
				...this.config,
				...e
			}
		};
	}
	loadTemplate(e, t, n) {
		if (typeof t == `string`) (n?.async ? this.templatesAsync : this.templatesSync).define(e, this.compile(t, n));
		else {
			let r = this.templatesSync;
			(t.constructor.name === `AsyncFunction` || n?.async) && (r = this.templatesAsync), r.define(e, t);
		}
	}
};
var k = class extends O {};

// src/publish/report/templates/cells.ts
/** Made from cells.eta by `npm run templates`; edit that file, not this one. */
function template$6(it, options) {
	let include = (__eta_t, __eta_d) => this.render(__eta_t, {
		...it,
		...__eta_d ?? {}
	}, options);
	let __eta = {
		res: "",
		e: this.config.escapeFunction,
		f: this.config.filterFunction,
		blocks: {}
	};
	__eta.res += "<section id=\"cells\" aria-labelledby=\"h-cells\">\n<h2 id=\"h-cells\">Cells</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table of cells\">\n<table>\n  <thead><tr><th scope=\"col\">Cell</th><th scope=\"col\">Verdict</th><th scope=\"col\" class=\"n\">Tests</th><th scope=\"col\" class=\"n\">Red</th><th scope=\"col\" class=\"n\">Skipped</th><th scope=\"col\">Tree</th><th scope=\"col\">Ran on</th><th scope=\"col\">Rejected by</th></tr></thead>\n  <tbody>\n";
	for (const cell of it.cells) {
		__eta.res += "  <tr><th scope=\"row\">";
		__eta.res += __eta.e(cell.cell);
		__eta.res += "</th><td class=\"";
		__eta.res += __eta.e(cell.state === "accepted" ? "good" : "bad");
		__eta.res += "\">";
		__eta.res += __eta.e(cell.state === "accepted" ? "✓" : "✗");
		__eta.res += " ";
		__eta.res += __eta.e(cell.state);
		__eta.res += "</td><td class=\"n\">";
		__eta.res += __eta.e(cell.tests.toLocaleString("en"));
		__eta.res += "</td><td class=\"n";
		__eta.res += __eta.e(cell.red > 0 ? " bad" : "");
		__eta.res += "\">";
		__eta.res += __eta.e(cell.red.toLocaleString("en"));
		__eta.res += "</td><td class=\"n\">";
		__eta.res += __eta.e(cell.skipped.toLocaleString("en"));
		__eta.res += "</td><td><code>";
		__eta.res += __eta.e(cell.tree);
		__eta.res += "</code></td><td>";
		__eta.res += __eta.e(cell.runtimes);
		__eta.res += "</td><td class=\"text\">";
		__eta.res += __eta.e(cell.rejecting);
		__eta.res += "</td></tr>\n";
	}
	__eta.res += "  </tbody>\n</table>\n</div>\n</section>\n";
	if (__eta.layout) __eta.res = include(__eta.layout, {
		...it,
		body: __eta.res,
		...__eta.layoutData,
		__blocks: __eta.blocks
	});
	return __eta.res;
}

// src/publish/report/templates/findings.ts
/** Made from findings.eta by `npm run templates`; edit that file, not this one. */
function template$5(it, options) {
	let include = (__eta_t, __eta_d) => this.render(__eta_t, {
		...it,
		...__eta_d ?? {}
	}, options);
	let __eta = {
		res: "",
		e: this.config.escapeFunction,
		f: this.config.filterFunction,
		blocks: {}
	};
	__eta.res += "<section id=\"findings\" aria-labelledby=\"h-findings\">\n<h2 id=\"h-findings\">Findings</h2>\n";
	if (it.rejecting.length === 0) __eta.res += "<p class=\"quiet\">Nothing rejects.</p>\n";
	for (const [at, one] of it.rejecting.entries()) {
		__eta.res += "<article class=\"finding ";
		__eta.res += __eta.e(one.answer);
		__eta.res += "\" aria-labelledby=\"f-";
		__eta.res += __eta.e(at);
		__eta.res += "\">\n  <h3 id=\"f-";
		__eta.res += __eta.e(at);
		__eta.res += "\"><span class=\"answer\">";
		__eta.res += __eta.e(one.answer === "broken" ? "✗ broken" : "? unknown");
		__eta.res += "</span> ";
		__eta.res += __eta.e(one.rule);
		__eta.res += "</h3>\n";
		if (one.title !== "") {
			__eta.res += "  <p class=\"title\">Expected: ";
			__eta.res += __eta.e(one.title);
			__eta.res += ".</p>\n";
		}
		__eta.res += "  <dl>\n    <div><dt>What</dt><dd class=\"text\">";
		__eta.res += __eta.e(one.what);
		__eta.res += "</dd></div>\n    <div><dt>Why</dt><dd class=\"text\">";
		__eta.res += __eta.e(one.why);
		__eta.res += "</dd></div>\n";
		if (one.fix !== "") {
			__eta.res += "    <div class=\"fix\"><dt>Fix</dt><dd class=\"text\">";
			__eta.res += __eta.e(one.fix);
			__eta.res += "</dd></div>\n";
		}
		if (one.innocentWhen !== "") {
			__eta.res += "    <div><dt>Innocent when</dt><dd class=\"text\">";
			__eta.res += __eta.e(one.innocentWhen);
			__eta.res += "</dd></div>\n";
		}
		__eta.res += "  </dl>\n";
		if (one.paths.length > 0) {
			__eta.res += "  <details><summary>";
			__eta.res += __eta.e(one.paths.length === 1 ? "1 path" : `${one.paths.length} paths`);
			__eta.res += "</summary><ul class=\"paths\">";
			for (const path of one.paths) {
				__eta.res += "<li><code>";
				__eta.res += __eta.e(path);
				__eta.res += "</code></li>";
			}
			__eta.res += "</ul></details>\n";
		}
		__eta.res += "</article>\n";
	}
	for (const [heading, group] of [["Not proven, and not required", it.open], ["Worth knowing", it.notes]]) if (group.length > 0) {
		__eta.res += "<h3 class=\"group\">";
		__eta.res += __eta.e(heading);
		__eta.res += "</h3>\n<ul class=\"notes\">\n";
		for (const one of group) {
			__eta.res += "  <li><p class=\"text\">";
			__eta.res += __eta.e(one.what);
			__eta.res += " <span class=\"rule\">";
			__eta.res += __eta.e(one.rule);
			__eta.res += "</span></p>";
			if (one.fix !== "") {
				__eta.res += "<p class=\"text fixed\">";
				__eta.res += __eta.e(one.fix);
				__eta.res += "</p>";
			}
			__eta.res += "</li>\n";
		}
		__eta.res += "</ul>\n";
	}
	if (it.held.length > 0) {
		__eta.res += "<details class=\"held\"><summary>";
		__eta.res += __eta.e(it.held.length === 1 ? "1 more rule holds" : `${it.held.length} more rules hold`);
		__eta.res += "</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Rules that hold\"><table><thead><tr><th scope=\"col\">Rule</th><th scope=\"col\">What was seen</th></tr></thead><tbody>\n";
		for (const one of it.held) {
			__eta.res += "<tr><th scope=\"row\">";
			__eta.res += __eta.e(one.rule);
			__eta.res += "</th><td class=\"text\">";
			__eta.res += __eta.e(one.what);
			__eta.res += "</td></tr>\n";
		}
		__eta.res += "</tbody></table></div></details>\n";
	}
	__eta.res += "</section>\n";
	if (__eta.layout) __eta.res = include(__eta.layout, {
		...it,
		body: __eta.res,
		...__eta.layoutData,
		__blocks: __eta.blocks
	});
	return __eta.res;
}

// src/publish/report/templates/page.ts
/** Made from page.eta by `npm run templates`; edit that file, not this one. */
function template$4(it, options) {
	let include = (__eta_t, __eta_d) => this.render(__eta_t, {
		...it,
		...__eta_d ?? {}
	}, options);
	let __eta = {
		res: "",
		e: this.config.escapeFunction,
		f: this.config.filterFunction,
		blocks: {}
	};
	__eta.res += "<!doctype html>\n<!-- generation-gate report -->\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"";
	__eta.res += __eta.e(it.policy);
	__eta.res += "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>";
	__eta.res += __eta.e(it.page.verdict === "accepted" ? "Accepted" : "Rejected");
	__eta.res += __eta.e(it.page.subject === "" ? "" : `: ${it.page.subject}`);
	__eta.res += " · generation-gate</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>";
	__eta.res += it.style;
	__eta.res += "</style>\n</head>\n<body class=\"";
	__eta.res += __eta.e(it.page.verdict);
	__eta.res += "\">\n<a class=\"skip\" href=\"#findings\">Skip to the findings</a>\n<header>\n  <div class=\"in\">\n    <p class=\"product\">generation-gate <span>";
	__eta.res += __eta.e(it.page.verb);
	__eta.res += "</span>";
	if (it.page.subject !== "") {
		__eta.res += " <span class=\"cell\">";
		__eta.res += __eta.e(it.page.subject);
		__eta.res += "</span>";
	}
	__eta.res += "</p>\n    <h1><span class=\"mark\" aria-hidden=\"true\">";
	__eta.res += __eta.e(it.page.verdict === "accepted" ? "✓" : "✗");
	__eta.res += "</span>";
	__eta.res += __eta.e(it.page.verdict === "accepted" ? "Accepted" : "Rejected");
	__eta.res += "</h1>\n    <p class=\"headline\">";
	__eta.res += __eta.e(it.page.headline);
	__eta.res += "</p>\n";
	if (it.page.totals.total > 0) {
		__eta.res += "    <dl class=\"totals\" aria-label=\"Tests\">\n      <div><dt>tests</dt><dd>";
		__eta.res += __eta.e(it.page.totals.total.toLocaleString("en"));
		__eta.res += "</dd></div>\n";
		for (const [name, tone] of [
			["passed", "good"],
			["failed", "bad"],
			["errored", "bad"],
			["skipped", "open"],
			["flaky", "open"]
		]) {
			__eta.res += "      <div class=\"";
			__eta.res += __eta.e(it.page.totals[name] > 0 ? tone : "none");
			__eta.res += "\"><dt>";
			__eta.res += __eta.e(name);
			__eta.res += "</dt><dd>";
			__eta.res += __eta.e(it.page.totals[name].toLocaleString("en"));
			__eta.res += "</dd></div>\n";
		}
		__eta.res += "    </dl>\n";
	}
	__eta.res += "  </div>\n</header>\n<nav aria-label=\"Sections\">\n  <ul class=\"in\">\n";
	for (const [id, name] of it.sections) {
		__eta.res += "    <li><a href=\"#";
		__eta.res += __eta.e(id);
		__eta.res += "\">";
		__eta.res += __eta.e(name);
		__eta.res += "</a></li>\n";
	}
	__eta.res += "  </ul>\n</nav>\n<main>\n";
	for (const part of it.parts) __eta.res += part;
	__eta.res += "</main>\n<footer>\n  <p class=\"in\">Made by generation-gate ";
	__eta.res += __eta.e(it.page.program);
	__eta.res += ". This page loads nothing and sends nothing. It shows a verdict and is none: reach it again with <code>generation-gate verify BUNDLE</code>.</p>\n</footer>\n";
	if (it.data !== "") {
		__eta.res += "<script type=\"application/json\" id=\"rows\">";
		__eta.res += it.data;
		__eta.res += "<\/script>\n<script>";
		__eta.res += it.script;
		__eta.res += "<\/script>\n";
	}
	__eta.res += "</body>\n</html>\n";
	if (__eta.layout) __eta.res = include(__eta.layout, {
		...it,
		body: __eta.res,
		...__eta.layoutData,
		__blocks: __eta.blocks
	});
	return __eta.res;
}

// src/publish/report/templates/record.ts
/** Made from record.eta by `npm run templates`; edit that file, not this one. */
function template$3(it, options) {
	let include = (__eta_t, __eta_d) => this.render(__eta_t, {
		...it,
		...__eta_d ?? {}
	}, options);
	let __eta = {
		res: "",
		e: this.config.escapeFunction,
		f: this.config.filterFunction,
		blocks: {}
	};
	__eta.res += "<section id=\"record\" aria-labelledby=\"h-record\">\n<h2 id=\"h-record\">Record</h2>\n<dl class=\"record\">\n";
	for (const one of it.record) {
		__eta.res += "  <div><dt>";
		__eta.res += __eta.e(one.name);
		__eta.res += "</dt><dd>";
		if (one.exact) {
			__eta.res += "<code>";
			__eta.res += __eta.e(one.value);
			__eta.res += "</code>";
		} else __eta.res += __eta.e(one.value);
		__eta.res += "</dd></div>\n";
	}
	__eta.res += "</dl>\n</section>\n";
	if (__eta.layout) __eta.res = include(__eta.layout, {
		...it,
		body: __eta.res,
		...__eta.layoutData,
		__blocks: __eta.blocks
	});
	return __eta.res;
}

// src/publish/report/templates/second-runs.ts
/** Made from second-runs.eta by `npm run templates`; edit that file, not this one. */
function template$2(it, options) {
	let include = (__eta_t, __eta_d) => this.render(__eta_t, {
		...it,
		...__eta_d ?? {}
	}, options);
	let __eta = {
		res: "",
		e: this.config.escapeFunction,
		f: this.config.filterFunction,
		blocks: {}
	};
	__eta.res += "<section id=\"second-runs\" aria-labelledby=\"h-second-runs\">\n<h2 id=\"h-second-runs\">The command elsewhere</h2>\n";
	if (it.runs.length > 0) {
		__eta.res += "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Runs of the command\"><table>\n  <thead><tr><th scope=\"col\">Where</th><th scope=\"col\">How it ended</th><th scope=\"col\">Tests</th><th scope=\"col\" class=\"n\">Seconds</th></tr></thead>\n  <tbody>\n";
		for (const run of it.runs) {
			__eta.res += "  <tr><th scope=\"row\">";
			__eta.res += __eta.e(run.where);
			__eta.res += "</th><td class=\"text\">";
			__eta.res += __eta.e(run.ending);
			__eta.res += "</td><td>";
			__eta.res += __eta.e(run.tests);
			__eta.res += "</td><td class=\"n\">";
			__eta.res += __eta.e(run.seconds);
			__eta.res += "</td></tr>\n";
		}
		__eta.res += "  </tbody>\n</table></div>\n";
	}
	if (it.transitions.length > 0) {
		__eta.res += "<h3 class=\"group\">From base to head</h3>\n<dl class=\"totals small\">\n";
		for (const one of it.transitions) {
			__eta.res += "  <div class=\"";
			__eta.res += __eta.e(one.kind === "fail-pass" || one.kind === "pass-pass" ? "good" : one.kind === "pass-fail" || one.kind === "fail-fail" ? "bad" : "open");
			__eta.res += "\"><dt>";
			__eta.res += __eta.e(one.kind.replace("-", " → "));
			__eta.res += "</dt><dd>";
			__eta.res += __eta.e(one.count.toLocaleString("en"));
			__eta.res += "</dd></div>\n";
		}
		__eta.res += "</dl>\n";
	}
	if (it.differences.length > 0) {
		__eta.res += "<h3 class=\"group\">Where the replay disagrees</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Differences of the replay\"><table>\n  <thead><tr><th scope=\"col\">Test</th><th scope=\"col\">Workspace</th><th scope=\"col\">Clean directory</th><th scope=\"col\">It says</th></tr></thead>\n  <tbody>\n";
		for (const one of it.differences) {
			__eta.res += "  <tr><th scope=\"row\">";
			__eta.res += __eta.e(one.test);
			__eta.res += "</th><td>";
			__eta.res += __eta.e(one.warm);
			__eta.res += "</td><td>";
			__eta.res += __eta.e(one.clean);
			__eta.res += "</td><td class=\"text\">";
			__eta.res += __eta.e(one.says);
			__eta.res += "</td></tr>\n";
		}
		__eta.res += "  </tbody>\n</table></div>\n";
	}
	if (it.onlyWarm.length > 0) {
		__eta.res += "<h3 class=\"group\">Ignored files that only the workspace has</h3>\n<ul class=\"paths\">";
		for (const one of it.onlyWarm) {
			__eta.res += "<li><code>";
			__eta.res += __eta.e(one.path);
			__eta.res += "</code>";
			__eta.res += __eta.e(one.named ? " (the failing run speaks of it)" : "");
			__eta.res += "</li>";
		}
		__eta.res += "</ul>\n";
	}
	if (it.hunks.length > 0) {
		__eta.res += "<h3 class=\"group\">Each hunk of the change, taken out alone</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Hunks\"><table>\n  <thead><tr><th scope=\"col\">Hunk</th><th scope=\"col\">Result</th><th scope=\"col\">Tests that miss it</th></tr></thead>\n  <tbody>\n";
		for (const one of it.hunks) {
			__eta.res += "  <tr><th scope=\"row\"><span class=\"where\">";
			__eta.res += __eta.e(one.path);
			__eta.res += "</span><span class=\"name\">";
			__eta.res += __eta.e(one.hunk);
			__eta.res += "</span></th><td class=\"";
			__eta.res += __eta.e(one.result === "supported" ? "good" : one.result === "unsupported" ? "bad" : "open");
			__eta.res += "\">";
			__eta.res += __eta.e(one.result);
			__eta.res += "</td><td class=\"text\">";
			__eta.res += __eta.e(one.says);
			__eta.res += "</td></tr>\n";
		}
		__eta.res += "  </tbody>\n</table></div>\n";
	}
	__eta.res += "</section>\n";
	if (__eta.layout) __eta.res = include(__eta.layout, {
		...it,
		body: __eta.res,
		...__eta.layoutData,
		__blocks: __eta.blocks
	});
	return __eta.res;
}

// src/publish/report/templates/tests.ts
/** Made from tests.eta by `npm run templates`; edit that file, not this one. */
function template$1(it, options) {
	let include = (__eta_t, __eta_d) => this.render(__eta_t, {
		...it,
		...__eta_d ?? {}
	}, options);
	let __eta = {
		res: "",
		e: this.config.escapeFunction,
		f: this.config.filterFunction,
		blocks: {}
	};
	__eta.res += "<section id=\"tests\" aria-labelledby=\"h-tests\">\n<h2 id=\"h-tests\">Tests</h2>\n";
	if (it.table.rows.length === 0) __eta.res += "<p class=\"quiet\">No report tells of a test.</p>\n";
	else {
		__eta.res += "<form class=\"controls\" role=\"search\" aria-label=\"Tests\" hidden>\n  <label>Search <input type=\"search\" id=\"search\" autocomplete=\"off\" spellcheck=\"false\" placeholder=\"name, class, file or message\"></label>\n  <label>Show <select id=\"filter\">";
		for (const [value, name] of it.filters) {
			__eta.res += "<option value=\"";
			__eta.res += __eta.e(value);
			__eta.res += "\">";
			__eta.res += __eta.e(name);
			__eta.res += "</option>";
		}
		__eta.res += "</select></label>\n";
		if (it.table.kind === "matrix") {
			__eta.res += "  <label>Cell <select id=\"cell\"><option value=\"\">all cells</option>";
			for (const [at, name] of it.table.columns.entries()) {
				__eta.res += "<option value=\"";
				__eta.res += __eta.e(at);
				__eta.res += "\">";
				__eta.res += __eta.e(name);
				__eta.res += "</option>";
			}
			__eta.res += "</select></label>\n";
		}
		__eta.res += "</form>\n<p id=\"count\" role=\"status\" aria-live=\"polite\">";
		__eta.res += __eta.e(it.count);
		__eta.res += "</p>\n";
		if (it.table.leftOut > 0) {
			__eta.res += "<p class=\"quiet\">";
			__eta.res += __eta.e(it.table.leftOut.toLocaleString("en"));
			__eta.res += " more tests were left out to keep this page small. Those that are red, or differ, come first.</p>\n";
		}
		__eta.res += "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table of tests\">\n<table id=\"table\">\n  <thead><tr><th scope=\"col\">Test</th>";
		for (const name of it.heads) {
			__eta.res += "<th scope=\"col\">";
			__eta.res += __eta.e(name);
			__eta.res += "</th>";
		}
		__eta.res += "</tr></thead>\n  <tbody>\n";
		for (const row of it.first) {
			__eta.res += "  <tr><th scope=\"row\">";
			if (row.where !== "") {
				__eta.res += "<span class=\"where\">";
				__eta.res += __eta.e(row.where);
				__eta.res += "</span>";
			}
			__eta.res += "<span class=\"name\">";
			__eta.res += __eta.e(row.name);
			__eta.res += "</span>";
			if (row.says !== "") {
				__eta.res += "<details><summary>why</summary><pre>";
				__eta.res += __eta.e(row.says);
				__eta.res += "</pre></details>";
			}
			__eta.res += "</th>";
			for (const [word, tone] of row.cells) {
				__eta.res += "<td class=\"";
				__eta.res += __eta.e(tone);
				__eta.res += "\">";
				__eta.res += __eta.e(word);
				__eta.res += "</td>";
			}
			__eta.res += "</tr>\n";
		}
		__eta.res += "  </tbody>\n</table>\n</div>\n<p class=\"pager\" hidden><button type=\"button\" id=\"back\">Previous</button> <span id=\"page\"></span> <button type=\"button\" id=\"on\">Next</button></p>\n<noscript><p class=\"quiet\">Searching, filtering and turning pages need this page's own script.</p></noscript>\n";
	}
	__eta.res += "</section>\n";
	if (__eta.layout) __eta.res = include(__eta.layout, {
		...it,
		body: __eta.res,
		...__eta.layoutData,
		__blocks: __eta.blocks
	});
	return __eta.res;
}

// src/publish/report/templates/witness.ts
/** Made from witness.eta by `npm run templates`; edit that file, not this one. */
function template(it, options) {
	let include = (__eta_t, __eta_d) => this.render(__eta_t, {
		...it,
		...__eta_d ?? {}
	}, options);
	let __eta = {
		res: "",
		e: this.config.escapeFunction,
		f: this.config.filterFunction,
		blocks: {}
	};
	__eta.res += "<section id=\"witness\" aria-labelledby=\"h-witness\">\n<h2 id=\"h-witness\">What the tests really loaded</h2>\n<p>";
	__eta.res += __eta.e(it.headline);
	__eta.res += "</p>\n";
	if (it.changed.length > 0) {
		__eta.res += "<h3 class=\"group\">Changed files";
		__eta.res += __eta.e(it.against === "" ? "" : `, against ${it.against}`);
		__eta.res += "</h3>\n<ul class=\"paths\">";
		for (const one of it.changed) {
			__eta.res += "<li><span class=\"";
			__eta.res += __eta.e(one.loaded ? "good" : "open");
			__eta.res += "\">";
			__eta.res += __eta.e(one.loaded ? "✓ loaded" : "? not loaded");
			__eta.res += "</span> <code>";
			__eta.res += __eta.e(one.path);
			__eta.res += "</code></li>";
		}
		__eta.res += "</ul>\n";
	}
	if (it.runtimes.length > 0) {
		__eta.res += "<h3 class=\"group\">Runtimes</h3>\n<ul class=\"paths\">";
		for (const one of it.runtimes) {
			__eta.res += "<li>";
			__eta.res += __eta.e(one.name);
			__eta.res += " <code>";
			__eta.res += __eta.e(one.executable);
			__eta.res += "</code>, ";
			__eta.res += __eta.e(one.processes === 1 ? "1 process" : `${one.processes} processes`);
			__eta.res += "</li>";
		}
		__eta.res += "</ul>\n";
	}
	if (it.escaped.length > 0) {
		__eta.res += "<h3 class=\"group\">Processes without a witness</h3>\n<ul class=\"paths\">";
		for (const one of it.escaped) {
			__eta.res += "<li>";
			__eta.res += __eta.e(one.count);
			__eta.res += " × <code>";
			__eta.res += __eta.e(one.command);
			__eta.res += "</code>: ";
			__eta.res += __eta.e(one.why);
			__eta.res += "</li>";
		}
		__eta.res += "</ul>\n";
	}
	if (it.lost.length > 0) {
		__eta.res += "<h3 class=\"group\">Records that are not whole</h3>\n<ul class=\"paths\">";
		for (const one of it.lost) {
			__eta.res += "<li>";
			__eta.res += __eta.e(one);
			__eta.res += "</li>";
		}
		__eta.res += "</ul>\n";
	}
	if (it.loads.length > 0) {
		__eta.res += "<details><summary>";
		__eta.res += __eta.e(it.loads.length + it.moreLoads === 1 ? "1 file of this workspace" : `${it.loads.length + it.moreLoads} files of this workspace`);
		__eta.res += "</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Loaded files\"><table>\n  <thead><tr><th scope=\"col\">File</th><th scope=\"col\">Bytes</th><th scope=\"col\">From</th><th scope=\"col\" class=\"n\">Processes</th></tr></thead>\n  <tbody>\n";
		for (const one of it.loads) {
			__eta.res += "  <tr><th scope=\"row\">";
			__eta.res += __eta.e(one.path);
			__eta.res += "</th><td class=\"";
			__eta.res += __eta.e(one.bytes === "as stamped" ? "good" : one.bytes === "other than stamped" ? "bad" : "open");
			__eta.res += "\">";
			__eta.res += __eta.e(one.bytes);
			__eta.res += "</td><td>";
			__eta.res += __eta.e(one.how);
			__eta.res += "</td><td class=\"n\">";
			__eta.res += __eta.e(one.processes);
			__eta.res += "</td></tr>\n";
		}
		__eta.res += "  </tbody>\n</table></div>\n";
		if (it.moreLoads > 0) {
			__eta.res += "<p class=\"quiet\">";
			__eta.res += __eta.e(it.moreLoads);
			__eta.res += " more are in the bundle.</p>\n";
		}
		__eta.res += "</details>\n";
	}
	__eta.res += "</section>\n";
	if (__eta.layout) __eta.res = include(__eta.layout, {
		...it,
		body: __eta.res,
		...__eta.layoutData,
		__blocks: __eta.blocks
	});
	return __eta.res;
}

// src/publish/report/render.ts
/**
* The report as one HTML file: styles, rows and script are in it, and its own policy lets nothing else in. The templates
* escape by default and are compiled beforehand (`npm run templates`), so that nothing is evaluated at run time.
*/
/** Rows that are there without the script; it turns pages of as many. */
const FIRST_ROWS = 100;
/** The whole page. */
function renderReport(page) {
	const style = readFileSync(assetPath("report.css"), "utf8");
	const script = readFileSync(assetPath("report.js"), "utf8");
	const { tests, cells, secondRuns, witness } = page;
	const hasSecondRuns = Object.values(secondRuns).some(({ length }) => length > 0);
	const shown = [
		[
			"findings",
			"Findings",
			render(template$5, page)
		],
		cells.length === 0 ? null : [
			"cells",
			"Cells",
			render(template$6, page)
		],
		tests === null ? null : [
			"tests",
			"Tests",
			render(template$1, {
				table: tests,
				...staticTable(tests)
			})
		],
		hasSecondRuns ? [
			"second-runs",
			"Base and replay",
			render(template$2, secondRuns)
		] : null,
		witness === null ? null : [
			"witness",
			"Witness",
			render(template, witness)
		],
		[
			"record",
			"Record",
			render(template$3, page)
		]
	].filter((part) => part !== null);
	const hasRows = tests !== null && tests.rows.length > 0;
	return render(template$4, {
		page,
		style,
		script,
		policy: `default-src 'none'; style-src ${hashOf(style)}; script-src ${hasRows ? hashOf(script) : "'none'"}; img-src data:; base-uri 'none'; form-action 'none'`,
		sections: shown.map(([id, name]) => [id, name]),
		parts: shown.map(([, , part]) => part),
		data: hasRows ? rowData(tests) : ""
	});
}
const engine = new k({ autoEscape: true });
function render(template, data) {
	return template.call(engine, data, {});
}
/** Source expression of the Content Security Policy for an inline element with this text (CSP 3, 2.3.1). */
function hashOf(text) {
	return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
const WORD = {
	p: ["passed", "good"],
	f: ["failed", "bad"],
	e: ["errored", "bad"],
	s: ["skipped", "open"],
	k: ["flaky", "open"],
	"-": ["not run", "none"]
};
const WORST = [
	"f",
	"e",
	"k",
	"p",
	"s",
	"-"
];
/** The table as it is without the script: its first rows, and what can be chosen once the script is there. */
function staticTable(table) {
	const isMatrix = table.kind === "matrix";
	const hasBase = table.columns.includes("before");
	const heads = isMatrix ? [
		"Worst",
		"Cells",
		"Look in"
	] : [...table.columns.map((name) => COLUMN[name] ?? name), ...hasBase ? ["From base"] : []];
	const changes = [...new Set(table.rows.flatMap(({ change }) => change === null ? [] : [change]))].sort();
	return {
		heads,
		filters: [
			["all", "all"],
			["red", "red"],
			["p", "passed"],
			["s", "skipped"],
			["k", "flaky"],
			...table.columns.length > 1 ? [["different", isMatrix ? "not alike in all cells" : "not alike in all runs"]] : [],
			...changes.map((kind) => [`change ${kind}`, `base to head: ${kind.replace("-", " → ")}`])
		],
		count: `${table.rows.length.toLocaleString("en")} tests`,
		first: table.rows.slice(0, FIRST_ROWS).map((row) => ({
			where: [row.place, row.group].filter((text) => text !== "").join(" › "),
			name: row.name,
			says: row.says,
			cells: isMatrix ? matrixCells(row, table.columns) : [...Array.from(row.outcomes, (letter) => WORD[letter] ?? [letter, ""]), ...hasBase ? [[(row.change ?? "").replace("-", " → "), "none"]] : []]
		}))
	};
}
const COLUMN = {
	before: "Base",
	after: "Head",
	replay: "Replay"
};
function matrixCells({ outcomes }, columns) {
	const worst = WORST.find((letter) => outcomes.includes(letter)) ?? "-";
	const counts = WORST.flatMap((letter) => outcomes.includes(letter) ? [`${outcomes.split(letter).length - 1} ${WORD[letter]?.[0] ?? ""}`] : []);
	const named = columns.filter((_, at) => "fek".includes(outcomes[at] ?? "-"));
	return [
		WORD[worst] ?? [worst, ""],
		[counts.join(", "), ""],
		[named.length > 8 ? `${named.slice(0, 8).join(", ")} and ${named.length - 8} more` : named.join(", "), "text"]
	];
}
/** The rows as JSON in which no character can end the element that holds it. Repeated words are stored once. */
function rowData({ kind, columns, rows }) {
	const words = [];
	const known = /* @__PURE__ */ new Map();
	const word = (text) => {
		const at = known.get(text) ?? words.push(text) - 1;
		known.set(text, at);
		return at;
	};
	const lines = rows.map(({ place, group, name, outcomes, change, says }) => [
		word(place),
		word(group),
		name,
		outcomes,
		word(change ?? ""),
		says
	]);
	return JSON.stringify({
		kind,
		columns,
		words,
		rows: lines
	}).replaceAll("<", "\\u003c");
}

// src/steps/report.ts
/** The report of one judged workspace. `facts` is null where the gate stopped before its check. */
async function withReport(context, outcome, facts) {
	const { settings, env, repository } = context;
	if (settings.report === null) return outcome;
	context.progress("writing the report");
	const source = facts === null ? {
		facts: null,
		tests: null
	} : {
		facts,
		tests: testTable(facts, warmRoots(context))
	};
	const written = await reported(settings.report, outcome, source, async () => bundleRedaction({
		env,
		gitConfig: (await git([
			"config",
			"--list",
			"-z"
		], { cwd: repository.top })).stdout.toString("utf8")
	}));
	context.progress(null);
	return written;
}
/**
* Adds a report to an outcome. The verdict is reached: where the report cannot be written the outcome says so and stays
* as it is. `redaction` takes out what may not travel; without it the texts have travelled already.
*/
async function reported(file, outcome, source, redaction) {
	const add = (part) => ({
		...outcome,
		envelope: {
			...outcome.envelope,
			report: part
		}
	});
	try {
		const page = pageOf({
			envelope: outcome.envelope,
			...source
		});
		const shown = redaction === null ? page : await redactedValue(page, await redaction());
		return add({ path: writeReport(file, renderReport(shown)) });
	} catch (error) {
		return add({
			path: null,
			error: `The report could not be written to "${file}": ${error instanceof Error ? error.message : String(error)}`
		});
	}
}

export { clearReport, reported, withReport };