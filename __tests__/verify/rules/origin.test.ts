import { describe, expect, test } from '@jest/globals';
import type { Asked } from '../../../src/model/facts.ts';
import type { AskedInterpreter, EnvironmentOrigin, OriginEntry, OriginName, OriginsReport } from '../../../src/model/prepare.ts';
import { findingsOf } from '../../../src/verify/rule.ts';
import { environmentOwnCheckout } from '../../../src/verify/rules/environment-own-checkout.ts';
import { originEditableInside } from '../../../src/verify/rules/origin-editable-inside.ts';
import { originImportInside } from '../../../src/verify/rules/origin-import-inside.ts';
import { originProbed } from '../../../src/verify/rules/origin-probed.ts';
import { asked, facts, origins, run, stamped } from '../../support/facts.ts';
import { judges } from '../../support/rule-table.ts';

const otherCheckout = { top: '/home/me/other', why: 'its HEAD shares a root commit' };
const absent: AskedInterpreter = { state: 'absent', asked: 'node', why: 'the command runs node' };
const noStamp = facts({ stamp: { state: 'absent' }, stamped: null, run: null, check: null });

function entry(changes: Partial<OriginEntry> = {}): OriginEntry {
  return {
    distribution: 'price',
    kind: 'path-pth',
    file: '/venv/lib/python3.12/site-packages/__editable__.price.pth',
    target: '/home/me/other/src',
    names: [],
    insideWorkspace: false,
    otherCheckout: null,
    offersSame: true,
    ...changes,
  };
}
const inside = entry({ target: '/workspace/src', insideWorkspace: true });
const nodeLink = entry({ distribution: '@acme/core', kind: 'node-link', file: '/workspace/node_modules/@acme/core', target: '/home/me/other/packages/core', otherCheckout });
const ownNodeLink = entry({ distribution: '@acme/core', kind: 'node-link', file: '/workspace/node_modules/@acme/core', target: '/workspace/packages/core', insideWorkspace: true });
const ofOtherProject = entry({ distribution: 'tool', target: '/home/me/tool', offersSame: false });

function name(changes: Partial<OriginName> = {}): OriginName {
  return { name: 'price', asked: 'named', state: 'found', origin: '/workspace/src/price.py', locations: [], insideWorkspace: true, finder: 'PathFinder', otherCheckout: null, ...changes };
}
function copied(differing: readonly string[]): OriginName {
  return name({ asked: 'default', origin: '/venv/lib/python3.12/site-packages/price.py', insideWorkspace: false, copy: { compared: 2, differing: [...differing] } });
}
const elsewhere = name({ origin: '/home/me/other/src/price.py', insideWorkspace: false });

function atStamp(changes: Partial<OriginsReport>, asks: Partial<Asked> = {}) {
  return facts({ step: 'stamp', stamp: { state: 'absent' }, stamped: stamped({ origins: origins(changes) }), run: null, check: null, asked: asked(asks) });
}
function atRun(changes: Partial<OriginsReport>, asks: Partial<Asked> = {}) {
  return facts({ run: run({ origins: origins(changes) }), asked: asked(asks) });
}
function unwitnessed(changes: Partial<OriginsReport>, asks: Partial<Asked> = {}) {
  return facts({ run: run({ origins: origins(changes), witness: { state: 'absent', why: 'it was not asked for' } }), asked: asked(asks) });
}
function handedOver(changes: Partial<OriginsReport>, asks: Partial<Asked> = {}) {
  return facts({ stamped: stamped({ origins: origins(changes) }), run: null, asked: asked({ outcome: 'success', ...asks }) });
}
function notAsked(asks: Partial<Asked> = {}) {
  return facts({ stamped: stamped({ origins: null }), run: run({ origins: null }), asked: asked(asks) });
}

