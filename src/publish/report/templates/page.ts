/* eslint-disable */
// @ts-nocheck
/** Made from page.eta by `npm run templates`; edit that file, not this one. */
export function template(it, options) {
let include = (__eta_t, __eta_d) => this.render(__eta_t, {...it, ...(__eta_d ?? {})}, options);
let includeAsync = (__eta_t, __eta_d) => this.renderAsync(__eta_t, {...it, ...(__eta_d ?? {})}, options);
let __eta = {res: "", e: this.config.escapeFunction, f: this.config.filterFunction, blocks: {}};
function layout(path, data) {
  __eta.layout = path;
  __eta.layoutData = data;
}
function output(s){__eta.res+=s;}
function capture(fn){const s=__eta.res;__eta.res='';try{fn();return __eta.res}finally{__eta.res=s;}}
async function captureAsync(fn){const s=__eta.res;__eta.res='';try{await fn();return __eta.res}finally{__eta.res=s;}}
function block(name,fn){if(__eta.layout){if(fn){__eta.blocks[name]=capture(fn);}return '';}const b=it.__blocks||{};if(name in b){return b[name];}return fn?capture(fn):'';}
async function blockAsync(name,fn){if(__eta.layout){if(fn){__eta.blocks[name]=await captureAsync(fn);}return '';}const b=it.__blocks||{};if(name in b){return b[name];}return fn?await captureAsync(fn):'';}
__eta.res+='<!doctype html>\n<!-- generation-gate report -->\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="';
__eta.res+=__eta.e(it.policy);
__eta.res+='">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n<title>';
__eta.res+=__eta.e(it.page.verdict === 'accepted' ? 'Accepted' : 'Rejected');
__eta.res+=__eta.e(it.page.subject === '' ? '' : `: ${it.page.subject}`);
__eta.res+=' · generation-gate</title>\n<link rel="icon" href="data:,">\n<style>';
__eta.res+=it.style;
__eta.res+='</style>\n</head>\n<body class="';
__eta.res+=__eta.e(it.page.verdict);
__eta.res+='">\n<a class="skip" href="#findings">Skip to the findings</a>\n<header>\n  <div class="in">\n    <p class="product">generation-gate <span>';
__eta.res+=__eta.e(it.page.verb);
__eta.res+='</span>';
if (it.page.subject !== '') {
__eta.res+=' <span class="cell">';
__eta.res+=__eta.e(it.page.subject);
__eta.res+='</span>';
}
__eta.res+='</p>\n    <h1><span class="mark" aria-hidden="true">';
__eta.res+=__eta.e(it.page.verdict === 'accepted' ? '✓' : '✗');
__eta.res+='</span>';
__eta.res+=__eta.e(it.page.verdict === 'accepted' ? 'Accepted' : 'Rejected');
__eta.res+='</h1>\n    <p class="headline">';
__eta.res+=__eta.e(it.page.headline);
__eta.res+='</p>\n';
if (it.page.totals.total > 0) {
__eta.res+='    <dl class="totals" aria-label="Tests">\n      <div><dt>tests</dt><dd>';
__eta.res+=__eta.e(it.page.totals.total.toLocaleString('en'));
__eta.res+='</dd></div>\n';
for (const [name, tone] of [['passed', 'good'], ['failed', 'bad'], ['errored', 'bad'], ['skipped', 'open'], ['flaky', 'open']]) {
__eta.res+='      <div class="';
__eta.res+=__eta.e(it.page.totals[name] > 0 ? tone : 'none');
__eta.res+='"><dt>';
__eta.res+=__eta.e(name);
__eta.res+='</dt><dd>';
__eta.res+=__eta.e(it.page.totals[name].toLocaleString('en'));
__eta.res+='</dd></div>\n';
}
__eta.res+='    </dl>\n';
}
__eta.res+='  </div>\n</header>\n<nav aria-label="Sections">\n  <ul class="in">\n';
for (const [id, name] of it.sections) {
__eta.res+='    <li><a href="#';
__eta.res+=__eta.e(id);
__eta.res+='">';
__eta.res+=__eta.e(name);
__eta.res+='</a></li>\n';
}
__eta.res+='  </ul>\n</nav>\n<main>\n';
for (const part of it.parts) {
__eta.res+=part;
}
__eta.res+='</main>\n<footer>\n  <p class="in">Made by generation-gate ';
__eta.res+=__eta.e(it.page.program);
__eta.res+='. This page loads nothing and sends nothing. It shows a verdict and is none: reach it again with <code>generation-gate verify BUNDLE</code>.</p>\n</footer>\n';
if (it.data !== '') {
__eta.res+='<script type="application/json" id="rows">';
__eta.res+=it.data;
__eta.res+='</script>\n<script>';
__eta.res+=it.script;
__eta.res+='</script>\n';
}
__eta.res+='</body>\n</html>\n';
if (__eta.layout) {
  __eta.res = include (__eta.layout, {...it, body: __eta.res, ...__eta.layoutData, __blocks: __eta.blocks});
}
return __eta.res;
}
