/* eslint-disable */
// @ts-nocheck
/** Made from witness.eta by `npm run templates`; edit that file, not this one. */
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
__eta.res+='<section id="witness" aria-labelledby="h-witness">\n<h2 id="h-witness">What the tests really loaded</h2>\n<p>';
__eta.res+=__eta.e(it.headline);
__eta.res+='</p>\n';
if (it.changed.length > 0) {
__eta.res+='<h3 class="group">Changed files';
__eta.res+=__eta.e(it.against === '' ? '' : `, against ${it.against}`);
__eta.res+='</h3>\n<ul class="paths">';
for (const one of it.changed) {
__eta.res+='<li><span class="';
__eta.res+=__eta.e(one.loaded ? 'good' : 'open');
__eta.res+='">';
__eta.res+=__eta.e(one.loaded ? '✓ loaded' : '? not loaded');
__eta.res+='</span> <code>';
__eta.res+=__eta.e(one.path);
__eta.res+='</code></li>';
}
__eta.res+='</ul>\n';
}
if (it.runtimes.length > 0) {
__eta.res+='<h3 class="group">Runtimes</h3>\n<ul class="paths">';
for (const one of it.runtimes) {
__eta.res+='<li>';
__eta.res+=__eta.e(one.name);
__eta.res+=' <code>';
__eta.res+=__eta.e(one.executable);
__eta.res+='</code>, ';
__eta.res+=__eta.e(one.processes === 1 ? '1 process' : `${one.processes} processes`);
__eta.res+='</li>';
}
__eta.res+='</ul>\n';
}
if (it.escaped.length > 0) {
__eta.res+='<h3 class="group">Processes without a witness</h3>\n<ul class="paths">';
for (const one of it.escaped) {
__eta.res+='<li>';
__eta.res+=__eta.e(one.count);
__eta.res+=' × <code>';
__eta.res+=__eta.e(one.command);
__eta.res+='</code>: ';
__eta.res+=__eta.e(one.why);
__eta.res+='</li>';
}
__eta.res+='</ul>\n';
}
if (it.lost.length > 0) {
__eta.res+='<h3 class="group">Records that are not whole</h3>\n<ul class="paths">';
for (const one of it.lost) {
__eta.res+='<li>';
__eta.res+=__eta.e(one);
__eta.res+='</li>';
}
__eta.res+='</ul>\n';
}
if (it.loads.length > 0) {
__eta.res+='<details><summary>';
__eta.res+=__eta.e(it.loads.length + it.moreLoads === 1 ? '1 file of this workspace' : `${it.loads.length + it.moreLoads} files of this workspace`);
__eta.res+='</summary>\n<div class="scroll" tabindex="0" role="region" aria-label="Loaded files"><table>\n  <thead><tr><th scope="col">File</th><th scope="col">Bytes</th><th scope="col">From</th><th scope="col" class="n">Processes</th></tr></thead>\n  <tbody>\n';
for (const one of it.loads) {
__eta.res+='  <tr><th scope="row">';
__eta.res+=__eta.e(one.path);
__eta.res+='</th><td class="';
__eta.res+=__eta.e(one.bytes === 'as stamped' ? 'good' : one.bytes === 'other than stamped' ? 'bad' : 'open');
__eta.res+='">';
__eta.res+=__eta.e(one.bytes);
__eta.res+='</td><td>';
__eta.res+=__eta.e(one.how);
__eta.res+='</td><td class="n">';
__eta.res+=__eta.e(one.processes);
__eta.res+='</td></tr>\n';
}
__eta.res+='  </tbody>\n</table></div>\n';
if (it.moreLoads > 0) {
__eta.res+='<p class="quiet">';
__eta.res+=__eta.e(it.moreLoads);
__eta.res+=' more are in the bundle.</p>\n';
}
__eta.res+='</details>\n';
}
__eta.res+='</section>\n';
if (__eta.layout) {
  __eta.res = include (__eta.layout, {...it, body: __eta.res, ...__eta.layoutData, __blocks: __eta.blocks});
}
return __eta.res;
}
