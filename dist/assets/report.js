// Shows the rows of the test table page by page. Every text is set as text, never as markup.
'use strict';
(() => {
  const PAGE = 100;
  const { kind, columns, words, rows } = JSON.parse(document.getElementById('rows').textContent);
  const WORD = { p: 'passed', f: 'failed', e: 'errored', s: 'skipped', k: 'flaky', '-': 'not run' };
  const TONE = { p: 'good', f: 'bad', e: 'bad', s: 'open', k: 'open', '-': 'none' };
  const WORST = 'fekps-';
  const at = (id) => document.getElementById(id);
  const search = at('search');
  const filter = at('filter');
  const cell = at('cell');
  const body = document.querySelector('#table tbody');

  // A row is [place, group, name, outcomes, change, says]; place, group and change are indexes of words.
  const place = (row) => [words[row[0]], words[row[1]]].filter((text) => text !== '').join(' › ');
  const texts = rows.map((row) => `${words[row[0]]}\n${words[row[1]]}\n${row[2]}\n${row[5]}`.toLowerCase());
  const after = columns.indexOf('after');

  function worst(outcomes) {
    for (const letter of WORST) if (outcomes.includes(letter)) return letter;
    return '-';
  }

  /** The letter that the filter goes by: of the chosen cell, of the worst one, or of the head. */
  function letterOf(row) {
    if (kind === 'run') return row[3][after];
    return cell.value === '' ? worst(row[3]) : row[3][Number(cell.value)];
  }

  function fits(row, wanted) {
    const letter = letterOf(row);
    if (wanted === 'all') return true;
    if (wanted === 'red') return letter === 'f' || letter === 'e';
    if (wanted === 'different') return new Set(row[3]).size > 1;
    if (wanted.startsWith('change ')) return words[row[4]] === wanted.slice(7);
    return letter === wanted;
  }

  let chosen = [];
  let page = 0;

  function choose() {
    const terms = search.value.toLowerCase().split(/\s+/).filter((term) => term !== '');
    chosen = [];
    for (let index = 0; index < rows.length; index += 1) {
      if (fits(rows[index], filter.value) && terms.every((term) => texts[index].includes(term))) chosen.push(index);
    }
    page = 0;
    show();
  }

  function element(name, text, className) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  }

  function summary(outcomes) {
    const counts = {};
    for (const letter of outcomes) counts[letter] = (counts[letter] ?? 0) + 1;
    return [...WORST].filter((letter) => counts[letter]).map((letter) => `${counts[letter]} ${WORD[letter]}`).join(', ');
  }

  /** Cells in which it did not plainly pass, so that a reader knows where to look. */
  function where(outcomes) {
    const named = columns.filter((_, index) => 'fek'.includes(outcomes[index]));
    return named.length > 8 ? `${named.slice(0, 8).join(', ')} and ${named.length - 8} more` : named.join(', ');
  }

  function line(row) {
    const tr = element('tr');
    const head = element('th');
    head.scope = 'row';
    const before = place(row);
    if (before !== '') head.append(element('span', before, 'where'));
    head.append(element('span', row[2], 'name'));
    if (row[5] !== '') {
      const details = element('details');
      details.append(element('summary', 'why'), element('pre', row[5]));
      head.append(details);
    }
    tr.append(head);
    if (kind === 'matrix') {
      const letter = worst(row[3]);
      tr.append(element('td', WORD[letter], TONE[letter]), element('td', summary(row[3])), element('td', where(row[3]), 'text'));
      return tr;
    }
    for (const letter of row[3]) tr.append(element('td', WORD[letter], TONE[letter]));
    if (columns.includes('before')) tr.append(element('td', words[row[4]].replace('-', ' → '), 'none'));
    return tr;
  }

  function show() {
    const pages = Math.max(1, Math.ceil(chosen.length / PAGE));
    body.replaceChildren(...chosen.slice(page * PAGE, (page + 1) * PAGE).map((index) => line(rows[index])));
    at('count').textContent = chosen.length === rows.length ? `${rows.length.toLocaleString('en')} tests` : `${chosen.length.toLocaleString('en')} of ${rows.length.toLocaleString('en')} tests`;
    at('page').textContent = `Page ${page + 1} of ${pages}`;
    at('back').disabled = page === 0;
    at('on').disabled = page + 1 >= pages;
    document.querySelector('.pager').hidden = pages === 1;
  }

  let timer;
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(choose, 80);
  });
  filter.addEventListener('change', choose);
  if (cell) cell.addEventListener('change', choose);
  document.querySelector('.controls').addEventListener('submit', (event) => event.preventDefault());
  function turn(by) {
    page += by;
    show();
    at('table').scrollIntoView({ block: 'start' });
  }
  at('back').addEventListener('click', () => turn(-1));
  at('on').addEventListener('click', () => turn(1));
  document.querySelector('.controls').hidden = false;
  choose();
})();
