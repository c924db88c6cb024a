/* eslint-disable */
// @ts-nocheck
/** Made from tests.eta by `npm run templates`; edit that file, not this one. */
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
__eta.res+='<section id="tests" aria-labelledby="h-tests">\n<h2 id="h-tests">Tests</h2>\n';
if (it.table.rows.length === 0) {
__eta.res+='<p class="quiet">No report tells of a test.</p>\n';
} else {
__eta.res+='<form class="controls" role="search" aria-label="Tests" hidden>\n  <label>Search <input type="search" id="search" autocomplete="off" spellcheck="false" placeholder="name, class, file or message"></label>\n  <label>Show <select id="filter">';
for (const [value, name] of it.filters) {
__eta.res+='<option value="';
__eta.res+=__eta.e(value);
__eta.res+='">';
__eta.res+=__eta.e(name);
__eta.res+='</option>';
}
__eta.res+='</select></label>\n';
if (it.table.kind === 'matrix') {
__eta.res+='  <label>Cell <select id="cell"><option value="">all cells</option>';
for (const [at, name] of it.table.columns.entries()) {
__eta.res+='<option value="';
__eta.res+=__eta.e(at);
__eta.res+='">';
__eta.res+=__eta.e(name);
__eta.res+='</option>';
}
__eta.res+='</select></label>\n';
}
__eta.res+='</form>\n<p id="count" role="status" aria-live="polite">';
__eta.res+=__eta.e(it.count);
__eta.res+='</p>\n';
if (it.table.leftOut > 0) {
__eta.res+='<p class="quiet">';
__eta.res+=__eta.e(it.table.leftOut.toLocaleString('en'));
__eta.res+=' more tests were left out to keep this page small. Those that are red, or differ, come first.</p>\n';
}
__eta.res+='<div class="scroll" tabindex="0" role="region" aria-label="Table of tests">\n<table id="table">\n  <thead><tr><th scope="col">Test</th>';
for (const name of it.heads) {
__eta.res+='<th scope="col">';
__eta.res+=__eta.e(name);
__eta.res+='</th>';
}
__eta.res+='</tr></thead>\n  <tbody>\n';
for (const row of it.first) {
__eta.res+='  <tr><th scope="row">';
if (row.where !== '') {
__eta.res+='<span class="where">';
__eta.res+=__eta.e(row.where);
__eta.res+='</span>';
}
__eta.res+='<span class="name">';
__eta.res+=__eta.e(row.name);
__eta.res+='</span>';
if (row.says !== '') {
__eta.res+='<details><summary>why</summary><pre>';
__eta.res+=__eta.e(row.says);
__eta.res+='</pre></details>';
}
__eta.res+='</th>';
for (const [word, tone] of row.cells) {
__eta.res+='<td class="';
__eta.res+=__eta.e(tone);
__eta.res+='">';
__eta.res+=__eta.e(word);
__eta.res+='</td>';
}
__eta.res+='</tr>\n';
}
__eta.res+='  </tbody>\n</table>\n</div>\n<p class="pager" hidden><button type="button" id="back">Previous</button> <span id="page"></span> <button type="button" id="on">Next</button></p>\n<noscript><p class="quiet">Searching, filtering and turning pages need this page\'s own script.</p></noscript>\n';
}
__eta.res+='</section>\n';
if (__eta.layout) {
  __eta.res = include (__eta.layout, {...it, body: __eta.res, ...__eta.layoutData, __blocks: __eta.blocks});
}
return __eta.res;
}
