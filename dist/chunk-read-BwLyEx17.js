import { t as __commonJSMin } from "./chunk-rolldown-runtime-C2nx0klZ.js";
import { createHash } from "node:crypto";
import { constants as constants$1 } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { a as nativePath, n as decodePath } from "./chunk-path-C-SIO5nl.js";
import { r as limitsWith } from "./chunk-report-limits-D6Nfqhdc.js";

// src/evidence/junit/failure.ts
const TYPE_LENGTH = 200;
const MESSAGE_LENGTH = 500;
const PLACE_LENGTH = 300;
/** A longer line is no stack frame; the cap also bounds the regular expressions below. */
const FRAME_LENGTH = 1e3;
/** How runners write a place, and which of several is the one that failed. */
const FRAMES = [
	{
		form: /^([^\s:][^:]*\.\w+):(\d+): \w*$/,
		which: "last"
	},
	{
		form: /^([^\s:][^:]*\.\w+):(\d+): [A-Z]\w*$/,
		which: "last"
	},
	{
		form: /^\s*File "([^"]+)", line (\d+)/,
		which: "last"
	},
	{
		form: /panicked at (?:'.*', )?([^\s:][^:]*\.rs):(\d+):\d+:?$/,
		which: "first"
	},
	{
		form: /^\s*at (?:.*\()?(?:file:\/\/)?((?:[A-Za-z]:)?[^():]+):(\d+):\d+\)?$/,
		which: "first"
	},
	{
		form: /^\s*❯ (?:\S+ )?([^\s:]+):(\d+):\d+$/,
		which: "first"
	},
	{
		form: /\(([\w$]+\.(?:java|kt|scala|groovy)):(\d+)\)\s*$/,
		which: "first"
	},
	{
		form: /^\s*((?:[A-Za-z]:)?[^\s:()]+\.\w{1,5}):(\d+)(?::|$)/,
		which: "first"
	}
];
/** What every frame holds; most lines hold none, and are passed over quickly. */
const NUMBERED = /:\d|line \d/;
/** Frames of runtimes, runners and libraries: the failure passed through them, and is not theirs. */
const FOREIGN_FRAME = /node_modules|\(?node:|<frozen|internal\/|site-packages|\[eval|\/rustc\/|^\s*at (?:[\w.]+\/)?(?:java|javax|jdk|sun|junit|org\.junit|org\.opentest4j|org\.hamcrest|org\.assertj|org\.mockito|org\.testng|kotlin|scala)\./;
function describeFailure(red) {
	const lines = red.body.split(/\r?\n/);
	const message = (red.attributes.get("message") ?? "").trim() || sayingLine(lines);
	return {
		type: shorten(red.attributes.get("type") ?? "", TYPE_LENGTH),
		message: shorten(message, MESSAGE_LENGTH),
		place: shorten(placeOf(red, lines), PLACE_LENGTH)
	};
}
/** The line of a body that says what happened: the first, or the last one of a Python traceback. */
function sayingLine(lines) {
	const spoken = lines.map((line) => line.trim()).filter((line) => line !== "");
	const [first = ""] = spoken;
	return /^Traceback \(most recent call last\):/.test(first) ? spoken.findLast((line) => /^[A-Za-z_][\w.]*(?::|$)/.test(line)) ?? first : first;
}
function placeOf(red, lines) {
	const file = red.attributes.get("file");
	const line = red.attributes.get("line");
	if (file !== void 0 && line !== void 0) return `${file}:${line}`;
	const frames = lines.filter((text) => text.length <= FRAME_LENGTH && NUMBERED.test(text));
	const reversed = frames.toReversed();
	for (const { form, which } of FRAMES) for (const text of which === "first" ? frames : reversed) {
		const match = form.exec(text);
		if (match !== null && !FOREIGN_FRAME.test(text)) return `${match[1]}:${match[2]}`;
	}
	return "";
}
/** At most `length` characters, never half of a surrogate pair. */
function shorten(text, length) {
	if (text.length <= length) return text;
	const cut = text.slice(0, length - 1);
	return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

// src/evidence/junit/refusal.ts
/** The option that moves a limit, by the refusal that it causes. */
const LIMIT_OPTIONS = {
	"limit-bytes": "bytes",
	"limit-depth": "depth",
	"limit-attributes": "attributes",
	"limit-name": "name-length",
	"limit-value": "value-length",
	"limit-cases": "cases",
	"limit-suites": "suites",
	"limit-kept": "kept-length"
};
/** Thrown inside the reader, never past it: `readReport` turns it into a refused reading. */
var ReportRefusal = class extends Error {
	name = "ReportRefusal";
	code;
	position;
	constructor(code, message, position) {
		const limit = LIMIT_OPTIONS[code];
		const whole = limit === void 0 ? message : `${message}; where such a report is meant, raise the limit: --report-limit ${limit}=COUNT`;
		super(position === void 0 ? whole : `Line ${position.line}, column ${position.column}: ${whole}`);
		this.code = code;
		this.position = position;
	}
};

// src/evidence/junit/counts.ts
/** Attributes that every reader of JUnit takes for counts: another value than a count is refused. */
const COUNTS = {
	tests: {
		counts: "tests",
		adds: false
	},
	failures: {
		counts: "failures",
		adds: false
	},
	errors: {
		counts: "errors",
		adds: false
	},
	skipped: {
		counts: "skipped",
		adds: false
	},
	disabled: {
		counts: "skipped",
		adds: true
	}
};
/** Spellings of few runners, read where they hold a count (nose `skip`, Ant and TestNG `ignored`). */
const ALIASES = {
	failed: "failures",
	skip: "skipped",
	skips: "skipped",
	ignored: "skipped"
};
/** The counts that one suite or root announces. Throws a refusal on a counting attribute that holds no count. */
function readCounts(element) {
	const counts = {};
	const added = {};
	for (const [written, value] of element.written) {
		const name = written.slice(written.indexOf(":") + 1).toLowerCase();
		if (written.startsWith("xmlns")) continue;
		const counting = Object.hasOwn(COUNTS, name) ? COUNTS[name] : void 0;
		if (counting !== void 0) {
			const count = countOf(value);
			if (count === void 0) {
				const shown = JSON.stringify(shorten(value, 40));
				throw new ReportRefusal("bad-count", `The attribute ${name}=${shown} of <${element.name}> is no count`, element.position);
			}
			const into = counting.adds ? added : counts;
			into[counting.counts] = Math.max(into[counting.counts] ?? 0, count);
		} else if (Object.hasOwn(ALIASES, name)) {
			const alias = ALIASES[name];
			const count = countOf(value);
			if (alias !== void 0 && count !== void 0) counts[alias] = Math.max(counts[alias] ?? 0, count);
		}
	}
	if (added.skipped !== void 0) {
		const both = (counts.skipped ?? 0) + added.skipped;
		counts.skipped = both > (counts.tests ?? 1e400) ? Math.max(counts.skipped ?? 0, added.skipped) : both;
	}
	return counts;
}
function countOf(value) {
	const trimmed = value.trim();
	return /^\d{1,12}$/.test(trimmed) ? Number(trimmed) : void 0;
}

// node_modules/xmlchars/xml/1.0/ed5.js
var require_ed5 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/**
	* Character classes and associated utilities for the 5th edition of XML 1.0.
	*
	* @author Louis-Dominique Dubeau
	* @license MIT
	* @copyright Louis-Dominique Dubeau
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.CHAR = "	\n\r -퟿-�𐀀-􏿿";
	exports.S = " 	\r\n";
	exports.NAME_START_CHAR = ":A-Z_a-zÀ-ÖØ-öø-˿Ͱ-ͽͿ-῿‌‍⁰-↏Ⰰ-⿯、-퟿豈-﷏ﷰ-�𐀀-󯿿";
	exports.NAME_CHAR = "-" + exports.NAME_START_CHAR + ".0-9·̀-ͯ‿-⁀";
	exports.CHAR_RE = new RegExp("^[" + exports.CHAR + "]$", "u");
	exports.S_RE = new RegExp("^[" + exports.S + "]+$", "u");
	exports.NAME_START_CHAR_RE = new RegExp("^[" + exports.NAME_START_CHAR + "]$", "u");
	exports.NAME_CHAR_RE = new RegExp("^[" + exports.NAME_CHAR + "]$", "u");
	exports.NAME_RE = new RegExp("^[" + exports.NAME_START_CHAR + "][" + exports.NAME_CHAR + "]*$", "u");
	exports.NMTOKEN_RE = new RegExp("^[" + exports.NAME_CHAR + "]+$", "u");
	var TAB = 9;
	var NL = 10;
	var CR = 13;
	var SPACE = 32;
	/** All characters in the ``S`` production. */
	exports.S_LIST = [
		SPACE,
		NL,
		CR,
		TAB
	];
	/**
	* Determines whether a codepoint matches the ``CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``CHAR``.
	*/
	function isChar(c) {
		return c >= SPACE && c <= 55295 || c === NL || c === CR || c === TAB || c >= 57344 && c <= 65533 || c >= 65536 && c <= 1114111;
	}
	exports.isChar = isChar;
	/**
	* Determines whether a codepoint matches the ``S`` (space) production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``S``.
	*/
	function isS(c) {
		return c === SPACE || c === NL || c === CR || c === TAB;
	}
	exports.isS = isS;
	/**
	* Determines whether a codepoint matches the ``NAME_START_CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``NAME_START_CHAR``.
	*/
	function isNameStartChar(c) {
		return c >= 65 && c <= 90 || c >= 97 && c <= 122 || c === 58 || c === 95 || c === 8204 || c === 8205 || c >= 192 && c <= 214 || c >= 216 && c <= 246 || c >= 248 && c <= 767 || c >= 880 && c <= 893 || c >= 895 && c <= 8191 || c >= 8304 && c <= 8591 || c >= 11264 && c <= 12271 || c >= 12289 && c <= 55295 || c >= 63744 && c <= 64975 || c >= 65008 && c <= 65533 || c >= 65536 && c <= 983039;
	}
	exports.isNameStartChar = isNameStartChar;
	/**
	* Determines whether a codepoint matches the ``NAME_CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``NAME_CHAR``.
	*/
	function isNameChar(c) {
		return isNameStartChar(c) || c >= 48 && c <= 57 || c === 45 || c === 46 || c === 183 || c >= 768 && c <= 879 || c >= 8255 && c <= 8256;
	}
	exports.isNameChar = isNameChar;
}));

// node_modules/xmlchars/xml/1.1/ed2.js
var require_ed2 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/**
	* Character classes and associated utilities for the 2nd edition of XML 1.1.
	*
	* @author Louis-Dominique Dubeau
	* @license MIT
	* @copyright Louis-Dominique Dubeau
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.CHAR = "-퟿-�𐀀-􏿿";
	exports.RESTRICTED_CHAR = "-\b\v\f---";
	exports.S = " 	\r\n";
	exports.NAME_START_CHAR = ":A-Z_a-zÀ-ÖØ-öø-˿Ͱ-ͽͿ-῿‌‍⁰-↏Ⰰ-⿯、-퟿豈-﷏ﷰ-�𐀀-󯿿";
	exports.NAME_CHAR = "-" + exports.NAME_START_CHAR + ".0-9·̀-ͯ‿-⁀";
	exports.CHAR_RE = new RegExp("^[" + exports.CHAR + "]$", "u");
	exports.RESTRICTED_CHAR_RE = new RegExp("^[" + exports.RESTRICTED_CHAR + "]$", "u");
	exports.S_RE = new RegExp("^[" + exports.S + "]+$", "u");
	exports.NAME_START_CHAR_RE = new RegExp("^[" + exports.NAME_START_CHAR + "]$", "u");
	exports.NAME_CHAR_RE = new RegExp("^[" + exports.NAME_CHAR + "]$", "u");
	exports.NAME_RE = new RegExp("^[" + exports.NAME_START_CHAR + "][" + exports.NAME_CHAR + "]*$", "u");
	exports.NMTOKEN_RE = new RegExp("^[" + exports.NAME_CHAR + "]+$", "u");
	var TAB = 9;
	var NL = 10;
	var CR = 13;
	var SPACE = 32;
	/** All characters in the ``S`` production. */
	exports.S_LIST = [
		SPACE,
		NL,
		CR,
		TAB
	];
	/**
	* Determines whether a codepoint matches the ``CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``CHAR``.
	*/
	function isChar(c) {
		return c >= 1 && c <= 55295 || c >= 57344 && c <= 65533 || c >= 65536 && c <= 1114111;
	}
	exports.isChar = isChar;
	/**
	* Determines whether a codepoint matches the ``RESTRICTED_CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``RESTRICTED_CHAR``.
	*/
	function isRestrictedChar(c) {
		return c >= 1 && c <= 8 || c === 11 || c === 12 || c >= 14 && c <= 31 || c >= 127 && c <= 132 || c >= 134 && c <= 159;
	}
	exports.isRestrictedChar = isRestrictedChar;
	/**
	* Determines whether a codepoint matches the ``CHAR`` production and does not
	* match the ``RESTRICTED_CHAR`` production. ``isCharAndNotRestricted(x)`` is
	* equivalent to ``isChar(x) && !isRestrictedChar(x)``. This function is faster
	* than running the two-call equivalent.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``CHAR`` and does not match
	* ``RESTRICTED_CHAR``.
	*/
	function isCharAndNotRestricted(c) {
		return c === 9 || c === 10 || c === 13 || c > 31 && c < 127 || c === 133 || c > 159 && c <= 55295 || c >= 57344 && c <= 65533 || c >= 65536 && c <= 1114111;
	}
	exports.isCharAndNotRestricted = isCharAndNotRestricted;
	/**
	* Determines whether a codepoint matches the ``S`` (space) production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``S``.
	*/
	function isS(c) {
		return c === SPACE || c === NL || c === CR || c === TAB;
	}
	exports.isS = isS;
	/**
	* Determines whether a codepoint matches the ``NAME_START_CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``NAME_START_CHAR``.
	*/
	function isNameStartChar(c) {
		return c >= 65 && c <= 90 || c >= 97 && c <= 122 || c === 58 || c === 95 || c === 8204 || c === 8205 || c >= 192 && c <= 214 || c >= 216 && c <= 246 || c >= 248 && c <= 767 || c >= 880 && c <= 893 || c >= 895 && c <= 8191 || c >= 8304 && c <= 8591 || c >= 11264 && c <= 12271 || c >= 12289 && c <= 55295 || c >= 63744 && c <= 64975 || c >= 65008 && c <= 65533 || c >= 65536 && c <= 983039;
	}
	exports.isNameStartChar = isNameStartChar;
	/**
	* Determines whether a codepoint matches the ``NAME_CHAR`` production.
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches ``NAME_CHAR``.
	*/
	function isNameChar(c) {
		return isNameStartChar(c) || c >= 48 && c <= 57 || c === 45 || c === 46 || c === 183 || c >= 768 && c <= 879 || c >= 8255 && c <= 8256;
	}
	exports.isNameChar = isNameChar;
}));

