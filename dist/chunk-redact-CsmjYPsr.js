// src/packet/known-secrets.ts
/** Names of variables whose values are secrets by convention. */
const SECRET_NAME = /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|COOKIE|API_?KEY|ACCESS_?KEY|PRIVATE|CONNECTION_?STRING|WEBHOOK|BEARER|(^|_)(KEY|PAT|PWD|PASS|AUTH|DSN|JWT|SALT)(_|$|\d)/i;
/** Variables of every shell that look like secrets by their names and hold folders. */
const HARMLESS_NAME = /^(PWD|OLDPWD|INIT_CWD)$|^GENERATION_GATE_/;
/** A shorter value stands in any text by chance. */
const SHORTEST = 6;
const ORDINARY = /* @__PURE__ */ new Set([
	"basic",
	"bearer",
	"default",
	"disabled",
	"enabled",
	"false",
	"localhost",
	"secret",
	"token",
	"password",
	"string",
	"unset",
	"x-access-token",
	"oauth2",
	"x-oauth-basic"
]);
/** `scheme://user:password@host`; a user name alone may be a token as well. */
const URL_CREDENTIALS = /\b[a-z][a-z0-9+.-]{0,20}:\/\/([^\s/@:]{0,500})(?::([^\s/@]{0,500}))?@/gi;
/** Secrets of an environment: values of variables that are named like one, and credentials in any address. */
function secretsOfEnvironment(env) {
	return Object.entries(env).flatMap(([name, value]) => {
		if (value === void 0 || HARMLESS_NAME.test(name)) return [];
		return [...SECRET_NAME.test(name) && !isPlace(value) ? [{
			from: `the variable ${name}`,
			value
		}] : [], ...credentialsIn(value, `the variable ${name}`)];
	}).flatMap(usable);
}
/** Secrets in `git config --list -z` output: `name\nvalue\0`. */
function secretsOfGitConfig(listed) {
	return listed.split("\0").flatMap((record) => {
		const end = record.indexOf("\n");
		const name = end < 0 ? record : record.slice(0, end);
		const value = end < 0 ? "" : record.slice(end + 1);
		const from = `git's setting ${name.replace(/:\/\/[^/@]*@/, "://")}`;
		const found = [...credentialsIn(value, from), ...credentialsIn(name, from)];
		if (/\.extraheader$/i.test(name)) found.push(...headerSecrets(value, from));
		else if (SECRET_NAME.test(name.slice(name.lastIndexOf(".") + 1)) && !isPlace(value)) found.push({
			from,
			value
		});
		return found;
	}).flatMap(usable);
}
/** Secrets of a dotenv file: `NAME=value` lines whose name tells. */
function secretsOfDotenv(text, path) {
	return text.split(/\r?\n/).flatMap((line) => {
		const [, name = "", raw = ""] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
		const value = raw.replace(/^(['"])(.*)\1$/, "$2");
		const from = `${name} in ${path}`;
		return [...SECRET_NAME.test(name) && !isPlace(value) ? [{
			from,
			value
		}] : [], ...credentialsIn(value, from)];
	}).flatMap(usable);
}
/** An HTTP header: all of its credentials, what they decode to, and the password in that. */
function headerSecrets(header, from) {
	const value = header.replace(/^[^:]*:\s*/, "").replace(/^(?:basic|bearer|token)\s+/i, "");
	const decoded = Buffer.from(value, "base64").toString("utf8");
	return [value, .../^[\x20-\x7e]{4,}$/.test(decoded) ? [decoded, ...decoded.split(":")] : []].map((one) => ({
		from,
		value: one
	}));
}
function credentialsIn(text, from) {
	return [...text.matchAll(URL_CREDENTIALS)].flatMap(([, user = "", password]) => {
		return (password === void 0 ? user.length >= 20 ? [user] : [] : [password, ...user.length >= 20 ? [user] : []]).flatMap((value) => [{
			from,
			value
		}, ...value.includes("%") ? [{
			from,
			value: decoded(value)
		}] : []]);
	});
}
function decoded(value) {
	try {
		return decodeURIComponent(value);
	} catch {
		return value;
	}
}
function usable({ from, value }) {
	const trimmed = value.trim();
	return trimmed.length < SHORTEST || ORDINARY.has(trimmed.toLowerCase()) ? [] : [{
		from,
		value: trimmed
	}];
}
/** A path names where a secret lies and is none itself. */
function isPlace(value) {
	return /^(~|\.{0,2})\/[\w./@ +~-]*$/.test(value) && value.length < 400;
}

// src/packet/detect.ts
/** PEM (RFC 7468) and its look-alikes, whole or cut off, with line ends as they are or escaped. */
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:(?!-----BEGIN )[\s\S]){0,20000}?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$(?![\s\S]))/g;
const KEY_END = /-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/g;
/** A line of a key in front of its end: the beginning may have been cut off. */
const KEY_LINE = /^[ \t+>|-]*[A-Za-z0-9+/=]{16,}\r?$/;
/** What secretlint leaves to others: headers, signed tokens, credentials in any address. */
const OWN_PATTERNS = [
	["private key", PRIVATE_KEY],
	["authorization header", /\b(?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:basic|bearer|token|digest)\s+[A-Za-z0-9+/=._~-]{8,}/gi],
	["cookie header", /^[ +-]?(?:set-)?cookie:\s*\S.*$/gim],
	["signed token", /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g],
	["credentials in an address", /\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/@:'"<>[\]]{0,200}:[^\s/@'"<>[\]]{3,500}@/gi]
];
const BASE64_RUN = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,}={0,2}/g;
const PERCENT_RUN = /(?<![\w.~!*'()+-])[\w.~!*'()+-]*(?:%[0-9A-Fa-f]{2}[\w.~!*'()+-]*){2,}/g;
/** Every secret in the text, encoded ones by their whole run. */
async function detectSecrets(text) {
	const found = [...await detectPlain(text)];
	const runs = encodedRuns(text);
	if (runs.length === 0) return found;
	let joined = "";
	const starts = [];
	for (const run of runs) {
		starts.push({
			at: joined.length,
			run
		});
		joined += `${run.decoded}\n`;
	}
	for (const { start, kind } of await detectPlain(joined)) {
		const { run } = starts.findLast(({ at }) => at <= start) ?? {};
		if (run !== void 0) found.push({
			start: run.start,
			end: run.end,
			kind: `${kind}, encoded`
		});
	}
	return found;
}
function encodedRuns(text) {
	const runs = [];
	for (const match of text.matchAll(BASE64_RUN)) {
		const decoded = Buffer.from(match[0], "base64").toString("latin1");
		if (isReadable(decoded)) runs.push({
			start: match.index,
			end: match.index + match[0].length,
			decoded
		});
	}
	for (const match of text.matchAll(PERCENT_RUN)) {
		const decoded = match[0].replace(/%([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
		runs.push({
			start: match.index,
			end: match.index + match[0].length,
			decoded
		});
	}
	return runs;
}
function isReadable(text) {
	return text.replace(/[\x20-\x7e\r\n\t]/g, "").length * 10 <= text.length;
}
/** Keys of which only the end is there: the marker, and the lines in front of it that can be of a key. */
function keysCutOff(text) {
	return [...text.matchAll(KEY_END)].map((match) => {
		let start = match.index;
		for (;;) {
			const before = text.lastIndexOf("\n", start - 2);
			const line = text.slice(before + 1, start - 1);
			if (start === 0 || text[start - 1] !== "\n" || !KEY_LINE.test(line)) break;
			start = before + 1;
		}
		return {
			start,
			end: match.index + match[0].length,
			kind: "private key"
		};
	});
}
async function detectPlain(text) {
	const own = OWN_PATTERNS.flatMap(([kind, pattern]) => [...text.matchAll(pattern)].map((match) => ({
		start: match.index,
		end: match.index + match[0].length,
		kind
	})));
	own.push(...keysCutOff(text));
	const [{ lintSource }, { creator }] = await Promise.all([import("./chunk-module-CZkGbWur.js"), import("./chunk-module-CTDZg-TM.js")]);
	const { messages } = await lintSource({
		source: {
			filePath: "text.txt",
			content: text,
			ext: ".txt",
			contentType: "text"
		},
		options: { config: { rules: [{
			id: "@secretlint/secretlint-rule-preset-recommend",
			rule: creator,
			rules: [{
				id: "@secretlint/secretlint-rule-filter-comments",
				disabled: true
			}]
		}] } }
	});
	return [...own, ...messages.map(({ range, messageId, ruleId }) => ({
		start: range[0],
		end: range[1],
		kind: (messageId === "" ? ruleId : messageId).replaceAll("_", " ").toLowerCase()
	}))];
}

// src/packet/secret-forms.ts
/** A line may be broken inside a value: wrapped base64, a key over several lines, and a diff begins each with a sign. */
const BREAK = String.raw`(?:\r?\n[ \t+-]?)?`;
/** Shorter pieces of base64 or hex stand in any text by chance. */
const SHORTEST_CODED = 8;
/** Patterns of all forms of a value. Base64 stands for its whole run of characters: what is around the value goes too. */
function formsOf(value) {
	const bytes = Buffer.from(value, "utf8");
	return {
		plain: [new RegExp(Array.from(value, escapedCharacter).join(""), "g")],
		coded: [...base64Cores(bytes).map(broken), ...bytes.length * 2 >= SHORTEST_CODED ? [new RegExp(bytes.toString("hex"), "gi")] : []]
	};
}
/** Every place where one of the values stands in the text. */
function stretchesOf(text, values) {
	const found = [];
	for (const value of values) {
		const { plain, coded } = formsOf(value);
		for (const pattern of plain) for (const match of text.matchAll(pattern)) found.push({
			start: match.index,
			end: match.index + match[0].length
		});
		for (const pattern of coded) for (const match of text.matchAll(pattern)) found.push(wholeRun(text, match.index, match.index + match[0].length));
	}
	return found;
}
/** One character as it is, percent-encoded, as JSON, JavaScript or HTML escape it, or a line end in any of these. */
function escapedCharacter(character) {
	const percent = [...Buffer.from(character, "utf8")].map((byte) => `%${caseless(byte.toString(16).padStart(2, "0"))}`).join("");
	const code = character.codePointAt(0) ?? 0;
	const forms = [
		literal(character),
		percent,
		`\\\\u${caseless(code.toString(16).padStart(4, "0"))}`,
		`&#(?:0*${code}|[xX]0*${caseless(code.toString(16))});`
	];
	if (code < 128) forms.push(`\\\\x${caseless(code.toString(16).padStart(2, "0"))}`);
	if (character === "\n") forms.push("\\r?\\n[ +-]?", "\\\\n", "\\\\r\\\\n", "%0[dD]%0[aA]");
	if (character === " ") forms.push("\\+");
	if ("\"'\\/".includes(character)) forms.push(`\\\\${literal(character)}`);
	const named = {
		"&": "amp",
		"<": "lt",
		">": "gt",
		"\"": "quot",
		"'": "apos"
	}[character];
	if (named !== void 0) forms.push(`&${named};`);
	return `(?:${forms.join("|")})`;
}
/** What base64 of the value looks like wherever it begins in the encoded bytes, less the characters it shares with its neighbours. */
function base64Cores(bytes) {
	return [
		0,
		1,
		2
	].map((before) => {
		return Buffer.concat([Buffer.alloc(before), bytes]).toString("base64").replace(/=+$/, "").slice(Math.ceil(before * 8 / 6), Math.floor((before + bytes.length) * 8 / 6));
	}).filter((core) => core.length >= SHORTEST_CODED);
}
function broken(core) {
	const characters = Array.from(core, (character) => ({
		"+": "[+-]|%2[bB]",
		"/": "[/_]|%2[fF]"
	})[character] ?? character);
	return new RegExp(characters.map((one) => one.includes("|") ? `(?:${one})` : one).join(BREAK), "g");
}
function wholeRun(text, from, to) {
	let start = from;
	let end = to;
	while (start > 0 && /[A-Za-z0-9+/_-]/.test(text[start - 1] ?? "")) start -= 1;
	while (end < text.length && /[A-Za-z0-9+/_=-]/.test(text[end] ?? "")) end += 1;
	return {
		start,
		end
	};
}
function literal(character) {
	return character.replace(/[.*+?^${}()|[\]\\/-]/, "\\$&");
}
function caseless(hex) {
	return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

// src/packet/redact.ts
/** Takes secrets and home folders out of texts, and finds what is left of them (PK4). */
/** Values that were detected somewhere are known from then on: they are looked for in every form in every other text. */
async function learnSecrets(texts, known) {
	const learnt = new Map(known.map((secret) => [secret.value, secret]));
	for (const text of texts) for (const { start, end, kind } of await detectSecrets(text)) {
		const value = text.slice(start, end);
		if (!kind.endsWith("encoded") && value.length <= 4096 && !learnt.has(value)) learnt.set(value, {
			from: kind,
			value
		});
	}
	return [...learnt.values()];
}
/** Every secret in a text, sorted by place, overlapping ones as one. */
async function findSecrets(text, known) {
	const hits = [...await detectSecrets(text)];
	for (const { value, from } of known) hits.push(...stretchesOf(text, [value]).map((stretch) => ({
		...stretch,
		kind: from
	})));
	const merged = [];
	for (const hit of hits.sort((left, right) => left.start - right.start || right.end - left.end)) {
		const last = merged.at(-1);
		if (last !== void 0 && hit.start <= last.end) merged[merged.length - 1] = {
			...last,
			end: Math.max(last.end, hit.end)
		};
		else merged.push(hit);
	}
	return merged;
}
/** The text with a mark in the place of each secret. */
async function redact(text, known) {
	let shown = text;
	let count = 0;
	for (let round = 0; round < 5; round += 1) {
		const hits = await findSecrets(shown, known);
		if (hits.length === 0) break;
		count += hits.length;
		shown = replaced(shown, hits);
	}
	return {
		text: shown,
		count
	};
}
function replaced(text, hits) {
	let at = 0;
	let shown = "";
	for (const { start, end } of hits) {
		shown += `${text.slice(at, start)}[redacted]${"\n".repeat((text.slice(start, end).match(/\n/g) ?? []).length)}`;
		at = end;
	}
	return shown + text.slice(at);
}
/** Home folders become `~`, the workspace `.`, so that no user name travels. */
function neutralPaths(text, { homes, top }) {
	let shown = text.replaceAll(`${top}/`, "").replaceAll(top, ".");
	for (const home of homes.filter((one) => one.length > 2).sort((left, right) => right.length - left.length)) shown = shown.replace(new RegExp(`(?<![\\w/.-])${home.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?=[/\\\\\\s\\x00"'<&:;,)\\]>]|$)`, "g"), "~");
	return shown.replace(/(?<![\w.~-])\/(?:home|Users)\/[^/\\\s\x00"'<&:;,)\]>]+|(?<![\w.~/-])\/root(?=[/\\\s\x00"'<&:;,)\]>]|$)/g, "~");
}

export { secretsOfDotenv as a, redact as i, learnSecrets as n, secretsOfEnvironment as o, neutralPaths as r, secretsOfGitConfig as s, findSecrets as t };