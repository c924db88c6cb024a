// src/model/nearest.ts
/** The word of a list that somebody most likely meant. */
/** The candidate with the smallest edit distance to `word`; null where none comes near, or there are none. */
function nearest(word, candidates) {
	const [best] = candidates.map((candidate) => ({
		candidate,
		far: distance(word.toLowerCase(), candidate.toLowerCase())
	})).toSorted((left, right) => left.far - right.far);
	return best !== void 0 && best.far <= Math.max(2, Math.ceil(Math.max(word.length, best.candidate.length) / 2)) ? best.candidate : null;
}
/** Edit distance of two words (Levenshtein): small enough lists need no library. */
function distance(left, right) {
	let row = Array.from({ length: right.length + 1 }, (_, at) => at);
	for (let at = 1; at <= left.length; at += 1) {
		const next = [at];
		for (let to = 1; to <= right.length; to += 1) next.push(Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + (left[at - 1] === right[to - 1] ? 0 : 1)));
		row = next;
	}
	return row[right.length] ?? 0;
}

export { nearest as n, distance as t };