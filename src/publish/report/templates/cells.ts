/* eslint-disable */
// @ts-nocheck
/** Made from cells.eta by `npm run templates`; edit that file, not this one. */
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
__eta.res+='<section id="cells" aria-labelledby="h-cells">\n<h2 id="h-cells">Cells</h2>\n<div class="scroll" tabindex="0" role="region" aria-label="Table of cells">\n<table>\n  <thead><tr><th scope="col">Cell</th><th scope="col">Verdict</th><th scope="col" class="n">Tests</th><th scope="col" class="n">Red</th><th scope="col" class="n">Skipped</th><th scope="col">Tree</th><th scope="col">Ran on</th><th scope="col">Rejected by</th></tr></thead>\n  <tbody>\n';
for (const cell of it.cells) {
__eta.res+='  <tr><th scope="row">';
__eta.res+=__eta.e(cell.cell);
__eta.res+='</th><td class="';
__eta.res+=__eta.e(cell.state === 'accepted' ? 'good' : 'bad');
__eta.res+='">';
__eta.res+=__eta.e(cell.state === 'accepted' ? '✓' : '✗');
__eta.res+=' ';
__eta.res+=__eta.e(cell.state);
__eta.res+='</td><td class="n">';
__eta.res+=__eta.e(cell.tests.toLocaleString('en'));
__eta.res+='</td><td class="n';
__eta.res+=__eta.e(cell.red > 0 ? ' bad' : '');
__eta.res+='">';
__eta.res+=__eta.e(cell.red.toLocaleString('en'));
__eta.res+='</td><td class="n">';
__eta.res+=__eta.e(cell.skipped.toLocaleString('en'));
__eta.res+='</td><td><code>';
__eta.res+=__eta.e(cell.tree);
__eta.res+='</code></td><td>';
__eta.res+=__eta.e(cell.runtimes);
__eta.res+='</td><td class="text">';
__eta.res+=__eta.e(cell.rejecting);
__eta.res+='</td></tr>\n';
}
__eta.res+='  </tbody>\n</table>\n</div>\n</section>\n';
if (__eta.layout) {
  __eta.res = include (__eta.layout, {...it, body: __eta.res, ...__eta.layoutData, __blocks: __eta.blocks});
}
return __eta.res;
}