// node_modules/xmlchars/xmlns/1.0/ed3.js
var require_ed3 = /* @__PURE__ */ __commonJSMin(((exports) => {
	/**
	* Character class utilities for XML NS 1.0 edition 3.
	*
	* @author Louis-Dominique Dubeau
	* @license MIT
	* @copyright Louis-Dominique Dubeau
	*/
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.NC_NAME_START_CHAR = "A-Z_a-zÀ-ÖØ-öø-˿Ͱ-ͽͿ-῿‌-‍⁰-↏Ⰰ-⿯、-퟿豈-﷏ﷰ-�𐀀-󯿿";
	exports.NC_NAME_CHAR = "-" + exports.NC_NAME_START_CHAR + ".0-9·̀-ͯ‿-⁀";
	exports.NC_NAME_START_CHAR_RE = new RegExp("^[" + exports.NC_NAME_START_CHAR + "]$", "u");
	exports.NC_NAME_CHAR_RE = new RegExp("^[" + exports.NC_NAME_CHAR + "]$", "u");
	exports.NC_NAME_RE = new RegExp("^[" + exports.NC_NAME_START_CHAR + "][" + exports.NC_NAME_CHAR + "]*$", "u");
	/**
	* Determines whether a codepoint matches [[NC_NAME_START_CHAR]].
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches.
	*/
	function isNCNameStartChar(c) {
		return c >= 65 && c <= 90 || c === 95 || c >= 97 && c <= 122 || c >= 192 && c <= 214 || c >= 216 && c <= 246 || c >= 248 && c <= 767 || c >= 880 && c <= 893 || c >= 895 && c <= 8191 || c >= 8204 && c <= 8205 || c >= 8304 && c <= 8591 || c >= 11264 && c <= 12271 || c >= 12289 && c <= 55295 || c >= 63744 && c <= 64975 || c >= 65008 && c <= 65533 || c >= 65536 && c <= 983039;
	}
	exports.isNCNameStartChar = isNCNameStartChar;
	/**
	* Determines whether a codepoint matches [[NC_NAME_CHAR]].
	*
	* @param c The code point.
	*
	* @returns ``true`` if the codepoint matches.
	*/
	function isNCNameChar(c) {
		return isNCNameStartChar(c) || c === 45 || c === 46 || c >= 48 && c <= 57 || c === 183 || c >= 768 && c <= 879 || c >= 8255 && c <= 8256;
	}
	exports.isNCNameChar = isNCNameChar;
}));