judges(originEditableInside, 'PR5', [
  ['none', facts(), 'holds'],
  ['no stamp is another rule', noStamp, 'holds'],
  ['nobody was asked', notAsked(), 'holds', /Nothing to judge/],
  ['inside', atRun({ entries: [inside] }), 'holds', /1 editable entry/],
  ['elsewhere, at the stamp', atStamp({ entries: [entry()] }), 'broken', /seen at the stamp: price leads to \/home\/me\/other\/src by path-pth \/venv/],
  ['elsewhere, at the run', atRun({ entries: [inside, entry({ kind: 'setuptools-finder' })] }), 'broken', /^1 editable install .*seen at the run/],
  ['elsewhere, of another name, in another checkout', atRun({ entries: [entry({ distribution: 'old-price', offersSame: false, otherCheckout })] }), 'broken', /another checkout of the same code \(its HEAD shares a root commit\)/],
  ['elsewhere, where nobody saw the run', handedOver({ entries: [entry()] }), 'broken', /at the stamp/],
  ["elsewhere at the stamp, not in the command's own interpreter", facts({ stamped: stamped({ origins: origins({ entries: [entry()] }) }) }), 'holds'],
  ["elsewhere at the stamp, where the command's interpreter gave no answer", facts({ stamped: stamped({ origins: origins({ entries: [entry()] }) }), run: run({ origins: origins({ interpreter: { state: 'unreadable', asked: 'python3', why: 'it hung' } }) }) }), 'broken', /at the stamp/],
  ['by node_modules, whatever Python is the first on PATH', atStamp({ entries: [entry({ kind: 'node-link' })], guessed: true }), 'broken', /at the stamp/],
  ['elsewhere in the first Python on PATH, before a run', atStamp({ entries: [entry()], guessed: true }), 'listed', /first Python on PATH/],
  ['elsewhere in a named environment, before a run', atStamp({ entries: [entry()] }), 'broken', /at the stamp/],
  ['the same at both is said once', facts({ stamped: stamped({ origins: origins({ entries: [entry()] }) }), run: run({ origins: origins({ entries: [entry()] }) }) }), 'broken', /at the run/],
  ['a place that is not named', atRun({ entries: [entry({ kind: 'other-finder', target: null })] }), 'unknown', /whose place is not known/],
  ['a plain copy is no editable install', atRun({ entries: [entry({ kind: 'plain-copy' })] }), 'holds'],
  ['of another project', atRun({ entries: [ofOtherProject] }), 'listed', /1 editable install of other projects.*tool leads to \/home\/me\/tool/],
  ['of another project, where that rejects', atRun({ entries: [ofOtherProject] }, { foreignEditables: 'reject' }), 'broken'],
  ['a folder of the environment, where other projects reject', atRun({ entries: [entry({ distribution: null, target: '/venv/lib/python3.12/site-packages/win32', offersSame: false })] }, { foreignEditables: 'reject' }), 'holds'],
  ['a file that cannot be read', atRun({ unread: [{ file: '/venv/x.pth', why: 'EACCES' }] }), 'unknown', /\/venv\/x\.pth \(EACCES\)/],
  ['a disagreement', atRun({ disagreements: [{ about: 'price', one: 'direct_url.json says /a', other: 'the path file says /b' }] }), 'listed', /price: direct_url\.json says \/a, but/],
  ['a link in node_modules to another checkout', atRun({ interpreter: absent, entries: [nodeLink] }), 'broken', /@acme\/core leads to \/home\/me\/other\/packages\/core, another checkout .* by node-link/],
  ['links of an npm workspace into itself', atRun({ interpreter: absent, entries: [ownNodeLink] }), 'holds', /1 editable entry/],
  ['all of them', atRun({ entries: [entry(), ofOtherProject], unread: [{ file: 'x', why: 'y' }] }), ['broken', 'unknown', 'listed']],
]);

describe('the fix for an install that leads elsewhere', () => {
  test.each([
    ['a Python install', [entry()], 'Install this workspace instead: /usr/bin/python3 -m pip install -e .'],
    ['a link of npm', [nodeLink], 'Install this workspace instead: rm -rf node_modules && npm install (or pnpm, yarn or bun, whichever owns the lock file)'],
    ['a link of pnpm', [{ ...nodeLink, file: '/workspace/node_modules/.pnpm/node_modules/@acme/core' }], 'Install this workspace instead: rm -rf node_modules && pnpm install'],
    ['both', [entry(), nodeLink], 'Install this workspace instead: /usr/bin/python3 -m pip install -e .; Install this workspace instead: rm -rf node_modules && npm install (or pnpm, yarn or bun, whichever owns the lock file)'],
  ])('is that of its own package manager: %s', (_, entries, fix) => {
    expect(findingsOf(originEditableInside, atRun({ entries })).map((finding) => finding.fix)).toEqual([fix]);
  });
});

