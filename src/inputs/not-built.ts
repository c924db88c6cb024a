/** What the command line reserves and this version cannot do. Asking for it stops the call: nothing is pretended. */

export const NOT_BUILT_VERBS: readonly (readonly [string, string])[] = [];

export const NOT_BUILT_OPTIONS: readonly (readonly [string, string])[] = [];