// node_modules/saxes/saxes.js
var require_saxes = /* @__PURE__ */ __commonJSMin(((exports) => {
	Object.defineProperty(exports, "__esModule", { value: true });
	exports.SaxesParser = exports.EVENTS = void 0;
	const ed5 = require_ed5();
	const ed2 = require_ed2();
	const NSed3 = require_ed3();
	var isS = ed5.isS;
	var isChar10 = ed5.isChar;
	var isNameStartChar = ed5.isNameStartChar;
	var isNameChar = ed5.isNameChar;
	var S_LIST = ed5.S_LIST;
	var NAME_RE = ed5.NAME_RE;
	var isChar11 = ed2.isChar;
	var isNCNameStartChar = NSed3.isNCNameStartChar;
	var isNCNameChar = NSed3.isNCNameChar;
	var NC_NAME_RE = NSed3.NC_NAME_RE;
	const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
	const XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";
	const rootNS = {
		__proto__: null,
		xml: XML_NAMESPACE,
		xmlns: XMLNS_NAMESPACE
	};
	const XML_ENTITIES = {
		__proto__: null,
		amp: "&",
		gt: ">",
		lt: "<",
		quot: "\"",
		apos: "'"
	};
	const EOC = -1;
	const NL_LIKE = -2;
	const S_BEGIN = 0;
	const S_BEGIN_WHITESPACE = 1;
	const S_DOCTYPE = 2;
	const S_DOCTYPE_QUOTE = 3;
	const S_DTD = 4;
	const S_DTD_QUOTED = 5;
	const S_DTD_OPEN_WAKA = 6;
	const S_DTD_OPEN_WAKA_BANG = 7;
	const S_DTD_COMMENT = 8;
	const S_DTD_COMMENT_ENDING = 9;
	const S_DTD_COMMENT_ENDED = 10;
	const S_DTD_PI = 11;
	const S_DTD_PI_ENDING = 12;
	const S_TEXT = 13;
	const S_ENTITY = 14;
	const S_OPEN_WAKA = 15;
	const S_OPEN_WAKA_BANG = 16;
	const S_COMMENT = 17;
	const S_COMMENT_ENDING = 18;
	const S_COMMENT_ENDED = 19;
	const S_CDATA = 20;
	const S_CDATA_ENDING = 21;
	const S_CDATA_ENDING_2 = 22;
	const S_PI_FIRST_CHAR = 23;
	const S_PI_REST = 24;
	const S_PI_BODY = 25;
	const S_PI_ENDING = 26;
	const S_XML_DECL_NAME_START = 27;
	const S_XML_DECL_NAME = 28;
	const S_XML_DECL_EQ = 29;
	const S_XML_DECL_VALUE_START = 30;
	const S_XML_DECL_VALUE = 31;
	const S_XML_DECL_SEPARATOR = 32;
	const S_XML_DECL_ENDING = 33;
	const S_OPEN_TAG = 34;
	const S_OPEN_TAG_SLASH = 35;
	const S_ATTRIB = 36;
	const S_ATTRIB_NAME = 37;
	const S_ATTRIB_NAME_SAW_WHITE = 38;
	const S_ATTRIB_VALUE = 39;
	const S_ATTRIB_VALUE_QUOTED = 40;
	const S_ATTRIB_VALUE_CLOSED = 41;
	const S_ATTRIB_VALUE_UNQUOTED = 42;
	const S_CLOSE_TAG = 43;
	const S_CLOSE_TAG_SAW_WHITE = 44;
	const TAB = 9;
	const NL = 10;
	const CR = 13;
	const SPACE = 32;
	const BANG = 33;
	const DQUOTE = 34;
	const AMP = 38;
	const SQUOTE = 39;
	const MINUS = 45;
	const FORWARD_SLASH = 47;
	const SEMICOLON = 59;
	const LESS = 60;
	const EQUAL = 61;
	const GREATER = 62;
	const QUESTION = 63;
	const OPEN_BRACKET = 91;
	const CLOSE_BRACKET = 93;
	const NEL = 133;
	const LS = 8232;
	const isQuote = (c) => c === DQUOTE || c === SQUOTE;
	const QUOTES = [DQUOTE, SQUOTE];
	const DOCTYPE_TERMINATOR = [
		...QUOTES,
		OPEN_BRACKET,
		GREATER
	];
	const DTD_TERMINATOR = [
		...QUOTES,
		LESS,
		CLOSE_BRACKET
	];
	const XML_DECL_NAME_TERMINATOR = [
		EQUAL,
		QUESTION,
		...S_LIST
	];
	const ATTRIB_VALUE_UNQUOTED_TERMINATOR = [
		...S_LIST,
		GREATER,
		AMP,
		LESS
	];
	function nsPairCheck(parser, prefix, uri) {
		switch (prefix) {
			case "xml":
				if (uri !== XML_NAMESPACE) parser.fail(`xml prefix must be bound to ${XML_NAMESPACE}.`);
				break;
			case "xmlns": if (uri !== XMLNS_NAMESPACE) parser.fail(`xmlns prefix must be bound to ${XMLNS_NAMESPACE}.`);
		}
		switch (uri) {
			case XMLNS_NAMESPACE:
				parser.fail(prefix === "" ? `the default namespace may not be set to ${uri}.` : `may not assign a prefix (even "xmlns") to the URI \
${XMLNS_NAMESPACE}.`);
				break;
			case XML_NAMESPACE: switch (prefix) {
				case "xml": break;
				case "":
					parser.fail(`the default namespace may not be set to ${uri}.`);
					break;
				default: parser.fail("may not assign the xml namespace to another prefix.");
			}
		}
	}
	function nsMappingCheck(parser, mapping) {
		for (const local of Object.keys(mapping)) nsPairCheck(parser, local, mapping[local]);
	}
	const isNCName = (name) => NC_NAME_RE.test(name);
	const isName = (name) => NAME_RE.test(name);
	const FORBIDDEN_START = 0;
	const FORBIDDEN_BRACKET = 1;
	const FORBIDDEN_BRACKET_BRACKET = 2;
	/**
	* The list of supported events.
	*/
	exports.EVENTS = [
		"xmldecl",
		"text",
		"processinginstruction",
		"doctype",
		"comment",
		"opentagstart",
		"attribute",
		"opentag",
		"closetag",
		"cdata",
		"error",
		"end",
		"ready"
	];
	const EVENT_NAME_TO_HANDLER_NAME = {
		xmldecl: "xmldeclHandler",
		text: "textHandler",
		processinginstruction: "piHandler",
		doctype: "doctypeHandler",
		comment: "commentHandler",
		opentagstart: "openTagStartHandler",
		attribute: "attributeHandler",
		opentag: "openTagHandler",
		closetag: "closeTagHandler",
		cdata: "cdataHandler",
		error: "errorHandler",
		end: "endHandler",
		ready: "readyHandler"
	};
	var SaxesParser = class {
		/**
		* @param opt The parser options.
		*/
		constructor(opt) {
			this.opt = opt !== null && opt !== void 0 ? opt : {};
			this.fragmentOpt = !!this.opt.fragment;
			const xmlnsOpt = this.xmlnsOpt = !!this.opt.xmlns;
			this.trackPosition = this.opt.position !== false;
			this.fileName = this.opt.fileName;
			if (xmlnsOpt) {
				this.nameStartCheck = isNCNameStartChar;
				this.nameCheck = isNCNameChar;
				this.isName = isNCName;
				this.processAttribs = this.processAttribsNS;
				this.pushAttrib = this.pushAttribNS;
				this.ns = Object.assign({ __proto__: null }, rootNS);
				const additional = this.opt.additionalNamespaces;
				if (additional != null) {
					nsMappingCheck(this, additional);
					Object.assign(this.ns, additional);
				}
			} else {
				this.nameStartCheck = isNameStartChar;
				this.nameCheck = isNameChar;
				this.isName = isName;
				this.processAttribs = this.processAttribsPlain;
				this.pushAttrib = this.pushAttribPlain;
			}
			this.stateTable = [
				this.sBegin,
				this.sBeginWhitespace,
				this.sDoctype,
				this.sDoctypeQuote,
				this.sDTD,
				this.sDTDQuoted,
				this.sDTDOpenWaka,
				this.sDTDOpenWakaBang,
				this.sDTDComment,
				this.sDTDCommentEnding,
				this.sDTDCommentEnded,
				this.sDTDPI,
				this.sDTDPIEnding,
				this.sText,
				this.sEntity,
				this.sOpenWaka,
				this.sOpenWakaBang,
				this.sComment,
				this.sCommentEnding,
				this.sCommentEnded,
				this.sCData,
				this.sCDataEnding,
				this.sCDataEnding2,
				this.sPIFirstChar,
				this.sPIRest,
				this.sPIBody,
				this.sPIEnding,
				this.sXMLDeclNameStart,
				this.sXMLDeclName,
				this.sXMLDeclEq,
				this.sXMLDeclValueStart,
				this.sXMLDeclValue,
				this.sXMLDeclSeparator,
				this.sXMLDeclEnding,
				this.sOpenTag,
				this.sOpenTagSlash,
				this.sAttrib,
				this.sAttribName,
				this.sAttribNameSawWhite,
				this.sAttribValue,
				this.sAttribValueQuoted,
				this.sAttribValueClosed,
				this.sAttribValueUnquoted,
				this.sCloseTag,
				this.sCloseTagSawWhite
			];
			this._init();
		}
		/**
		* Indicates whether or not the parser is closed. If ``true``, wait for
		* the ``ready`` event to write again.
		*/
		get closed() {
			return this._closed;
		}
		_init() {
			var _a;
			this.openWakaBang = "";
			this.text = "";
			this.name = "";
			this.piTarget = "";
			this.entity = "";
			this.q = null;
			this.tags = [];
			this.tag = null;
			this.topNS = null;
			this.chunk = "";
			this.chunkPosition = 0;
			this.i = 0;
			this.prevI = 0;
			this.carriedFromPrevious = void 0;
			this.forbiddenState = FORBIDDEN_START;
			this.attribList = [];
			const { fragmentOpt } = this;
			this.state = fragmentOpt ? S_TEXT : S_BEGIN;
			this.reportedTextBeforeRoot = this.reportedTextAfterRoot = this.closedRoot = this.sawRoot = fragmentOpt;
			this.xmlDeclPossible = !fragmentOpt;
			this.xmlDeclExpects = ["version"];
			this.entityReturnState = void 0;
			let { defaultXMLVersion } = this.opt;
			if (defaultXMLVersion === void 0) {
				if (this.opt.forceXMLVersion === true) throw new Error("forceXMLVersion set but defaultXMLVersion is not set");
				defaultXMLVersion = "1.0";
			}
			this.setXMLVersion(defaultXMLVersion);
			this.positionAtNewLine = 0;
			this.doctype = false;
			this._closed = false;
			this.xmlDecl = {
				version: void 0,
				encoding: void 0,
				standalone: void 0
			};
			this.line = 1;
			this.column = 0;
			this.ENTITIES = Object.create(XML_ENTITIES);
			(_a = this.readyHandler) === null || _a === void 0 || _a.call(this);
		}
		/**
		* The stream position the parser is currently looking at. This field is
		* zero-based.
		*
		* This field is not based on counting Unicode characters but is to be
		* interpreted as a plain index into a JavaScript string.
		*/
		get position() {
			return this.chunkPosition + this.i;
		}
		/**
		* The column number of the next character to be read by the parser.  *
		* This field is zero-based. (The first column in a line is 0.)
		*
		* This field reports the index at which the next character would be in the
		* line if the line were represented as a JavaScript string.  Note that this
		* *can* be different to a count based on the number of *Unicode characters*
		* due to how JavaScript handles astral plane characters.
		*
		* See [[column]] for a number that corresponds to a count of Unicode
		* characters.
		*/
		get columnIndex() {
			return this.position - this.positionAtNewLine;
		}
		/**
		* Set an event listener on an event. The parser supports one handler per
		* event type. If you try to set an event handler over an existing handler,
		* the old handler is silently overwritten.
		*
		* @param name The event to listen to.
		*
		* @param handler The handler to set.
		*/
		on(name, handler) {
			this[EVENT_NAME_TO_HANDLER_NAME[name]] = handler;
		}
		/**
		* Unset an event handler.
		*
		* @parma name The event to stop listening to.
		*/
		off(name) {
			this[EVENT_NAME_TO_HANDLER_NAME[name]] = void 0;
		}
		/**
		* Make an error object. The error object will have a message that contains
		* the ``fileName`` option passed at the creation of the parser. If position
		* tracking was turned on, it will also have line and column number
		* information.
		*
		* @param message The message describing the error to report.
		*
		* @returns An error object with a properly formatted message.
		*/
		makeError(message) {
			var _a;
			let msg = (_a = this.fileName) !== null && _a !== void 0 ? _a : "";
			if (this.trackPosition) {
				if (msg.length > 0) msg += ":";
				msg += `${this.line}:${this.column}`;
			}
			if (msg.length > 0) msg += ": ";
			return new Error(msg + message);
		}
		/**
		* Report a parsing error. This method is made public so that client code may
		* check for issues that are outside the scope of this project and can report
		* errors.
		*
		* @param message The error to report.
		*
		* @returns this
		*/
		fail(message) {
			const err = this.makeError(message);
			const handler = this.errorHandler;
			if (handler === void 0) throw err;
			else handler(err);
			return this;
		}
		/**
		* Write a XML data to the parser.
		*
		* @param chunk The XML data to write.
		*
		* @returns this
		*/
		write(chunk) {
			if (this.closed) return this.fail("cannot write after close; assign an onready handler.");
			let end = false;
			if (chunk === null) {
				end = true;
				chunk = "";
			} else if (typeof chunk === "object") chunk = chunk.toString();
			if (this.carriedFromPrevious !== void 0) {
				chunk = `${this.carriedFromPrevious}${chunk}`;
				this.carriedFromPrevious = void 0;
			}
			let limit = chunk.length;
			const lastCode = chunk.charCodeAt(limit - 1);
			if (!end && (lastCode === CR || lastCode >= 55296 && lastCode <= 56319)) {
				this.carriedFromPrevious = chunk[limit - 1];
				limit--;
				chunk = chunk.slice(0, limit);
			}
			const { stateTable } = this;
			this.chunk = chunk;
			this.i = 0;
			while (this.i < limit) stateTable[this.state].call(this);
			this.chunkPosition += limit;
			return end ? this.end() : this;
		}
		/**
		* Close the current stream. Perform final well-formedness checks and reset
		* the parser tstate.
		*
		* @returns this
		*/
		close() {
			return this.write(null);
		}
		/**
		* Get a single code point out of the current chunk. This updates the current
		* position if we do position tracking.
		*
		* This is the algorithm to use for XML 1.0.
		*
		* @returns The character read.
		*/
		getCode10() {
			const { chunk, i } = this;
			this.prevI = i;
			this.i = i + 1;
			if (i >= chunk.length) return EOC;
			const code = chunk.charCodeAt(i);
			this.column++;
			if (code < 55296) {
				if (code >= SPACE || code === TAB) return code;
				switch (code) {
					case NL:
						this.line++;
						this.column = 0;
						this.positionAtNewLine = this.position;
						return NL;
					case CR:
						if (chunk.charCodeAt(i + 1) === NL) this.i = i + 2;
						this.line++;
						this.column = 0;
						this.positionAtNewLine = this.position;
						return NL_LIKE;
					default:
						this.fail("disallowed character.");
						return code;
				}
			}
			if (code > 56319) {
				if (!(code >= 57344 && code <= 65533)) this.fail("disallowed character.");
				return code;
			}
			const final = 65536 + (code - 55296) * 1024 + (chunk.charCodeAt(i + 1) - 56320);
			this.i = i + 2;
			if (final > 1114111) this.fail("disallowed character.");
			return final;
		}
		/**
		* Get a single code point out of the current chunk. This updates the current
		* position if we do position tracking.
		*
		* This is the algorithm to use for XML 1.1.
		*
		* @returns {number} The character read.
		*/
		getCode11() {
			const { chunk, i } = this;
			this.prevI = i;
			this.i = i + 1;
			if (i >= chunk.length) return EOC;
			const code = chunk.charCodeAt(i);
			this.column++;
			if (code < 55296) {
				if (code > 31 && code < 127 || code > 159 && code !== LS || code === TAB) return code;
				switch (code) {
					case NL:
						this.line++;
						this.column = 0;
						this.positionAtNewLine = this.position;
						return NL;
					case CR: {
						const next = chunk.charCodeAt(i + 1);
						if (next === NL || next === NEL) this.i = i + 2;
					}
					case NEL:
					case LS:
						this.line++;
						this.column = 0;
						this.positionAtNewLine = this.position;
						return NL_LIKE;
					default:
						this.fail("disallowed character.");
						return code;
				}
			}
			if (code > 56319) {
				if (!(code >= 57344 && code <= 65533)) this.fail("disallowed character.");
				return code;
			}
			const final = 65536 + (code - 55296) * 1024 + (chunk.charCodeAt(i + 1) - 56320);
			this.i = i + 2;
			if (final > 1114111) this.fail("disallowed character.");
			return final;
		}
		/**
		* Like ``getCode`` but with the return value normalized so that ``NL`` is
		* returned for ``NL_LIKE``.
		*/
		getCodeNorm() {
			const c = this.getCode();
			return c === NL_LIKE ? NL : c;
		}
		unget() {
			this.i = this.prevI;
			this.column--;
		}
		/**
		* Capture characters into a buffer until encountering one of a set of
		* characters.
		*
		* @param chars An array of codepoints. Encountering a character in the array
		* ends the capture. (``chars`` may safely contain ``NL``.)
		*
		* @return The character code that made the capture end, or ``EOC`` if we hit
		* the end of the chunk. The return value cannot be NL_LIKE: NL is returned
		* instead.
		*/
		captureTo(chars) {
			let { i: start } = this;
			const { chunk } = this;
			while (true) {
				const c = this.getCode();
				const isNLLike = c === NL_LIKE;
				const final = isNLLike ? NL : c;
				if (final === EOC || chars.includes(final)) {
					this.text += chunk.slice(start, this.prevI);
					return final;
				}
				if (isNLLike) {
					this.text += `${chunk.slice(start, this.prevI)}\n`;
					start = this.i;
				}
			}
		}
		/**
		* Capture characters into a buffer until encountering a character.
		*
		* @param char The codepoint that ends the capture. **NOTE ``char`` MAY NOT
		* CONTAIN ``NL``.** Passing ``NL`` will result in buggy behavior.
		*
		* @return ``true`` if we ran into the character. Otherwise, we ran into the
		* end of the current chunk.
		*/
		captureToChar(char) {
			let { i: start } = this;
			const { chunk } = this;
			while (true) {
				let c = this.getCode();
				switch (c) {
					case NL_LIKE:
						this.text += `${chunk.slice(start, this.prevI)}\n`;
						start = this.i;
						c = NL;
						break;
					case EOC:
						this.text += chunk.slice(start);
						return false;
				}
				if (c === char) {
					this.text += chunk.slice(start, this.prevI);
					return true;
				}
			}
		}
		/**
		* Capture characters that satisfy ``isNameChar`` into the ``name`` field of
		* this parser.
		*
		* @return The character code that made the test fail, or ``EOC`` if we hit
		* the end of the chunk. The return value cannot be NL_LIKE: NL is returned
		* instead.
		*/
		captureNameChars() {
			const { chunk, i: start } = this;
			while (true) {
				const c = this.getCode();
				if (c === EOC) {
					this.name += chunk.slice(start);
					return EOC;
				}
				if (!isNameChar(c)) {
					this.name += chunk.slice(start, this.prevI);
					return c === NL_LIKE ? NL : c;
				}
			}
		}
		/**
		* Skip white spaces.
		*
		* @return The character that ended the skip, or ``EOC`` if we hit
		* the end of the chunk. The return value cannot be NL_LIKE: NL is returned
		* instead.
		*/
		skipSpaces() {
			while (true) {
				const c = this.getCodeNorm();
				if (c === EOC || !isS(c)) return c;
			}
		}
		setXMLVersion(version) {
			this.currentXMLVersion = version;
			if (version === "1.0") {
				this.isChar = isChar10;
				this.getCode = this.getCode10;
			} else {
				this.isChar = isChar11;
				this.getCode = this.getCode11;
			}
		}
		sBegin() {
			if (this.chunk.charCodeAt(0) === 65279) {
				this.i++;
				this.column++;
			}
			this.state = S_BEGIN_WHITESPACE;
		}
		sBeginWhitespace() {
			const iBefore = this.i;
			const c = this.skipSpaces();
			if (this.prevI !== iBefore) this.xmlDeclPossible = false;
			switch (c) {
				case LESS:
					this.state = S_OPEN_WAKA;
					if (this.text.length !== 0) throw new Error("no-empty text at start");
					break;
				case EOC: break;
				default:
					this.unget();
					this.state = S_TEXT;
					this.xmlDeclPossible = false;
			}
		}
		sDoctype() {
			var _a;
			const c = this.captureTo(DOCTYPE_TERMINATOR);
			switch (c) {
				case GREATER:
					(_a = this.doctypeHandler) === null || _a === void 0 || _a.call(this, this.text);
					this.text = "";
					this.state = S_TEXT;
					this.doctype = true;
					break;
				case EOC: break;
				default:
					this.text += String.fromCodePoint(c);
					if (c === OPEN_BRACKET) this.state = S_DTD;
					else if (isQuote(c)) {
						this.state = S_DOCTYPE_QUOTE;
						this.q = c;
					}
			}
		}
		sDoctypeQuote() {
			const q = this.q;
			if (this.captureToChar(q)) {
				this.text += String.fromCodePoint(q);
				this.q = null;
				this.state = S_DOCTYPE;
			}
		}
		sDTD() {
			const c = this.captureTo(DTD_TERMINATOR);
			if (c === EOC) return;
			this.text += String.fromCodePoint(c);
			if (c === CLOSE_BRACKET) this.state = S_DOCTYPE;
			else if (c === LESS) this.state = S_DTD_OPEN_WAKA;
			else if (isQuote(c)) {
				this.state = S_DTD_QUOTED;
				this.q = c;
			}
		}
		sDTDQuoted() {
			const q = this.q;
			if (this.captureToChar(q)) {
				this.text += String.fromCodePoint(q);
				this.state = S_DTD;
				this.q = null;
			}
		}
		sDTDOpenWaka() {
			const c = this.getCodeNorm();
			this.text += String.fromCodePoint(c);
			switch (c) {
				case BANG:
					this.state = S_DTD_OPEN_WAKA_BANG;
					this.openWakaBang = "";
					break;
				case QUESTION:
					this.state = S_DTD_PI;
					break;
				default: this.state = S_DTD;
			}
		}
		sDTDOpenWakaBang() {
			const char = String.fromCodePoint(this.getCodeNorm());
			const owb = this.openWakaBang += char;
			this.text += char;
			if (owb !== "-") {
				this.state = owb === "--" ? S_DTD_COMMENT : S_DTD;
				this.openWakaBang = "";
			}
		}
		sDTDComment() {
			if (this.captureToChar(MINUS)) {
				this.text += "-";
				this.state = S_DTD_COMMENT_ENDING;
			}
		}
		sDTDCommentEnding() {
			const c = this.getCodeNorm();
			this.text += String.fromCodePoint(c);
			this.state = c === MINUS ? S_DTD_COMMENT_ENDED : S_DTD_COMMENT;
		}
		sDTDCommentEnded() {
			const c = this.getCodeNorm();
			this.text += String.fromCodePoint(c);
			if (c === GREATER) this.state = S_DTD;
			else {
				this.fail("malformed comment.");
				this.state = S_DTD_COMMENT;
			}
		}
		sDTDPI() {
			if (this.captureToChar(QUESTION)) {
				this.text += "?";
				this.state = S_DTD_PI_ENDING;
			}
		}
		sDTDPIEnding() {
			const c = this.getCodeNorm();
			this.text += String.fromCodePoint(c);
			if (c === GREATER) this.state = S_DTD;
		}
		sText() {
			if (this.tags.length !== 0) this.handleTextInRoot();
			else this.handleTextOutsideRoot();
		}
		sEntity() {
			let { i: start } = this;
			const { chunk } = this;
			loop: while (true) switch (this.getCode()) {
				case NL_LIKE:
					this.entity += `${chunk.slice(start, this.prevI)}\n`;
					start = this.i;
					break;
				case SEMICOLON: {
					const { entityReturnState } = this;
					const entity = this.entity + chunk.slice(start, this.prevI);
					this.state = entityReturnState;
					let parsed;
					if (entity === "") {
						this.fail("empty entity name.");
						parsed = "&;";
					} else {
						parsed = this.parseEntity(entity);
						this.entity = "";
					}
					if (entityReturnState !== S_TEXT || this.textHandler !== void 0) this.text += parsed;
					break loop;
				}
				case EOC:
					this.entity += chunk.slice(start);
					break loop;
			}
		}
		sOpenWaka() {
			const c = this.getCode();
			if (isNameStartChar(c)) {
				this.state = S_OPEN_TAG;
				this.unget();
				this.xmlDeclPossible = false;
			} else switch (c) {
				case FORWARD_SLASH:
					this.state = S_CLOSE_TAG;
					this.xmlDeclPossible = false;
					break;
				case BANG:
					this.state = S_OPEN_WAKA_BANG;
					this.openWakaBang = "";
					this.xmlDeclPossible = false;
					break;
				case QUESTION:
					this.state = S_PI_FIRST_CHAR;
					break;
				default:
					this.fail("disallowed character in tag name");
					this.state = S_TEXT;
					this.xmlDeclPossible = false;
			}
		}
		sOpenWakaBang() {
			this.openWakaBang += String.fromCodePoint(this.getCodeNorm());
			switch (this.openWakaBang) {
				case "[CDATA[":
					if (!this.sawRoot && !this.reportedTextBeforeRoot) {
						this.fail("text data outside of root node.");
						this.reportedTextBeforeRoot = true;
					}
					if (this.closedRoot && !this.reportedTextAfterRoot) {
						this.fail("text data outside of root node.");
						this.reportedTextAfterRoot = true;
					}
					this.state = S_CDATA;
					this.openWakaBang = "";
					break;
				case "--":
					this.state = S_COMMENT;
					this.openWakaBang = "";
					break;
				case "DOCTYPE":
					this.state = S_DOCTYPE;
					if (this.doctype || this.sawRoot) this.fail("inappropriately located doctype declaration.");
					this.openWakaBang = "";
					break;
				default: if (this.openWakaBang.length >= 7) this.fail("incorrect syntax.");
			}
		}
		sComment() {
			if (this.captureToChar(MINUS)) this.state = S_COMMENT_ENDING;
		}
		sCommentEnding() {
			var _a;
			const c = this.getCodeNorm();
			if (c === MINUS) {
				this.state = S_COMMENT_ENDED;
				(_a = this.commentHandler) === null || _a === void 0 || _a.call(this, this.text);
				this.text = "";
			} else {
				this.text += `-${String.fromCodePoint(c)}`;
				this.state = S_COMMENT;
			}
		}
		sCommentEnded() {
			const c = this.getCodeNorm();
			if (c !== GREATER) {
				this.fail("malformed comment.");
				this.text += `--${String.fromCodePoint(c)}`;
				this.state = S_COMMENT;
			} else this.state = S_TEXT;
		}
		sCData() {
			if (this.captureToChar(CLOSE_BRACKET)) this.state = S_CDATA_ENDING;
		}
		sCDataEnding() {
			const c = this.getCodeNorm();
			if (c === CLOSE_BRACKET) this.state = S_CDATA_ENDING_2;
			else {
				this.text += `]${String.fromCodePoint(c)}`;
				this.state = S_CDATA;
			}
		}
		sCDataEnding2() {
			var _a;
			const c = this.getCodeNorm();
			switch (c) {
				case GREATER:
					(_a = this.cdataHandler) === null || _a === void 0 || _a.call(this, this.text);
					this.text = "";
					this.state = S_TEXT;
					break;
				case CLOSE_BRACKET:
					this.text += "]";
					break;
				default:
					this.text += `]]${String.fromCodePoint(c)}`;
					this.state = S_CDATA;
			}
		}
		sPIFirstChar() {
			const c = this.getCodeNorm();
			if (this.nameStartCheck(c)) {
				this.piTarget += String.fromCodePoint(c);
				this.state = S_PI_REST;
			} else if (c === QUESTION || isS(c)) {
				this.fail("processing instruction without a target.");
				this.state = c === QUESTION ? S_PI_ENDING : S_PI_BODY;
			} else {
				this.fail("disallowed character in processing instruction name.");
				this.piTarget += String.fromCodePoint(c);
				this.state = S_PI_REST;
			}
		}
		sPIRest() {
			const { chunk, i: start } = this;
			while (true) {
				const c = this.getCodeNorm();
				if (c === EOC) {
					this.piTarget += chunk.slice(start);
					return;
				}
				if (!this.nameCheck(c)) {
					this.piTarget += chunk.slice(start, this.prevI);
					const isQuestion = c === QUESTION;
					if (isQuestion || isS(c)) {
						if (this.piTarget === "xml") {
							if (!this.xmlDeclPossible) this.fail("an XML declaration must be at the start of the document.");
							this.state = isQuestion ? S_XML_DECL_ENDING : S_XML_DECL_NAME_START;
						} else this.state = isQuestion ? S_PI_ENDING : S_PI_BODY;
					} else {
						this.fail("disallowed character in processing instruction name.");
						this.piTarget += String.fromCodePoint(c);
					}
					break;
				}
			}
		}
		sPIBody() {
			if (this.text.length === 0) {
				const c = this.getCodeNorm();
				if (c === QUESTION) this.state = S_PI_ENDING;
				else if (!isS(c)) this.text = String.fromCodePoint(c);
			} else if (this.captureToChar(QUESTION)) this.state = S_PI_ENDING;
		}
		sPIEnding() {
			var _a;
			const c = this.getCodeNorm();
			if (c === GREATER) {
				const { piTarget } = this;
				if (piTarget.toLowerCase() === "xml") this.fail("the XML declaration must appear at the start of the document.");
				(_a = this.piHandler) === null || _a === void 0 || _a.call(this, {
					target: piTarget,
					body: this.text
				});
				this.piTarget = this.text = "";
				this.state = S_TEXT;
			} else if (c === QUESTION) this.text += "?";
			else {
				this.text += `?${String.fromCodePoint(c)}`;
				this.state = S_PI_BODY;
			}
			this.xmlDeclPossible = false;
		}
		sXMLDeclNameStart() {
			const c = this.skipSpaces();
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				return;
			}
			if (c !== EOC) {
				this.state = S_XML_DECL_NAME;
				this.name = String.fromCodePoint(c);
			}
		}
		sXMLDeclName() {
			const c = this.captureTo(XML_DECL_NAME_TERMINATOR);
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				this.name += this.text;
				this.text = "";
				this.fail("XML declaration is incomplete.");
				return;
			}
			if (!(isS(c) || c === EQUAL)) return;
			this.name += this.text;
			this.text = "";
			if (!this.xmlDeclExpects.includes(this.name)) switch (this.name.length) {
				case 0:
					this.fail("did not expect any more name/value pairs.");
					break;
				case 1:
					this.fail(`expected the name ${this.xmlDeclExpects[0]}.`);
					break;
				default: this.fail(`expected one of ${this.xmlDeclExpects.join(", ")}`);
			}
			this.state = c === EQUAL ? S_XML_DECL_VALUE_START : S_XML_DECL_EQ;
		}
		sXMLDeclEq() {
			const c = this.getCodeNorm();
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				this.fail("XML declaration is incomplete.");
				return;
			}
			if (isS(c)) return;
			if (c !== EQUAL) this.fail("value required.");
			this.state = S_XML_DECL_VALUE_START;
		}
		sXMLDeclValueStart() {
			const c = this.getCodeNorm();
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				this.fail("XML declaration is incomplete.");
				return;
			}
			if (isS(c)) return;
			if (!isQuote(c)) {
				this.fail("value must be quoted.");
				this.q = SPACE;
			} else this.q = c;
			this.state = S_XML_DECL_VALUE;
		}
		sXMLDeclValue() {
			const c = this.captureTo([this.q, QUESTION]);
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				this.text = "";
				this.fail("XML declaration is incomplete.");
				return;
			}
			if (c === EOC) return;
			const value = this.text;
			this.text = "";
			switch (this.name) {
				case "version": {
					this.xmlDeclExpects = ["encoding", "standalone"];
					const version = value;
					this.xmlDecl.version = version;
					if (!/^1\.[0-9]+$/.test(version)) this.fail("version number must match /^1\\.[0-9]+$/.");
					else if (!this.opt.forceXMLVersion) this.setXMLVersion(version);
					break;
				}
				case "encoding":
					if (!/^[A-Za-z][A-Za-z0-9._-]*$/.test(value)) this.fail("encoding value must match /^[A-Za-z0-9][A-Za-z0-9._-]*$/.");
					this.xmlDeclExpects = ["standalone"];
					this.xmlDecl.encoding = value;
					break;
				case "standalone":
					if (value !== "yes" && value !== "no") this.fail("standalone value must match \"yes\" or \"no\".");
					this.xmlDeclExpects = [];
					this.xmlDecl.standalone = value;
			}
			this.name = "";
			this.state = S_XML_DECL_SEPARATOR;
		}
		sXMLDeclSeparator() {
			const c = this.getCodeNorm();
			if (c === QUESTION) {
				this.state = S_XML_DECL_ENDING;
				return;
			}
			if (!isS(c)) {
				this.fail("whitespace required.");
				this.unget();
			}
			this.state = S_XML_DECL_NAME_START;
		}
		sXMLDeclEnding() {
			var _a;
			if (this.getCodeNorm() === GREATER) {
				if (this.piTarget !== "xml") this.fail("processing instructions are not allowed before root.");
				else if (this.name !== "version" && this.xmlDeclExpects.includes("version")) this.fail("XML declaration must contain a version.");
				(_a = this.xmldeclHandler) === null || _a === void 0 || _a.call(this, this.xmlDecl);
				this.name = "";
				this.piTarget = this.text = "";
				this.state = S_TEXT;
			} else this.fail("The character ? is disallowed anywhere in XML declarations.");
			this.xmlDeclPossible = false;
		}
		sOpenTag() {
			var _a;
			const c = this.captureNameChars();
			if (c === EOC) return;
			const tag = this.tag = {
				name: this.name,
				attributes: Object.create(null)
			};
			this.name = "";
			if (this.xmlnsOpt) this.topNS = tag.ns = Object.create(null);
			(_a = this.openTagStartHandler) === null || _a === void 0 || _a.call(this, tag);
			this.sawRoot = true;
			if (!this.fragmentOpt && this.closedRoot) this.fail("documents may contain only one root.");
			switch (c) {
				case GREATER:
					this.openTag();
					break;
				case FORWARD_SLASH:
					this.state = S_OPEN_TAG_SLASH;
					break;
				default:
					if (!isS(c)) this.fail("disallowed character in tag name.");
					this.state = S_ATTRIB;
			}
		}
		sOpenTagSlash() {
			if (this.getCode() === GREATER) this.openSelfClosingTag();
			else {
				this.fail("forward-slash in opening tag not followed by >.");
				this.state = S_ATTRIB;
			}
		}
		sAttrib() {
			const c = this.skipSpaces();
			if (c === EOC) return;
			if (isNameStartChar(c)) {
				this.unget();
				this.state = S_ATTRIB_NAME;
			} else if (c === GREATER) this.openTag();
			else if (c === FORWARD_SLASH) this.state = S_OPEN_TAG_SLASH;
			else this.fail("disallowed character in attribute name.");
		}
		sAttribName() {
			const c = this.captureNameChars();
			if (c === EQUAL) this.state = S_ATTRIB_VALUE;
			else if (isS(c)) this.state = S_ATTRIB_NAME_SAW_WHITE;
			else if (c === GREATER) {
				this.fail("attribute without value.");
				this.pushAttrib(this.name, this.name);
				this.name = this.text = "";
				this.openTag();
			} else if (c !== EOC) this.fail("disallowed character in attribute name.");
		}
		sAttribNameSawWhite() {
			const c = this.skipSpaces();
			switch (c) {
				case EOC: return;
				case EQUAL:
					this.state = S_ATTRIB_VALUE;
					break;
				default:
					this.fail("attribute without value.");
					this.text = "";
					this.name = "";
					if (c === GREATER) this.openTag();
					else if (isNameStartChar(c)) {
						this.unget();
						this.state = S_ATTRIB_NAME;
					} else {
						this.fail("disallowed character in attribute name.");
						this.state = S_ATTRIB;
					}
			}
		}
		sAttribValue() {
			const c = this.getCodeNorm();
			if (isQuote(c)) {
				this.q = c;
				this.state = S_ATTRIB_VALUE_QUOTED;
			} else if (!isS(c)) {
				this.fail("unquoted attribute value.");
				this.state = S_ATTRIB_VALUE_UNQUOTED;
				this.unget();
			}
		}
		sAttribValueQuoted() {
			const { q, chunk } = this;
			let { i: start } = this;
			while (true) switch (this.getCode()) {
				case q:
					this.pushAttrib(this.name, this.text + chunk.slice(start, this.prevI));
					this.name = this.text = "";
					this.q = null;
					this.state = S_ATTRIB_VALUE_CLOSED;
					return;
				case AMP:
					this.text += chunk.slice(start, this.prevI);
					this.state = S_ENTITY;
					this.entityReturnState = S_ATTRIB_VALUE_QUOTED;
					return;
				case NL:
				case NL_LIKE:
				case TAB:
					this.text += `${chunk.slice(start, this.prevI)} `;
					start = this.i;
					break;
				case LESS:
					this.text += chunk.slice(start, this.prevI);
					this.fail("disallowed character.");
					return;
				case EOC:
					this.text += chunk.slice(start);
					return;
			}
		}
		sAttribValueClosed() {
			const c = this.getCodeNorm();
			if (isS(c)) this.state = S_ATTRIB;
			else if (c === GREATER) this.openTag();
			else if (c === FORWARD_SLASH) this.state = S_OPEN_TAG_SLASH;
			else if (isNameStartChar(c)) {
				this.fail("no whitespace between attributes.");
				this.unget();
				this.state = S_ATTRIB_NAME;
			} else this.fail("disallowed character in attribute name.");
		}
		sAttribValueUnquoted() {
			const c = this.captureTo(ATTRIB_VALUE_UNQUOTED_TERMINATOR);
			switch (c) {
				case AMP:
					this.state = S_ENTITY;
					this.entityReturnState = S_ATTRIB_VALUE_UNQUOTED;
					break;
				case LESS:
					this.fail("disallowed character.");
					break;
				case EOC: break;
				default:
					if (this.text.includes("]]>")) this.fail("the string \"]]>\" is disallowed in char data.");
					this.pushAttrib(this.name, this.text);
					this.name = this.text = "";
					if (c === GREATER) this.openTag();
					else this.state = S_ATTRIB;
			}
		}
		sCloseTag() {
			const c = this.captureNameChars();
			if (c === GREATER) this.closeTag();
			else if (isS(c)) this.state = S_CLOSE_TAG_SAW_WHITE;
			else if (c !== EOC) this.fail("disallowed character in closing tag.");
		}
		sCloseTagSawWhite() {
			switch (this.skipSpaces()) {
				case GREATER:
					this.closeTag();
					break;
				case EOC: break;
				default: this.fail("disallowed character in closing tag.");
			}
		}
		handleTextInRoot() {
			let { i: start, forbiddenState } = this;
			const { chunk, textHandler: handler } = this;
			scanLoop: while (true) switch (this.getCode()) {
				case LESS:
					this.state = S_OPEN_WAKA;
					if (handler !== void 0) {
						const { text } = this;
						const slice = chunk.slice(start, this.prevI);
						if (text.length !== 0) {
							handler(text + slice);
							this.text = "";
						} else if (slice.length !== 0) handler(slice);
					}
					forbiddenState = FORBIDDEN_START;
					break scanLoop;
				case AMP:
					this.state = S_ENTITY;
					this.entityReturnState = S_TEXT;
					if (handler !== void 0) this.text += chunk.slice(start, this.prevI);
					forbiddenState = FORBIDDEN_START;
					break scanLoop;
				case CLOSE_BRACKET:
					switch (forbiddenState) {
						case FORBIDDEN_START:
							forbiddenState = FORBIDDEN_BRACKET;
							break;
						case FORBIDDEN_BRACKET:
							forbiddenState = FORBIDDEN_BRACKET_BRACKET;
							break;
						case FORBIDDEN_BRACKET_BRACKET: break;
						default: throw new Error("impossible state");
					}
					break;
				case GREATER:
					if (forbiddenState === FORBIDDEN_BRACKET_BRACKET) this.fail("the string \"]]>\" is disallowed in char data.");
					forbiddenState = FORBIDDEN_START;
					break;
				case NL_LIKE:
					if (handler !== void 0) this.text += `${chunk.slice(start, this.prevI)}\n`;
					start = this.i;
					forbiddenState = FORBIDDEN_START;
					break;
				case EOC:
					if (handler !== void 0) this.text += chunk.slice(start);
					break scanLoop;
				default: forbiddenState = FORBIDDEN_START;
			}
			this.forbiddenState = forbiddenState;
		}
		handleTextOutsideRoot() {
			let { i: start } = this;
			const { chunk, textHandler: handler } = this;
			let nonSpace = false;
			outRootLoop: while (true) {
				const code = this.getCode();
				switch (code) {
					case LESS:
						this.state = S_OPEN_WAKA;
						if (handler !== void 0) {
							const { text } = this;
							const slice = chunk.slice(start, this.prevI);
							if (text.length !== 0) {
								handler(text + slice);
								this.text = "";
							} else if (slice.length !== 0) handler(slice);
						}
						break outRootLoop;
					case AMP:
						this.state = S_ENTITY;
						this.entityReturnState = S_TEXT;
						if (handler !== void 0) this.text += chunk.slice(start, this.prevI);
						nonSpace = true;
						break outRootLoop;
					case NL_LIKE:
						if (handler !== void 0) this.text += `${chunk.slice(start, this.prevI)}\n`;
						start = this.i;
						break;
					case EOC:
						if (handler !== void 0) this.text += chunk.slice(start);
						break outRootLoop;
					default: if (!isS(code)) nonSpace = true;
				}
			}
			if (!nonSpace) return;
			if (!this.sawRoot && !this.reportedTextBeforeRoot) {
				this.fail("text data outside of root node.");
				this.reportedTextBeforeRoot = true;
			}
			if (this.closedRoot && !this.reportedTextAfterRoot) {
				this.fail("text data outside of root node.");
				this.reportedTextAfterRoot = true;
			}
		}
		pushAttribNS(name, value) {
			var _a;
			const { prefix, local } = this.qname(name);
			const attr = {
				name,
				prefix,
				local,
				value
			};
			this.attribList.push(attr);
			(_a = this.attributeHandler) === null || _a === void 0 || _a.call(this, attr);
			if (prefix === "xmlns") {
				const trimmed = value.trim();
				if (this.currentXMLVersion === "1.0" && trimmed === "") this.fail("invalid attempt to undefine prefix in XML 1.0");
				this.topNS[local] = trimmed;
				nsPairCheck(this, local, trimmed);
			} else if (name === "xmlns") {
				const trimmed = value.trim();
				this.topNS[""] = trimmed;
				nsPairCheck(this, "", trimmed);
			}
		}
		pushAttribPlain(name, value) {
			var _a;
			const attr = {
				name,
				value
			};
			this.attribList.push(attr);
			(_a = this.attributeHandler) === null || _a === void 0 || _a.call(this, attr);
		}
		/**
		* End parsing. This performs final well-formedness checks and resets the
		* parser to a clean state.
		*
		* @returns this
		*/
		end() {
			var _a, _b;
			if (!this.sawRoot) this.fail("document must contain a root element.");
			const { tags } = this;
			while (tags.length > 0) {
				const tag = tags.pop();
				this.fail(`unclosed tag: ${tag.name}`);
			}
			if (this.state !== S_BEGIN && this.state !== S_TEXT) this.fail("unexpected end.");
			const { text } = this;
			if (text.length !== 0) {
				(_a = this.textHandler) === null || _a === void 0 || _a.call(this, text);
				this.text = "";
			}
			this._closed = true;
			(_b = this.endHandler) === null || _b === void 0 || _b.call(this);
			this._init();
			return this;
		}
		/**
		* Resolve a namespace prefix.
		*
		* @param prefix The prefix to resolve.
		*
		* @returns The namespace URI or ``undefined`` if the prefix is not defined.
		*/
		resolve(prefix) {
			var _a, _b;
			let uri = this.topNS[prefix];
			if (uri !== void 0) return uri;
			const { tags } = this;
			for (let index = tags.length - 1; index >= 0; index--) {
				uri = tags[index].ns[prefix];
				if (uri !== void 0) return uri;
			}
			uri = this.ns[prefix];
			if (uri !== void 0) return uri;
			return (_b = (_a = this.opt).resolvePrefix) === null || _b === void 0 ? void 0 : _b.call(_a, prefix);
		}
		/**
		* Parse a qname into its prefix and local name parts.
		*
		* @param name The name to parse
		*
		* @returns
		*/
		qname(name) {
			const colon = name.indexOf(":");
			if (colon === -1) return {
				prefix: "",
				local: name
			};
			const local = name.slice(colon + 1);
			const prefix = name.slice(0, colon);
			if (prefix === "" || local === "" || local.includes(":")) this.fail(`malformed name: ${name}.`);
			return {
				prefix,
				local
			};
		}
		processAttribsNS() {
			var _a;
			const { attribList } = this;
			const tag = this.tag;
			{
				const { prefix, local } = this.qname(tag.name);
				tag.prefix = prefix;
				tag.local = local;
				const uri = tag.uri = (_a = this.resolve(prefix)) !== null && _a !== void 0 ? _a : "";
				if (prefix !== "") {
					if (prefix === "xmlns") this.fail("tags may not have \"xmlns\" as prefix.");
					if (uri === "") {
						this.fail(`unbound namespace prefix: ${JSON.stringify(prefix)}.`);
						tag.uri = prefix;
					}
				}
			}
			if (attribList.length === 0) return;
			const { attributes } = tag;
			const seen = /* @__PURE__ */ new Set();
			for (const attr of attribList) {
				const { name, prefix, local } = attr;
				let uri;
				let eqname;
				if (prefix === "") {
					uri = name === "xmlns" ? XMLNS_NAMESPACE : "";
					eqname = name;
				} else {
					uri = this.resolve(prefix);
					if (uri === void 0) {
						this.fail(`unbound namespace prefix: ${JSON.stringify(prefix)}.`);
						uri = prefix;
					}
					eqname = `{${uri}}${local}`;
				}
				if (seen.has(eqname)) this.fail(`duplicate attribute: ${eqname}.`);
				seen.add(eqname);
				attr.uri = uri;
				attributes[name] = attr;
			}
			this.attribList = [];
		}
		processAttribsPlain() {
			const { attribList } = this;
			const attributes = this.tag.attributes;
			for (const { name, value } of attribList) {
				if (attributes[name] !== void 0) this.fail(`duplicate attribute: ${name}.`);
				attributes[name] = value;
			}
			this.attribList = [];
		}
		/**
		* Handle a complete open tag. This parser code calls this once it has seen
		* the whole tag. This method checks for well-formeness and then emits
		* ``onopentag``.
		*/
		openTag() {
			var _a;
			this.processAttribs();
			const { tags } = this;
			const tag = this.tag;
			tag.isSelfClosing = false;
			(_a = this.openTagHandler) === null || _a === void 0 || _a.call(this, tag);
			tags.push(tag);
			this.state = S_TEXT;
			this.name = "";
		}
		/**
		* Handle a complete self-closing tag. This parser code calls this once it has
		* seen the whole tag. This method checks for well-formeness and then emits
		* ``onopentag`` and ``onclosetag``.
		*/
		openSelfClosingTag() {
			var _a, _b, _c;
			this.processAttribs();
			const { tags } = this;
			const tag = this.tag;
			tag.isSelfClosing = true;
			(_a = this.openTagHandler) === null || _a === void 0 || _a.call(this, tag);
			(_b = this.closeTagHandler) === null || _b === void 0 || _b.call(this, tag);
			if ((this.tag = (_c = tags[tags.length - 1]) !== null && _c !== void 0 ? _c : null) === null) this.closedRoot = true;
			this.state = S_TEXT;
			this.name = "";
		}
		/**
		* Handle a complete close tag. This parser code calls this once it has seen
		* the whole tag. This method checks for well-formeness and then emits
		* ``onclosetag``.
		*/
		closeTag() {
			const { tags, name } = this;
			this.state = S_TEXT;
			this.name = "";
			if (name === "") {
				this.fail("weird empty close tag.");
				this.text += "</>";
				return;
			}
			const handler = this.closeTagHandler;
			let l = tags.length;
			while (l-- > 0) {
				const tag = this.tag = tags.pop();
				this.topNS = tag.ns;
				handler === null || handler === void 0 || handler(tag);
				if (tag.name === name) break;
				this.fail("unexpected close tag.");
			}
			if (l === 0) this.closedRoot = true;
			else if (l < 0) {
				this.fail(`unmatched closing tag: ${name}.`);
				this.text += `</${name}>`;
			}
		}
		/**
		* Resolves an entity. Makes any necessary well-formedness checks.
		*
		* @param entity The entity to resolve.
		*
		* @returns The parsed entity.
		*/
		parseEntity(entity) {
			if (entity[0] !== "#") {
				const defined = this.ENTITIES[entity];
				if (defined !== void 0) return defined;
				this.fail(this.isName(entity) ? "undefined entity." : "disallowed character in entity name.");
				return `&${entity};`;
			}
			let num = NaN;
			if (entity[1] === "x" && /^#x[0-9a-f]+$/i.test(entity)) num = parseInt(entity.slice(2), 16);
			else if (/^#[0-9]+$/.test(entity)) num = parseInt(entity.slice(1), 10);
			if (!this.isChar(num)) {
				this.fail("malformed character entity.");
				return `&${entity};`;
			}
			return String.fromCodePoint(num);
		}
	};
	exports.SaxesParser = SaxesParser;
}));

