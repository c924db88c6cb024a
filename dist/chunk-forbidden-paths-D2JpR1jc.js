// src/packet/forbidden-paths.ts
/** Which paths never travel in a packet or a bundle, whatever they hold (PK4). */
const RULES = [
	["git's own files", /(^|\/)\.git(\/|$)/i],
	["a dotenv file", /(^|\/)\.env(\.(?!example$|sample$|template$|dist$)[^/]*)?$|(^|\/)\.envrc$/i],
	["a key or certificate store", /\.(pem|key|p12|pfx|jks|keystore|kdbx|asc|gpg|ppk)$|(^|\/)(id_(rsa|dsa|ecdsa|ed25519)|\.ssh|\.gnupg)([^/]*$|\/)/i],
	["a file of tokens or passwords", /(^|\/)(\.netrc|_netrc|\.npmrc|\.pypirc|\.git-credentials|\.htpasswd|\.pgpass|\.dockercfg|\.boto|\.s3cfg|credentials(\.json)?|secrets?\.(ya?ml|json|toml|ini|txt)|[^/]*token[s]?\.(txt|json))$|(^|\/)\.(aws|azure|kube|docker|gcloud)\//i],
	["a cookie jar", /(^|\/)[^/]*cookies?(\.txt|\.sqlite|\.json|-jar|jar)?$/i],
	["settings of an editor", /(^|\/)\.(idea|vscode|vs|fleet|history|zed)(\/|$)|(^|\/)[^/]*\.(sw[a-p]|iml|sublime-workspace|code-workspace)$|(^|\/)\.DS_Store$/i],
	["an environment folder", /(^|\/)(node_modules|\.venv|venv|\.tox|\.nox|site-packages|__pycache__|\.direnv)\//i],
	["vendored code", /(^|\/)(vendor|vendored|_vendor|third_party|third-party|bower_components)\//i],
	["a wheel or other built package", /\.(whl|egg|jar|war|nupkg|gem|deb|rpm)$/i]
];
/** Why a path must not travel; null where it may. */
function forbiddenPath(path) {
	return RULES.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

export { forbiddenPath as t };