judges(originImportInside, 'PR5', [
  ['of an environment that the command will make', atStamp({ interpreter: { state: 'later', asked: 'tox', why: 'tox makes its environment itself' } }, { imports: ['price'] }), 'listed', /when it has ended/],
  ['nothing asked', facts(), 'holds', /Nothing to judge/],
  ['no stamp is another rule', noStamp, 'holds'],
  ['inside', atRun({ names: [name()] }, { imports: ['price'] }), 'holds', /1 import looked at/],
  ['outside', atRun({ names: [elsewhere] }), 'broken', /"price" is imported from \/home\/me\/other\/src\/price\.py, outside/],
  ['outside, at the stamp', atStamp({ names: [elsewhere] }), 'broken'],
  ['a namespace outside', atRun({ names: [name({ origin: null, locations: ['/a', '/b'], insideWorkspace: false })] }), 'broken', /from \/a, \/b, outside/],
  ['a built-in of that name', atRun({ names: [name({ origin: null, insideWorkspace: false })] }), 'broken', /the interpreter itself/],
  ['missing', atRun({ names: [name({ state: 'absent', origin: null, insideWorkspace: false })] }), 'broken', /cannot be imported by \/usr\/bin\/python3/],
  ['its finder failed', atRun({ names: [name({ state: 'failed', origin: null, insideWorkspace: false })] }), 'unknown'],
  ['would build, and is installed inside', atRun({ names: [name({ state: 'would-build', origin: null, insideWorkspace: false })], entries: [inside] }), 'listed', /"price" leads into the workspace/],
  ['would build, and is installed outside', atRun({ names: [name({ state: 'would-build', origin: null })], entries: [entry({ distribution: 'x', names: ['price'] })] }), 'broken', /leads to \/home\/me\/other\/src by what is installed/],
  ['would build, and nothing names it', atRun({ names: [name({ state: 'would-build', origin: null })] }), 'unknown', /would build/],
  ['asked for and not answered', atRun({}, { imports: ['price'] }), 'unknown', /"price" .*gave no answer/],
  ['asked for, and the command runs no Python', atRun({ interpreter: { state: 'absent', asked: 'node', why: 'the command runs node' } }, { imports: ['price'] }), 'unknown', /the command runs node/],
  ['asked for, and nobody was asked', notAsked({ imports: ['price'] }), 'unknown', /no interpreter was asked/],
  ['inside at the stamp, and the run was not asked', facts({ stamped: stamped({ origins: origins({ names: [name()] }) }), run: run({ origins: null }), asked: asked({ imports: ['price'] }) }), 'unknown'],
  ['where nobody saw the run, the stamp decides', handedOver({ names: [name()] }, { imports: ['price'] }), 'holds'],
  ['asked for at the check alone', atRun({ names: [{ ...elsewhere, asked: 'default' }] }, { imports: ['price'] }), 'broken'],
  ['by default, outside', atRun({ names: [{ ...elsewhere, asked: 'default' }] }), 'listed', /from an installed copy: "price" from/],
  ['by default, in another checkout', atRun({ names: [{ ...elsewhere, asked: 'default', otherCheckout }] }), 'broken', /from another checkout of the same code: "price" from/],
  ['by default, missing', atRun({ names: [name({ asked: 'default', state: 'absent', origin: null, insideWorkspace: false })] }), 'holds'],
  ['by default, would build', atRun({ names: [name({ asked: 'default', state: 'would-build', origin: null, insideWorkspace: false })] }), 'unproven', /without building/],
  ['a copy with equal bytes', atRun({ names: [copied([])] }), 'listed', /2 files with equal bytes/],
  ['a copy with other bytes where a witness saw what was loaded', atRun({ names: [copied(['src/price.py'])] }), 'listed', /other bytes than/],
  ['a copy with other bytes that nobody saw load', unwitnessed({ names: [copied(['src/price.py'])] }), 'broken', /other bytes than src\/price\.py$/],
  ['a copy with other bytes, before the run', atStamp({ names: [copied(['src/price.py'])] }), 'listed', /other bytes than/],
  ['a copy of a version file', unwitnessed({ names: [copied(['src/price/_version.py'])] }), 'listed'],
  ['a copy that differs by design', unwitnessed({ names: [copied(['src/price.py'])] }, { generated: ['src/*.py'] }), 'listed'],
  ['a copy in an interpreter that is a guess', unwitnessed({ interpreter: { ...origins().interpreter, guess: true } as AskedInterpreter, names: [copied(['src/price.py'])] }), 'listed'],
]);