// src/evidence/junit/tokenizer.ts
var import_saxes = require_saxes();
/**
* Bytes handed to the parser at once: what it buffers beyond a cap is never more than this. Text that saxes gathers one
* character at a time takes some 30 times its size until it is cut; smaller steps cost more time.
*/
const STEP$1 = 65536;
/** Bytes looked at before the first one is parsed, to tell HTML and UTF-16 from a broken report. */
const SNIFFED = 1024;
function createTokenizer(limits, sink) {
	const parser = new import_saxes.SaxesParser({
		xmlns: true,
		position: false
	});
	const buffers = parser;
	for (const field of [
		"text",
		"name",
		"entity",
		"piTarget"
	]) if (typeof buffers[field] !== "string") throw new TypeError(`This version of saxes has no buffer "${field}" to cap`);
	const decoder = new TextDecoder("utf-8", { fatal: true });
	let head = /* @__PURE__ */ new Uint8Array(0);
	let sniffing = true;
	let unfinished = /* @__PURE__ */ new Uint8Array(0);
	let endsWithReturn = false;
	let nonBlank = false;
	let current = "";
	let depth = 0;
	let listening = false;
	let rootSeen = false;
	let insideTag = false;
	let attributes = 0;
	let elementLength = 0;
	let written = [];
	let tagStart = {
		line: 1,
		column: 1
	};
	function here() {
		return {
			line: parser.line,
			column: Math.max(1, parser.column)
		};
	}
	/** Where the next character would stand. saxes holds a final CR back, in case LF follows. */
	function next() {
		return endsWithReturn ? {
			line: parser.line + 1,
			column: 1
		} : {
			line: parser.line,
			column: parser.column + 1
		};
	}
	function refuse(code, message, position = here()) {
		throw new ReportRefusal(code, message, position);
	}
	function refuseValue() {
		refuse("limit-value", `An attribute value is longer than ${limits.valueLength} characters, or those of one element than ${limits.elementLength}`);
	}
	parser.on("error", (error) => {
		const rootClosed = rootSeen && depth === 0;
		const character = error.message.startsWith("disallowed character") ? FORBIDDEN.exec(current)?.[0] : void 0;
		if (character !== void 0) refuse(...explainCharacter(character));
		refuse(...explain(error.message, rootClosed, nonBlank));
	});
	parser.on("doctype", () => refuse("doctype", "A DOCTYPE is declared; a test report needs none, and entities are never expanded"));
	parser.on("xmldecl", ({ version, encoding }) => {
		if (encoding !== void 0 && !/^utf-?8$/i.test(encoding)) refuse("encoding", `The encoding "${encoding.slice(0, 40)}" is declared; only UTF-8 is read`);
		if (version !== "1.0" && version !== "1.1") refuse("malformed", `XML version "${(version ?? "").slice(0, 20)}" is unknown`);
	});
	parser.on("opentagstart", (tag) => {
		if (tag.name.length > limits.nameLength) refuse("limit-name", `An element name is longer than ${limits.nameLength} characters`);
		depth += 1;
		if (depth > limits.depth) refuse("limit-depth", `Elements are nested more than ${limits.depth} deep`);
		insideTag = true;
		attributes = 0;
		elementLength = 0;
		written = [];
		const column = parser.column - tag.name.length - 1;
		tagStart = column >= 1 ? {
			line: parser.line,
			column
		} : {
			line: parser.line - 1,
			column: 1
		};
	});
	parser.on("attribute", ({ name, value }) => {
		attributes += 1;
		elementLength += value.length;
		if (attributes > limits.attributes) refuse("limit-attributes", `An element has more than ${limits.attributes} attributes`);
		if (name.length > limits.nameLength) refuse("limit-name", `An attribute name is longer than ${limits.nameLength} characters`);
		if (value.length > limits.valueLength || elementLength > limits.elementLength) refuseValue();
		written.push([name, value]);
	});
	parser.on("opentag", (tag) => {
		insideTag = false;
		rootSeen = true;
		const values = /* @__PURE__ */ new Map();
		for (const key in tag.attributes) {
			const attribute = tag.attributes[key];
			if (attribute === void 0) continue;
			const local = attribute.local.toLowerCase();
			if (!(attribute.prefix === "xmlns" || attribute.name === "xmlns") && (attribute.prefix === "" || !values.has(local))) values.set(local, attribute.value);
		}
		sink.open({
			name: tag.local.toLowerCase(),
			attributes: values,
			written,
			position: tagStart
		});
		listen();
	});
	parser.on("closetag", () => {
		depth -= 1;
		sink.close();
		listen();
	});
	parser.on("cdata", (text) => sink.text(text.slice(0, limits.textLength)));
	parser.on("text", takeText);
	listening = true;
	Object.create(parser);
	/** Most of a report is output that nobody reads: without a handler saxes passes over text and gathers none of it. */
	function listen() {
		const wanted = depth > 0 && sink.wantsText();
		if (wanted === listening) return;
		listening = wanted;
		if (wanted) parser.on("text", takeText);
		else parser.off("text");
	}
	function takeText(text) {
		sink.text(text.slice(0, limits.textLength));
	}
	/** Called between steps: refuses what must be kept whole and is too long, drops what may be cut. */
	function capBuffers() {
		const { name, entity, piTarget, text } = buffers;
		if (entity.length > limits.nameLength) refuse("malformed", BARE_AMPERSAND);
		if (Math.max(name.length, piTarget.length) > limits.nameLength) refuse("limit-name", `A name is longer than ${limits.nameLength} characters`);
		if (piTarget === "xml" && !rootSeen && text.length > limits.nameLength) refuse("malformed", "The XML declaration is endless");
		if (insideTag) {
			if (text.length > limits.valueLength) refuseValue();
		} else if (text.length > limits.textLength) buffers.text = detached(text.slice(0, limits.textLength));
	}
	function write(text) {
		if (text !== null && text !== "") endsWithReturn = text.endsWith("\r");
		try {
			parser.write(text);
		} catch (error) {
			if (error instanceof ReportRefusal) throw error;
			refuse("malformed", `The XML parser gave up: ${error instanceof Error ? clip(error.message) : "no reason given"}`);
		}
	}
	function parse(text) {
		nonBlank ||= /\S/.test(text);
		current = text;
		write(text);
		capBuffers();
	}
	function decode(bytes) {
		let text;
		try {
			text = decoder.decode(bytes, { stream: true });
		} catch {
			parse(validPrefix(Buffer.concat([unfinished, bytes])));
			refuse("invalid-utf8", "The bytes that follow are not valid UTF-8", next());
		}
		unfinished = unfinishedTail(unfinished, bytes);
		parse(text);
	}
	function feed(bytes) {
		for (let at = 0; at < bytes.length; at += STEP$1) decode(bytes.subarray(at, at + STEP$1));
	}
	function sniffed(bytes) {
		sniffing = false;
		const code = sniff(bytes);
		if (code !== void 0) refuse(...code, {
			line: 1,
			column: 1
		});
		feed(bytes);
	}
	return {
		write(bytes) {
			if (!sniffing) {
				feed(bytes);
				return;
			}
			head = Buffer.concat([head, bytes]);
			if (head.length >= SNIFFED) sniffed(head);
		},
		end() {
			if (sniffing) sniffed(head);
			try {
				parse(decoder.decode());
			} catch (error) {
				if (error instanceof ReportRefusal) throw error;
				refuse(rootSeen && depth === 0 ? "invalid-utf8" : "truncated", "The file ends in the middle of a UTF-8 character");
			}
			if (/[^\w:.#-]/.test(buffers.entity)) refuse("malformed", BARE_AMPERSAND);
			write(null);
		}
	};
}
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
function explainCharacter(character) {
	if (character === "\0") return ["nul", "A NUL character stands in the document"];
	return ["control-character", `The raw control character ${`U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`} stands in the document. ${CONTROL_CHARACTER_REMEDY}`];
}
const BARE_AMPERSAND = "The XML is not well-formed: an ampersand begins no entity; it must be written as &amp;";
const CONTROL_CHARACTER_REMEDY = "jest-junit, mocha-junit-reporter, node --test and go-junit-report copy such characters from test names and output. Most are terminal colours: run the tests with NO_COLOR=1 and FORCE_COLOR=0 (mocha-junit-reporter: stripAnsi=true), or rename the test that prints them";
/** What saxes says, in this reader's terms. */
function explain(said, rootClosed, nonBlank) {
	if (said.startsWith("documents may contain only one root")) return ["two-roots", "A second root element follows the first"];
	if (rootClosed && said.startsWith("an XML declaration must")) return ["two-roots", "A second document follows the first"];
	if (said.startsWith("document must contain a root")) return nonBlank ? ["truncated", "The document ends before any element"] : ["empty", "The file holds no document"];
	if (said.startsWith("unclosed tag")) return ["truncated", `The document ends while an element is open (${clip(said)})`];
	if (said.startsWith("unexpected end")) return ["truncated", "The document ends in the middle of its markup"];
	if (said.includes("doctype")) return ["doctype", "A DOCTYPE stands where none may"];
	return ["malformed", `The XML is not well-formed: ${clip(said)}`];
}
function clip(text) {
	return text.replace(/\.$/, "").slice(0, 200);
}
/** Tells what is no XML in UTF-8 at all by its first bytes. */
function sniff(bytes) {
	const [a, b] = bytes;
	if (a === 254 && b === 255 || a === 255 && b === 254 || a === 0 && b === 60 || a === 60 && b === 0 || a === 0 && b === 0) return ["encoding", "The file is in UTF-16 or UTF-32; only UTF-8 is read"];
	const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SNIFFED)).toString("latin1");
	if (/^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype\s+html|html)\b/i.test(text)) return ["html", "The file is an HTML page, as a login or an error page would be; no test report"];
}
/** The longest decodable beginning of `bytes`, found one byte at a time: this runs once, on a refusal. */
function validPrefix(bytes) {
	const decoder = new TextDecoder("utf-8", {
		fatal: true,
		ignoreBOM: true
	});
	let text = "";
	try {
		for (let at = 0; at < bytes.length; at += 1) text += decoder.decode(bytes.subarray(at, at + 1), { stream: true });
	} catch {}
	return text;
}
/** The bytes at the end that may begin a character which the next bytes complete. */
function unfinishedTail(before, bytes) {
	const joined = bytes.length >= 3 ? bytes : Buffer.concat([before, bytes]);
	for (let back = 1; back <= Math.min(3, joined.length); back += 1) {
		const byte = joined[joined.length - back] ?? 0;
		if (byte < 128) break;
		if (byte >= 192) return back < (byte >= 240 ? 4 : byte >= 224 ? 3 : 2) ? Uint8Array.from(joined.subarray(joined.length - back)) : /* @__PURE__ */ new Uint8Array(0);
	}
	return /* @__PURE__ */ new Uint8Array(0);
}
/**
* A copy of `text` that shares no memory with the chunk it was cut from: joining makes a new string, and cutting the joint
* off again keeps that one alive alone. A string below 13 characters is always a copy.
*/
function detached(text) {
	return text.length < 13 ? text : ` ${text}`.slice(1);
}

