/* eslint-disable */
// @ts-nocheck
/** Made from findings.eta by `npm run templates`; edit that file, not this one. */
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
__eta.res+='<section id="findings" aria-labelledby="h-findings">\n<h2 id="h-findings">Findings</h2>\n';
if (it.rejecting.length === 0) {
__eta.res+='<p class="quiet">Nothing rejects.</p>\n';
}
for (const [at, one] of it.rejecting.entries()) {
__eta.res+='<article class="finding ';
__eta.res+=__eta.e(one.answer);
__eta.res+='" aria-labelledby="f-';
__eta.res+=__eta.e(at);
__eta.res+='">\n  <h3 id="f-';
__eta.res+=__eta.e(at);
__eta.res+='"><span class="answer">';
__eta.res+=__eta.e(one.answer === 'broken' ? '✗ broken' : '? unknown');
__eta.res+='</span> ';
__eta.res+=__eta.e(one.rule);
__eta.res+='</h3>\n';
if (one.title !== '') {
__eta.res+='  <p class="title">Expected: ';
__eta.res+=__eta.e(one.title);
__eta.res+='.</p>\n';
}
__eta.res+='  <dl>\n    <div><dt>What</dt><dd class="text">';
__eta.res+=__eta.e(one.what);
__eta.res+='</dd></div>\n    <div><dt>Why</dt><dd class="text">';
__eta.res+=__eta.e(one.why);
__eta.res+='</dd></div>\n';
if (one.fix !== '') {
__eta.res+='    <div class="fix"><dt>Fix</dt><dd class="text">';
__eta.res+=__eta.e(one.fix);
__eta.res+='</dd></div>\n';
}
if (one.innocentWhen !== '') {
__eta.res+='    <div><dt>Innocent when</dt><dd class="text">';
__eta.res+=__eta.e(one.innocentWhen);
__eta.res+='</dd></div>\n';
}
__eta.res+='  </dl>\n';
if (one.paths.length > 0) {
__eta.res+='  <details><summary>';
__eta.res+=__eta.e(one.paths.length === 1 ? '1 path' : `${one.paths.length} paths`);
__eta.res+='</summary><ul class="paths">';
for (const path of one.paths) {
__eta.res+='<li><code>';
__eta.res+=__eta.e(path);
__eta.res+='</code></li>';
}
__eta.res+='</ul></details>\n';
}
__eta.res+='</article>\n';
}
for (const [heading, group] of [['Not proven, and not required', it.open], ['Worth knowing', it.notes]]) { if (group.length > 0) {
__eta.res+='<h3 class="group">';
__eta.res+=__eta.e(heading);
__eta.res+='</h3>\n<ul class="notes">\n';
for (const one of group) {
__eta.res+='  <li><p class="text">';
__eta.res+=__eta.e(one.what);
__eta.res+=' <span class="rule">';
__eta.res+=__eta.e(one.rule);
__eta.res+='</span></p>';
if (one.fix !== '') {
__eta.res+='<p class="text fixed">';
__eta.res+=__eta.e(one.fix);
__eta.res+='</p>';
}
__eta.res+='</li>\n';
}
__eta.res+='</ul>\n';
} }
if (it.held.length > 0) {
__eta.res+='<details class="held"><summary>';
__eta.res+=__eta.e(it.held.length === 1 ? '1 more rule holds' : `${it.held.length} more rules hold`);
__eta.res+='</summary>\n<div class="scroll" tabindex="0" role="region" aria-label="Rules that hold"><table><thead><tr><th scope="col">Rule</th><th scope="col">What was seen</th></tr></thead><tbody>\n';
for (const one of it.held) {
__eta.res+='<tr><th scope="row">';
__eta.res+=__eta.e(one.rule);
__eta.res+='</th><td class="text">';
__eta.res+=__eta.e(one.what);
__eta.res+='</td></tr>\n';
}
__eta.res+='</tbody></table></div></details>\n';
}
__eta.res+='</section>\n';
if (__eta.layout) {
  __eta.res = include (__eta.layout, {...it, body: __eta.res, ...__eta.layoutData, __blocks: __eta.blocks});
}
return __eta.res;
}