const silent: AskedInterpreter = { state: 'unreadable', asked: '/venv/bin/python', why: 'it gave no answer in 10000 ms' };
const later: AskedInterpreter = { state: 'later', asked: 'tox', why: 'tox makes its environment itself' };

judges(originProbed, 'PR5', [
  ['asked', facts(), 'holds', /"\/usr\/bin\/python3" \(cpython 3\.12\.4, by PATH\) was asked at the run/],
  ['no stamp is another rule', noStamp, 'holds'],
  ['asked at the stamp', atStamp({}), 'holds', /at the stamp/],
  ['no Python', atRun({ interpreter: absent }), 'holds', /Nothing to judge/],
  ['no Python, and an import is asked for', atRun({ interpreter: absent }, { imports: ['price'] }), 'unknown', /the command runs node/],
  ['no answer', atRun({ interpreter: silent }), 'unproven', /"\/venv\/bin\/python" was not asked .*10000 ms/],
  ['no answer, and an import is asked for', atRun({ interpreter: silent }, { imports: ['price'] }), 'unknown'],
  ['no answer, and an import was asked for at the stamp', atRun({ interpreter: silent, names: [name()] }), 'unknown'],
  ['no answer, and the same is installed', atRun({ interpreter: silent, entries: [inside] }), 'unknown'],
  ['no answer, and another project is installed', atRun({ interpreter: silent, entries: [ofOtherProject] }), 'unproven'],
  ['no answer, and a copy is installed', atRun({ interpreter: silent, entries: [entry({ kind: 'plain-copy' })] }), 'unproven'],
  ['an environment that the command will make, and an import is asked for', atStamp({ interpreter: later }, { imports: ['price'] }), 'unproven', /tox makes/],
  ['an environment that the command never made, and an import is asked for', atRun({ interpreter: later }, { imports: ['price'] }), 'unknown', /tox makes/],
  ['an environment that was not there yet', atRun({ interpreter: later }), 'unproven', /tox makes/],
  ['no Python, and an npm workspace with links into itself', atRun({ interpreter: absent, entries: [ownNodeLink] }), 'holds', /Nothing to judge/],
  ['no Python, and a link in node_modules to another checkout is another rule', atRun({ interpreter: absent, entries: [nodeLink] }), 'holds', /Nothing to judge/],
  ['no answer, and an npm workspace with links into itself', atRun({ interpreter: silent, entries: [ownNodeLink] }), 'unproven'],
  ['nobody was asked', notAsked(), 'unproven', /^No interpreter was asked/],
  ['nobody was asked for an import', notAsked({ imports: ['price'] }), 'unknown'],
  ['where nobody saw the run, the stamp decides', handedOver({ interpreter: silent }), 'unproven'],
]);

const variable: EnvironmentOrigin = { variable: 'PYTHONPATH', value: '/home/me/other/src:/x', target: '/home/me/other/src', otherCheckout };

judges(environmentOwnCheckout, 'PR6', [
  ['none', facts(), 'holds'],
  ['no stamp is another rule', noStamp, 'holds'],
  ['at the stamp', facts({ step: 'stamp', run: null, check: null, stamped: stamped({ environment: [variable] }) }), 'broken', /seen at the stamp: PYTHONPATH="\/home\/me\/other\/src:\/x" leads to \/home\/me\/other\/src \(its HEAD/],
  ['at the run', facts({ run: run({ environment: [variable] }) }), 'broken', /seen at the run/],
  ['at both', facts({ stamped: stamped({ environment: [variable] }), run: run({ environment: [variable] }) }), ['broken', 'broken']],
  ['not looked at', facts({ stamped: stamped({ environment: null }) }), 'unknown', /^Nobody looked at .* at the stamp$/],
  ['not looked at, at the run', facts({ run: run({ environment: null }) }), 'unknown'],
  ['where nobody saw the run, the stamp decides', facts({ run: null, asked: asked({ outcome: 'success' }) }), 'holds'],
]);