// src/evidence/junit/gathered.ts
const PROPERTIES = 1e3;
const PROPERTY_NAME_LENGTH = 200;
const PROPERTY_VALUE_LENGTH = 1e3;
const TIMESTAMPS = 1e3;
const TIMESTAMP_LENGTH = 64;
/** Properties that may bind a report to a generation or a tree are never dropped for want of room. */
const BINDING = /generation|tree/i;
/** Keeps strings beyond the life of their chunk, each distinct one once where `shared`, and counts what it keeps. */
function createKeeper(limits) {
	const known = /* @__PURE__ */ new Map();
	let kept = 0;
	return (text, position, shared = false) => {
		const seen = shared ? known.get(text) : void 0;
		if (seen !== void 0) return seen;
		kept += text.length;
		if (kept > limits.keptLength) throw new ReportRefusal("limit-kept", `Names and values together are longer than ${limits.keptLength} characters`, position);
		const own = detached(text);
		if (shared) known.set(own, own);
		return own;
	};
}
function createProperties() {
	const values = /* @__PURE__ */ new Map();
	const room = {
		binding: PROPERTIES,
		other: PROPERTIES
	};
	let dropped = 0;
	return {
		add(rawName, rawValue) {
			const name = rawName.slice(0, PROPERTY_NAME_LENGTH);
			const value = rawValue.slice(0, PROPERTY_VALUE_LENGTH);
			if (values.get(name)?.has(value) === true) return;
			const budget = BINDING.test(name) ? "binding" : "other";
			if (room[budget] === 0) {
				dropped += 1;
				return;
			}
			room[budget] -= 1;
			const known = values.get(name);
			if (known === void 0) values.set(detached(name), /* @__PURE__ */ new Set([detached(value)]));
			else known.add(detached(value));
		},
		all: () => [...values].map(([name, set]) => ({
			name,
			values: [...set]
		})),
		dropped: () => dropped
	};
}
/** Keeps the first distinct timestamps and, whatever else is dropped, the earliest dated one. */
function createTimestamps() {
	const kept = /* @__PURE__ */ new Map();
	let earliest;
	let dropped = 0;
	return {
		add(given) {
			const timestamp = {
				...given,
				raw: detached(given.raw.slice(0, TIMESTAMP_LENGTH))
			};
			if (timestamp.epochMs !== void 0 && timestamp.epochMs < (earliest?.epochMs ?? 1e400)) earliest = timestamp;
			if (kept.has(timestamp.raw)) return;
			if (kept.size < TIMESTAMPS) kept.set(timestamp.raw, timestamp);
			else dropped += 1;
		},
		all: () => [...kept.values(), ...earliest === void 0 || kept.has(earliest.raw) ? [] : [earliest]],
		dropped: () => dropped
	};
}

