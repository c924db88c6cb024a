/* eslint-disable */
// @ts-nocheck
/** Made from second-runs.eta by `npm run templates`; edit that file, not this one. */
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
__eta.res+='<section id="second-runs" aria-labelledby="h-second-runs">\n<h2 id="h-second-runs">The command elsewhere</h2>\n';
if (it.runs.length > 0) {
__eta.res+='<div class="scroll" tabindex="0" role="region" aria-label="Runs of the command"><table>\n  <thead><tr><th scope="col">Where</th><th scope="col">How it ended</th><th scope="col">Tests</th><th scope="col" class="n">Seconds</th></tr></thead>\n  <tbody>\n';
for (const run of it.runs) {
__eta.res+='  <tr><th scope="row">';
__eta.res+=__eta.e(run.where);
__eta.res+='</th><td class="text">';
__eta.res+=__eta.e(run.ending);
__eta.res+='</td><td>';
__eta.res+=__eta.e(run.tests);
__eta.res+='</td><td class="n">';
__eta.res+=__eta.e(run.seconds);
__eta.res+='</td></tr>\n';
}
__eta.res+='  </tbody>\n</table></div>\n';
}
if (it.transitions.length > 0) {
__eta.res+='<h3 class="group">From base to head</h3>\n<dl class="totals small">\n';
for (const one of it.transitions) {
__eta.res+='  <div class="';
__eta.res+=__eta.e(one.kind === 'fail-pass' || one.kind === 'pass-pass' ? 'good' : one.kind === 'pass-fail' || one.kind === 'fail-fail' ? 'bad' : 'open');
__eta.res+='"><dt>';
__eta.res+=__eta.e(one.kind.replace('-', ' → '));
__eta.res+='</dt><dd>';
__eta.res+=__eta.e(one.count.toLocaleString('en'));
__eta.res+='</dd></div>\n';
}
__eta.res+='</dl>\n';
}
if (it.differences.length > 0) {
__eta.res+='<h3 class="group">Where the replay disagrees</h3>\n<div class="scroll" tabindex="0" role="region" aria-label="Differences of the replay"><table>\n  <thead><tr><th scope="col">Test</th><th scope="col">Workspace</th><th scope="col">Clean directory</th><th scope="col">It says</th></tr></thead>\n  <tbody>\n';
for (const one of it.differences) {
__eta.res+='  <tr><th scope="row">';
__eta.res+=__eta.e(one.test);
__eta.res+='</th><td>';
__eta.res+=__eta.e(one.warm);
__eta.res+='</td><td>';
__eta.res+=__eta.e(one.clean);
__eta.res+='</td><td class="text">';
__eta.res+=__eta.e(one.says);
__eta.res+='</td></tr>\n';
}
__eta.res+='  </tbody>\n</table></div>\n';
}
if (it.onlyWarm.length > 0) {
__eta.res+='<h3 class="group">Ignored files that only the workspace has</h3>\n<ul class="paths">';
for (const one of it.onlyWarm) {
__eta.res+='<li><code>';
__eta.res+=__eta.e(one.path);
__eta.res+='</code>';
__eta.res+=__eta.e(one.named ? ' (the failing run speaks of it)' : '');
__eta.res+='</li>';
}
__eta.res+='</ul>\n';
}
if (it.hunks.length > 0) {
__eta.res+='<h3 class="group">Each hunk of the change, taken out alone</h3>\n<div class="scroll" tabindex="0" role="region" aria-label="Hunks"><table>\n  <thead><tr><th scope="col">Hunk</th><th scope="col">Result</th><th scope="col">Tests that miss it</th></tr></thead>\n  <tbody>\n';
for (const one of it.hunks) {
__eta.res+='  <tr><th scope="row"><span class="where">';
__eta.res+=__eta.e(one.path);
__eta.res+='</span><span class="name">';
__eta.res+=__eta.e(one.hunk);
__eta.res+='</span></th><td class="';
__eta.res+=__eta.e(one.result === 'supported' ? 'good' : one.result === 'unsupported' ? 'bad' : 'open');
__eta.res+='">';
__eta.res+=__eta.e(one.result);
__eta.res+='</td><td class="text">';
__eta.res+=__eta.e(one.says);
__eta.res+='</td></tr>\n';
}
__eta.res+='  </tbody>\n</table></div>\n';
}
__eta.res+='</section>\n';
if (__eta.layout) {
  __eta.res = include (__eta.layout, {...it, body: __eta.res, ...__eta.layoutData, __blocks: __eta.blocks});
}
return __eta.res;
}