// src/evidence/junit/timestamps.ts
const ISO = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;
/**
* Reads one `timestamp` attribute. Times without an offset, and the sentinels of year 1 and of 1970-01-01 that runners
* write for "not known", get no `epochMs`.
*/
function readTimestamp(raw) {
	const match = ISO.exec(raw.trim());
	if (match === null) return { raw };
	const [, year, month, day, hour, minute, second, fraction, zone] = match;
	if (zone === void 0 || year === "0001" || `${year}-${month}-${day}` === "1970-01-01") return { raw };
	const milliseconds = Math.floor(Number(`0.${fraction ?? "0"}`) * 1e3);
	const wall = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second ?? "0"));
	const back = new Date(wall);
	if (back.getUTCMonth() + 1 !== Number(month) || back.getUTCDate() !== Number(day)) return { raw };
	const precisionMs = second === void 0 ? 6e4 : fraction === void 0 ? 1e3 : Math.max(1, 10 ** (3 - fraction.length));
	return {
		raw,
		epochMs: wall + milliseconds - offsetMs(zone),
		precisionMs
	};
}
function offsetMs(zone) {
	const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
	if (match === null) return 0;
	const minutes = Number(match[2]) * 60 + Number(match[3] ?? "0");
	return (match[1] === "-" ? -minutes : minutes) * 6e4;
}

// src/evidence/junit/machine.ts
const SKIP_MESSAGE_LENGTH = 200;
const SIGNATURE_PROPERTIES = 50;
/** Roots of other formats that are taken for JUnit reports by mistake. */
const OTHER_FORMATS = {
	html: "an HTML page",
	testrun: "a Visual Studio test result (TRX)",
	assemblies: "an xUnit.net report",
	"test-run": "an NUnit 3 report",
	"test-results": "an NUnit 2 report",
	"testng-results": "a TestNG report",
	site: "a CTest dashboard file (ask ctest for --output-junit)",
	coverage: "a coverage report",
	report: "a JaCoCo coverage report",
	checkstyle: "a Checkstyle report",
	robot: "a Robot Framework output file (ask rebot for --xunit)",
	testexecutions: "a SonarQube report of test executions",
	pmd: "a PMD report",
	issues: "an Android lint report",
	bugcollection: "a SpotBugs report",
	results: "a cppcheck report",
	testcase: "a QTestLib log (ask for -o FILE,junitxml or, before Qt 5.15, xunitxml)",
	testlog: "a Boost.Test log (ask for --log_format=JUNIT)"
};
/** What a `status`, `result` or `outcome` attribute of a case says where no element does. */
const STATED = {
	fail: "red",
	failed: "red",
	failure: "red",
	error: "red",
	errored: "red",
	broken: "red",
	crashed: "red",
	timeout: "red",
	"timed out": "red",
	timedout: "red",
	aborted: "red",
	killed: "red",
	interrupted: "red",
	unstable: "red",
	panicked: "red",
	notrun: "skipped",
	"not run": "skipped",
	disabled: "skipped",
	skipped: "skipped",
	skip: "skipped",
	ignored: "skipped",
	ignore: "skipped",
	pending: "skipped",
	suppressed: "skipped",
	todo: "skipped"
};
function createMachine(limits) {
	const keep = createKeeper(limits);
	const properties = createProperties();
	const timestamps = createTimestamps();
	const suiteNames = /* @__PURE__ */ new Set();
	const stack = [];
	const propertyNames = [];
	const signature = {
		root: "",
		rootAttributes: [],
		suiteAttributes: [],
		caseAttributes: [],
		propertyNames
	};
	let root;
	let cases = 0;
	let suites = 0;
	let failures = 0;
	function innermostSuite() {
		for (let at = stack.length - 1; at >= 0; at -= 1) {
			const frame = stack[at];
			if (frame?.kind === "suite") return frame.suite;
		}
	}
	function innermostCase() {
		for (let at = stack.length - 1; at >= 0; at -= 1) {
			const frame = stack[at];
			if (frame?.kind === "case") return frame.test;
			if (frame?.kind === "suite") return void 0;
		}
	}
	function openSuite(element, listed) {
		suites += 1;
		if (suites > limits.suites) refuseAt("limit-suites", `The report holds more than ${limits.suites} suites`, element.position);
		const parent = innermostSuite();
		const { attributes, position } = element;
		const name = keep(attributes.get("name") ?? "", position, true);
		const file = attributes.get("file") ?? attributes.get("filepath");
		const suite = {
			name,
			parent,
			listed,
			file: file === void 0 || file === "" ? parent?.file : keep(file, position, true),
			announced: readCounts(element),
			position,
			suites: [],
			cases: [],
			failures: 0,
			errors: 0,
			reds: []
		};
		if (name !== "") suiteNames.add(name);
		noteTimestamp(element);
		if (parent === void 0) root = suite;
		else parent.suites = appended(parent.suites, suite);
		if (listed && signature.suiteAttributes.length === 0) signature.suiteAttributes = brief(element);
		return {
			kind: "suite",
			suite
		};
	}
	function openCase(element) {
		cases += 1;
		if (cases > limits.cases) refuseAt("limit-cases", `The report holds more than ${limits.cases} test cases`, element.position);
		const { attributes, position } = element;
		const suite = innermostSuite();
		const file = attributes.get("file") ?? attributes.get("filepath");
		const stated = statedOutcome(attributes);
		const test = {
			file: file === void 0 || file === "" ? suite?.file : keep(file, position, true),
			class: keep(attributes.get("classname") ?? attributes.get("class") ?? "", position, true),
			name: keep((attributes.get("name") ?? "").trim(), position),
			position,
			failed: false,
			errored: false,
			skipped: stated?.says === "skipped",
			retried: false,
			redAttribute: stated?.says === "red" ? stated.written : void 0,
			skipMessage: void 0,
			failure: void 0
		};
		if (suite !== void 0) suite.cases = appended(suite.cases, test);
		noteTimestamp(element);
		if (signature.caseAttributes.length === 0) signature.caseAttributes = brief(element);
		return {
			kind: "case",
			test
		};
	}
	function noteTimestamp(element) {
		const raw = element.attributes.get("timestamp");
		if (raw !== void 0 && raw !== "") timestamps.add(readTimestamp(raw));
	}
	function openRed(element, red) {
		const test = innermostCase();
		if (test !== void 0 && red === "failure") test.failed = true;
		if (test !== void 0 && red === "error") test.errored = true;
		return {
			kind: "red",
			element,
			red,
			body: ""
		};
	}
	function closeRed(frame) {
		const test = innermostCase();
		if (test?.failure !== void 0) return;
		const suite = innermostSuite();
		if (test === void 0 && suite !== void 0) suite[frame.red === "failure" ? "failures" : "errors"] += 1;
		failures += 1;
		if (failures > limits.failures) return;
		const failure = describeFailure({
			attributes: frame.element.attributes,
			body: frame.body
		});
		const { position } = frame.element;
		const kept = {
			type: keep(failure.type, position, true),
			message: keep(failure.message, position),
			place: keep(failure.place, position)
		};
		if (test !== void 0) test.failure = kept;
		else if (suite !== void 0) suite.reds = appended(suite.reds, {
			kind: frame.red,
			failure: kept,
			position
		});
	}
	function closeSkipped(frame) {
		const test = innermostCase();
		if (test === void 0) return;
		const message = (frame.element.attributes.get("message") ?? "").trim() || frame.body.trim();
		test.skipMessage ??= keep(shorten(message, SKIP_MESSAGE_LENGTH), frame.element.position, true);
	}
	function closeProperty(frame) {
		if (frame.name === "") return;
		if (propertyNames.length < SIGNATURE_PROPERTIES) propertyNames.push(frame.name.slice(0, 100));
		properties.add(frame.name, frame.value ?? frame.body.trim());
	}
	function frameFor(element) {
		switch (element.name) {
			case "testsuites": return openSuite(element, stack.length > 0);
			case "testsuite": return openSuite(element, true);
			case "testcase": return openCase(element);
			case "failure":
			case "error": return openRed(element, element.name);
			case "rerunfailure":
			case "rerunerror":
			case "flakyfailure":
			case "flakyerror": {
				const test = innermostCase();
				if (test !== void 0) test.retried = true;
				return { kind: "other" };
			}
			case "skipped":
			case "skip":
			case "ignored": {
				const test = innermostCase();
				if (test !== void 0) test.skipped = true;
				return {
					kind: "skipped",
					element,
					body: ""
				};
			}
			case "property": return {
				kind: "property",
				name: element.attributes.get("name") ?? "",
				value: element.attributes.get("value"),
				body: ""
			};
			default: return { kind: "other" };
		}
	}
	return {
		open(element) {
			if (stack.length === 0) {
				refuseOtherRoot(element);
				signature.root = element.name;
				signature.rootAttributes = brief(element);
			}
			stack.push(frameFor(element));
		},
		close() {
			const frame = stack.pop();
			if (frame?.kind === "red") closeRed(frame);
			if (frame?.kind === "skipped") closeSkipped(frame);
			if (frame?.kind === "property") closeProperty(frame);
		},
		wantsText() {
			const frame = stack.at(-1);
			return frame !== void 0 && "body" in frame;
		},
		text(text) {
			const frame = stack.at(-1);
			if (frame === void 0 || !("body" in frame)) return;
			const room = limits.textLength - frame.body.length;
			if (room > 0) frame.body += text.slice(0, room);
		},
		finish() {
			if (root === void 0) throw new ReportRefusal("truncated", "The document ends before any element");
			return {
				root,
				signature,
				suiteNames: [...suiteNames],
				properties: properties.all(),
				timestamps: timestamps.all(),
				dropped: {
					properties: properties.dropped(),
					timestamps: timestamps.dropped(),
					failures: Math.max(0, failures - limits.failures)
				}
			};
		}
	};
}
/** `list` with `item` at its end. A first `push` would make room for seventeen. */
function appended(list, item) {
	if (list.length === 0) return [item];
	list.push(item);
	return list;
}
function refuseAt(code, message, position) {
	throw new ReportRefusal(code, message, position);
}
function refuseOtherRoot(element) {
	if (element.name === "testsuites" || element.name === "testsuite") return;
	const known = Object.hasOwn(OTHER_FORMATS, element.name) ? OTHER_FORMATS[element.name] : void 0;
	const message = `The root element is <${shorten(element.name, 60)}>, not <testsuites> or <testsuite>${known === void 0 ? "" : `: this is ${known}`}`;
	throw new ReportRefusal(element.name === "html" ? "html" : "wrong-root", message, element.position);
}
/** Signatures need names and the beginnings of values, no more. */
function brief(element) {
	return element.written.map(([name, value]) => [name.slice(0, 100), value.slice(0, 200)]);
}
function statedOutcome(attributes) {
	let skipped;
	for (const name of [
		"status",
		"result",
		"outcome",
		"state"
	]) {
		const value = attributes.get(name)?.trim() ?? "";
		const key = value.toLowerCase();
		const says = Object.hasOwn(STATED, key) ? STATED[key] : void 0;
		if (says === "red") return {
			says,
			written: `${name}="${value}"`
		};
		if (says === "skipped") skipped ??= `${name}="${value}"`;
	}
	for (const name of ["failures", "errors"]) {
		const value = attributes.get(name)?.trim() ?? "";
		if (/^\d*[1-9]\d*$/.test(value)) return {
			says: "red",
			written: `${name}="${shorten(value, 20)}"`
		};
	}
	if (/^false$/i.test(attributes.get("success")?.trim() ?? "")) return {
		says: "red",
		written: "success=\"false\""
	};
	return skipped === void 0 ? void 0 : {
		says: "skipped",
		written: skipped
	};
}

// src/evidence/junit/dialects.ts
/** First match wins. */
const DIALECTS = [
	{
		producer: "nose2",
		signs: {
			root: "testsuite",
			rootName: /^nose2-junit$/
		}
	},
	{
		producer: "Cucumber",
		signs: {
			root: "testsuite",
			rootName: /^Cucumber$/
		}
	},
	{
		producer: "pytest",
		signs: {
			suiteAttributes: /^name errors failures skipped tests time( timestamp hostname)?$/,
			caseAttributes: /^(classname name|time$|$)/
		},
		announcesMore: { why: "pytest counts each subtest and each failing teardown, and may keep one element for all of them" },
		suiteNameVaries: true
	},
	{
		producer: "surefire",
		signs: {
			root: "testsuite",
			schema: /maven\.apache\.org\/surefire/
		}
	},
	{
		producer: "ctest",
		signs: {
			root: "testsuite",
			rootAttributes: /^name tests failures disabled skipped hostname time timestamp$/
		},
		redSkips: /unable to find|required files? (?:missing|not found)|could not find/i
	},
	{
		producer: "unittest-xml-reporting",
		signs: { suiteName: /-\d{14}$/ },
		suiteNameNoise: /-\d{14}$/
	},
	{
		producer: "jest-junit",
		signs: {
			root: "testsuites",
			suiteAttributes: /^name errors failures skipped timestamp time tests/
		},
		repeatsNothing: true,
		uncountedNotExecuted: "jest-junit lists tests that are yet to be written like passes, and does not count them"
	},
	{
		producer: "vitest",
		signs: {
			root: "testsuites",
			rootName: /^vitest tests$/
		},
		repeatsNothing: true
	},
	{
		producer: "mocha-junit-reporter",
		signs: {
			root: "testsuites",
			suiteAttributes: /^name timestamp tests (file )?time failures/
		},
		announcesMore: {
			why: "mocha-junit-reporter counts pending tests, and lists them only with includePending",
			atMost: "skipped"
		}
	},
	{
		producer: "mocha",
		signs: {
			root: "testsuite",
			rootName: /^Mocha Tests$/
		}
	},
	{
		producer: "gotestsum",
		signs: {
			root: "testsuites",
			rootAttributes: /^tests failures errors time$/,
			property: /^go\.version$/
		}
	},
	{
		producer: "go-junit-report",
		signs: {
			root: "testsuites",
			suiteAttributes: /^name tests failures errors id hostname/
		}
	},
	{
		producer: "node --test",
		signs: {
			root: "testsuites",
			rootAttributes: /^$/,
			caseAttributes: /^name time classname/
		}
	},
	{
		producer: "googletest",
		signs: {
			root: "testsuites",
			rootName: /^AllTests$/
		}
	},
	{
		producer: "doctest",
		signs: {
			root: "testsuites",
			suiteAttributes: /^name errors failures tests time timestamp doctest_version/
		},
		announcesMore: { why: "doctest counts assertions, and lists test cases" }
	},
	{
		producer: "Catch2",
		signs: {
			root: "testsuites",
			rootAttributes: /^$/,
			suiteAttributes: /^(name )?errors failures (skipped )?tests hostname time timestamp$/,
			caseAttributes: /^classname name time/
		},
		announcesMore: { why: "Catch2 counts assertions, and lists sections" }
	},
	{
		producer: "libtest",
		signs: {
			root: "testsuites",
			suiteName: /^test$/,
			suiteAttributes: /^name package id errors failures tests skipped/
		},
		announcesMore: {
			why: "libtest counts ignored tests, and does not list them",
			atMost: "skipped"
		}
	},
	{
		producer: "Pester",
		signs: {
			root: "testsuites",
			rootName: /^Pester$/
		},
		announcesMore: {
			why: "Pester counts tests that were not selected, and does not list them",
			atMost: "skipped"
		}
	},
	{
		producer: "cargo-nextest",
		signs: {
			root: "testsuites",
			rootName: /^nextest-run$/
		},
		repeatsNothing: true
	},
	{
		producer: "playwright",
		signs: {
			root: "testsuites",
			rootAttributes: /^id name tests failures skipped errors time$/
		},
		repeatsNothing: true
	},
	{
		producer: "deno test",
		signs: {
			root: "testsuites",
			rootName: /^deno test$/
		},
		repeatsNothing: true
	},
	{
		producer: "bun test",
		signs: {
			root: "testsuites",
			rootName: /^bun test$/
		},
		repeatsNothing: true
	},
	{
		producer: "rspec",
		signs: {
			root: "testsuite",
			rootName: /^rspec/,
			rootAttributes: /^name tests skipped failures errors time timestamp hostname$/
		},
		repeatsNothing: true
	},
	{
		producer: "PHPUnit",
		signs: {
			root: "testsuites",
			suiteAttributes: /^name (file )?tests assertions errors (warnings )?failures skipped time/,
			caseAttributes: /^name (class|file)/
		}
	}
];
/** The row of the producer that wrote a report with this signature. */
function recognise(signature) {
	return DIALECTS.find(({ signs }) => {
		const holds = (form, text) => form === void 0 || form.test(text);
		return (signs.root === void 0 || signs.root === signature.root) && holds(signs.rootName, valueOf(signature.rootAttributes, "name")) && holds(signs.suiteName, valueOf(signature.suiteAttributes, "name")) && holds(signs.rootAttributes, namesOf(signature.rootAttributes)) && holds(signs.suiteAttributes, namesOf(signature.suiteAttributes)) && holds(signs.caseAttributes, namesOf(signature.caseAttributes)) && (signs.property === void 0 || signature.propertyNames.some((name) => holds(signs.property, name))) && holds(signs.schema, valueOf(signature.rootAttributes, "xsi:noNamespaceSchemaLocation"));
	});
}
function namesOf(attributes) {
	return attributes.map(([name]) => name).join(" ");
}
function valueOf(attributes, wanted) {
	return attributes.find(([name]) => name === wanted)?.[1] ?? "";
}

// src/evidence/junit/records.ts
/** Anomalies of one code that are listed one by one; the rest become a number. */
const LISTED = 50;
function buildRecords(draft) {
	const dialect = recognise(draft.signature);
	const { note, anomalies } = createNotes();
	const cases = buildCases(draft.root, dialect, note);
	const worst = worstOf(draft.root, excuseOf(draft.root, dialect), note);
	const passed = cases.filter((test) => test.outcome === "passed" && test.name !== "").length;
	const flaky = cases.filter((test) => test.outcome === "flaky").length;
	const announced = announcedBy(draft.root);
	const uncounted = dialect?.uncountedNotExecuted !== void 0 && announced.tests !== void 0 ? worst.tests - announced.tests : 0;
	const executable = worst.tests - Math.max(0, uncounted);
	if (uncounted > 0) note("note", "uncounted", `Cases that are not counted as tests: ${uncounted}. ${dialect?.uncountedNotExecuted}`, draft.root.position);
	const totals = {
		tests: worst.tests,
		passed: Math.min(passed, Math.max(0, executable - worst.failures - worst.errors - worst.skipped - flaky)),
		failures: worst.failures,
		errors: worst.errors,
		skipped: worst.skipped,
		flaky
	};
	for (const kind of [
		"properties",
		"timestamps",
		"failures"
	]) {
		const dropped = draft.dropped[kind];
		if (dropped > 0) note("note", `${kind}-dropped`, `Seen and not kept: ${dropped} ${kind}`, draft.root.position);
	}
	return {
		producer: dialect?.producer ?? null,
		totals,
		announced,
		cases,
		suiteNames: [...draft.suiteNames],
		properties: [...draft.properties],
		timestamps: [...draft.timestamps],
		anomalies: anomalies()
	};
}
function createNotes() {
	const listed = [];
	const seen = /* @__PURE__ */ new Map();
	return {
		note(severity, code, message, position) {
			const anomaly = {
				code,
				message: shorten(message, 500),
				line: position.line,
				column: position.column,
				severity
			};
			const known = seen.get(`${severity} ${code}`);
			if (known !== void 0) known.count += 1;
			else seen.set(`${severity} ${code}`, {
				count: 1,
				last: anomaly
			});
			if ((known?.count ?? 1) <= LISTED) listed.push(anomaly);
		},
		anomalies: () => [...listed, ...[...seen.values()].filter(({ count }) => count > LISTED).map(({ count, last }) => ({
			...last,
			message: `${count - LISTED} more of this kind`
		}))]
	};
}
/** Cases in document order within each suite, outer suites first. */
function buildCases(root, dialect, note) {
	const cases = [];
	const equals = createEqualCases(cases);
	for (const suite of suitesOf(root)) {
		const path = suite.cases.length === 0 ? [] : steadyPath(suite, dialect);
		for (const test of suite.cases) {
			noteOddities(test, dialect, note);
			cases.push({
				...test.file === void 0 ? {} : { file: test.file },
				suite: path,
				class: test.class,
				name: test.name,
				ordinal: equals.count([
					test.file ?? "",
					...path,
					test.class
				].join("\0"), test.name, suite, test.position),
				outcome: outcomeOf(test),
				...test.failure === void 0 ? {} : { failure: test.failure }
			});
		}
	}
	const repeated = new Set(equals.groups().flatMap((group) => judgeEqualCases(cases, group, dialect, note)));
	return repeated.size === 0 ? cases : cases.filter((_test, at) => !repeated.has(at));
}
/** Finds cases of equal file, suite, class and name; keeps little more than one number for a case without an equal. */
function createEqualCases(cases) {
	const byLead = /* @__PURE__ */ new Map();
	const groups = [];
	function namesUnder(lead, at) {
		const known = byLead.get(lead);
		if (typeof known === "object") return known;
		const names = known === void 0 ? void 0 : /* @__PURE__ */ new Map([[cases[known]?.name ?? "", known]]);
		byLead.set(lead, names ?? at);
		return names;
	}
	return {
		count(lead, name, suite, position) {
			const at = cases.length;
			const byName = namesUnder(lead, at);
			const known = byName?.get(name);
			if (known === void 0) {
				byName?.set(name, at);
				return 0;
			}
			if (typeof known === "object") return known.members.push(at) - 1;
			const group = {
				members: [known, at],
				suite,
				position
			};
			byName?.set(name, group);
			groups.push(group);
			return 1;
		},
		groups: () => groups
	};
}
function* suitesOf(suite) {
	yield suite;
	for (const inner of suite.suites) yield* suitesOf(inner);
}
/** The suite path without what varies between two runs of equal tests; one array for all cases of a suite. */
function steadyPath(suite, dialect) {
	const noise = dialect?.suiteNameNoise;
	const path = pathOf(suite);
	const kept = dialect?.suiteNameVaries === true ? path.slice(0, -1) : path;
	return noise === void 0 ? kept : kept.map((name) => name.replace(noise, ""));
}
function pathOf(suite) {
	const path = [];
	for (let at = suite; at?.listed === true; at = at.parent) path.unshift(at.name);
	return path;
}
function isRed(test) {
	return test.failed || test.errored || test.redAttribute !== void 0;
}
function outcomeOf(test) {
	if (test.failed || test.redAttribute !== void 0 && !test.errored) return "failed";
	if (test.errored) return "errored";
	if (test.retried) return "flaky";
	return test.skipped ? "skipped" : "passed";
}
function noteOddities(test, dialect, note) {
	const shown = showName(test);
	if (test.name === "") note("reject", "nameless-case", "A test case has no name: the runner ended before it knew what it ran", test.position);
	if (test.redAttribute !== void 0 && !test.failed && !test.errored) note("red", "red-attribute", `${shown} holds no failure but says ${test.redAttribute}`, test.position);
	if (test.retried && !isRed(test)) note("note", "flaky", `${shown} passed after a failed attempt`, test.position);
	if (dialect?.redSkips !== void 0 && test.skipMessage !== void 0 && dialect.redSkips.test(test.skipMessage)) note("red", "could-not-run", `${shown} counts as skipped because it could not run: ${test.skipMessage}`, test.position);
}
/** Settles the outcomes of equal cases; the indexes of those that are further attempts of the first. */
function judgeEqualCases(cases, { members, suite, position }, dialect, note) {
	const tests = members.flatMap((at) => cases[at] ?? []);
	const first = tests[0];
	if (first === void 0 || first.name === "") return [];
	const shown = showName(first);
	const reds = tests.filter((test) => test.outcome === "failed" || test.outcome === "errored");
	const passes = tests.filter((test) => test.outcome === "passed");
	const attempts = suite.announced.tests !== void 0 && suite.announced.tests < heldBy(suite) && dialect?.repeatsNothing !== true;
	const ends = reds.length === 0 ? "" : `, ${reds.length} of them red${passes.length === 0 ? "" : ": a red attempt counts, whatever another did"}`;
	const counted = attempts ? " in a suite that counts fewer tests: they are attempts of one test" : "";
	const flaky = passes.length > 0 && (attempts || reds.length > 0);
	const [severity, code] = reds.length > 0 ? ["red", "red-duplicate"] : ["note", flaky ? "flaky" : "equal-names"];
	note(severity, code, `${shown} is there ${tests.length} times${ends}${counted}`, position);
	if (flaky) for (const test of passes) test.outcome = "flaky";
	if (!attempts) return [];
	const red = reds[0];
	if (red !== void 0) {
		first.outcome = red.outcome;
		if (red.failure !== void 0) first.failure = red.failure;
	}
	return members.slice(1);
}
function showName(test) {
	return JSON.stringify(shorten(test.class === "" ? test.name : `${test.class}.${test.name}`, 200));
}
function heldBy(suite) {
	return suite.suites.reduce((sum, inner) => sum + heldBy(inner), suite.cases.length);
}
/** Why this report may announce more tests than it holds; undefined where nothing excuses it. */
function excuseOf(root, dialect) {
	const quirk = dialect?.announcesMore;
	if (quirk?.atMost === void 0) return quirk?.why;
	const announced = announcedBy(root);
	return (announced.tests ?? 0) - heldBy(root) <= (announced[quirk.atMost] ?? 0) ? quirk.why : void 0;
}
/** At each level the worse of what its attributes announce and what its elements and inner suites show. */
function worstOf(suite, excuse, note) {
	const inner = suite.suites.map((child) => worstOf(child, excuse, note));
	const own = {
		tests: suite.cases.length,
		failures: suite.cases.filter((test) => test.failed || test.redAttribute !== void 0 && !test.errored).length,
		errors: suite.cases.filter((test) => test.errored).length,
		skipped: suite.cases.filter((test) => outcomeOf(test) === "skipped").length
	};
	const shown = {
		tests: sum("tests", own, inner),
		failures: sum("failures", own, inner) + suite.failures,
		errors: sum("errors", own, inner) + suite.errors,
		skipped: sum("skipped", own, inner)
	};
	noteSuite(suite, shown, excuse, note);
	return {
		tests: Math.max(shown.tests, suite.announced.tests ?? 0),
		failures: Math.max(shown.failures, suite.announced.failures ?? 0),
		errors: Math.max(shown.errors, suite.announced.errors ?? 0),
		skipped: Math.max(shown.skipped, suite.announced.skipped ?? 0)
	};
}
function sum(field, own, inner) {
	return inner.reduce((total, counts) => total + counts[field], own[field]);
}
function noteSuite(suite, shown, excuse, note) {
	const { announced, position } = suite;
	const named = suite.name === "" ? "The suite" : `The suite ${JSON.stringify(shorten(suite.name, 100))}`;
	for (const { kind, failure } of suite.reds) note("red", "suite-red", `${named} holds an element <${kind}> outside of any test case: ${failure.message}`, position);
	for (const field of ["failures", "errors"]) {
		const count = announced[field] ?? 0;
		if (count > shown[field]) note("red", "red-attribute", `${named} announces ${field}=${count} and shows ${shown[field]}`, position);
	}
	if ((announced.tests ?? 0) > shown.tests) {
		const message = `${named} announces ${announced.tests} tests and holds ${shown.tests}`;
		if (excuse === void 0) note("reject", "announces-more", `${message}: the others left no result`, position);
		else note("note", "announces-more", `${message}; ${excuse}`, position);
	}
}
/** The outermost counts: the root's own, else the sum over its suites. */
function announcedBy(root) {
	const announced = {};
	for (const field of [
		"tests",
		"failures",
		"errors",
		"skipped"
	]) {
		const own = root.announced[field];
		const inner = root.suites.flatMap((suite) => suite.announced[field] ?? []);
		if (own !== void 0) announced[field] = own;
		else if (inner.length > 0) announced[field] = inner.reduce((left, right) => left + right, 0);
	}
	return announced;
}

// src/evidence/junit/parse.ts
/** The pure heart of the reader: bytes in pieces of any size in, records out. */
/** A parser of one report. `write` and `end` throw a {@link ReportRefusal}; after one the parser is spent. */
function createReportParser(overrides = {}) {
	const limits = limitsWith(overrides);
	const machine = createMachine(limits);
	const tokenizer = createTokenizer(limits, machine);
	let size = 0;
	return {
		write(bytes) {
			size += bytes.length;
			if (size > limits.bytes) throw new ReportRefusal("limit-bytes", `The report is larger than ${limits.bytes} bytes`);
			tokenizer.write(bytes);
		},
		end() {
			if (size === 0) throw new ReportRefusal("empty", "The file holds no byte: the runner never wrote its report");
			tokenizer.end();
			return buildRecords(machine.finish());
		}
	};
}

// src/evidence/junit/read.ts
/**
* Opens and reads one report file. Whoever runs the tests controls what lies at the path: links, FIFOs and devices are
* refused without ever blocking, and a file that changes under the reader is refused too.
*/
const STEP = 65536;
/**
* Reads the report at `path`, a string as `decodePath` gives it or raw bytes. Never throws over what it finds: every
* fault of the file or its content is a refused reading with its own code.
*/
async function readReport(path, options = {}) {
	const limits = limitsWith(options.limits);
	const native = typeof path === "string" ? nativePath(path, "") : path;
	try {
		refuseKind(await lstat(native, { bigint: true }));
		if (options.allowedRoots !== void 0) await refuseOutside(native, options.allowedRoots);
		const flags = constants$1.O_RDONLY | flag("O_NOFOLLOW") | flag("O_NONBLOCK") | flag("O_NOCTTY");
		const file = await open(native, flags);
		try {
			return await readOpened(native, file, limits);
		} finally {
			await file.close();
		}
	} catch (error) {
		return refused(error);
	}
}
function flag(name) {
	return constants$1[name] ?? 0;
}
async function readOpened(native, file, limits) {
	const before = await file.stat({ bigint: true });
	refuseKind(before);
	const size = Number(before.size);
	if (size > limits.bytes) return {
		...refused(new ReportRefusal("limit-bytes", `The file has ${size} bytes, more than the limit of ${limits.bytes}`)),
		size,
		stat: statOf(before)
	};
	const { read, sha256, outcome } = await readAll(file, limits);
	const moved = whatMoved(before, await file.stat({ bigint: true })) ?? await whatStands(native, before);
	const seen = {
		sha256,
		size: read,
		stat: statOf(before)
	};
	if (moved !== void 0) return refused(new ReportRefusal("changed", `The file changed while it was read: ${moved}`));
	if (read !== size) return refused(new ReportRefusal("unstored", `The file says it has ${size} bytes and yields ${read}: it is no stored file`));
	if (outcome.state === "refused") return {
		...outcome.refusal,
		...seen
	};
	return {
		state: "read",
		...outcome.records,
		...seen
	};
}
/** One pass for digest and meaning; after a refusal it goes on for the digest alone. */
async function readAll(file, limits) {
	const hash = createHash("sha256");
	const parser = createReportParser(limits);
	const buffer = Buffer.allocUnsafe(STEP);
	let refusal;
	let read = 0;
	function attempt(step) {
		if (refusal !== void 0) return void 0;
		try {
			return step();
		} catch (error) {
			refusal = refused(error);
			return;
		}
	}
	while (read <= limits.bytes) {
		const { bytesRead } = await file.read(buffer, 0, STEP, null);
		if (bytesRead === 0) break;
		const bytes = buffer.subarray(0, bytesRead);
		read += bytesRead;
		hash.update(bytes);
		attempt(() => {
			parser.write(bytes);
		});
	}
	const records = attempt(() => parser.end());
	const outcome = records === void 0 || refusal !== void 0 ? {
		state: "refused",
		refusal: refusal ?? refused(/* @__PURE__ */ new Error("nothing was parsed"))
	} : {
		state: "parsed",
		records
	};
	return {
		read,
		sha256: hash.digest("hex"),
		outcome
	};
}
function refuseKind(stat) {
	if (stat.isFile()) return;
	if (stat.isSymbolicLink()) throw new ReportRefusal("symlink", "The path is a symbolic link; a report must be a file of its own");
	if (stat.isDirectory()) throw new ReportRefusal("folder", "The path is a folder, not a report file");
	const kind = stat.isFIFO() ? "a FIFO" : stat.isSocket() ? "a socket" : "a device";
	throw new ReportRefusal("special", `The path is ${kind}, not a report file`);
}
async function refuseOutside(native, roots) {
	const path = typeof native === "string" ? native : decodePath(native);
	const real = join(await realpath(dirname(path)), basename(path));
	if (!roots.some((root) => real.startsWith(root.endsWith(sep) ? root : `${root}${sep}`))) throw new ReportRefusal("outside", `The real path is ${JSON.stringify(real)}, outside of ${roots.join(", ")}`);
}
/** What differs between two looks at the open file, in words; undefined where nothing does. */
function whatMoved(before, after) {
	for (const field of [
		"size",
		"mtimeNs",
		"ctimeNs",
		"ino",
		"dev"
	]) if (before[field] !== after[field]) return `${field} was ${before[field]} and is ${after[field]}`;
}
/** Whether the path still names the file that was read. */
async function whatStands(native, before) {
	try {
		const now = await lstat(native, { bigint: true });
		return now.ino === before.ino && now.dev === before.dev ? void 0 : "another file took its place";
	} catch {
		return "it is gone from its path";
	}
}
function statOf(stat) {
	return {
		mtimeMs: Number(stat.mtimeNs / 1000000n),
		mtimeNs: String(stat.mtimeNs),
		ctimeNs: String(stat.ctimeNs),
		ino: String(stat.ino),
		dev: String(stat.dev)
	};
}
function refused(error) {
	if (error instanceof ReportRefusal) return {
		state: "refused",
		code: error.code,
		message: error.message,
		...error.position
	};
	const code = systemCode(error);
	const refusals = {
		ENOENT: "absent",
		ENOTDIR: "absent",
		ELOOP: "symlink",
		EISDIR: "folder",
		ENXIO: "special",
		ENODEV: "special"
	};
	const message = String(error).replace(/^Error: /, "");
	return {
		state: "refused",
		code: refusals[code] ?? "unreadable",
		message: `The file could not be read: ${message}`
	};
}
function systemCode(error) {
	return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : "";
}

export { readReport as t };