// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

import { el, onFrame, replace } from './dom.js';

const collator = new Intl.Collator('en', { numeric: true });

let tables = 0;

/** Stands behind the first column; rows that name no partition are of all. */
const PARTITION = { key: 'partition', title: 'Partition', text: (row) => row.partition ?? '', sort: (row) => row.partition ?? -1,
  className: () => 'of-partition' };

/**
 * A table that is sorted by its headings and filtered by a text, and whose cells are changed where they are. Arrow keys,
 * Home and End go from row to row, Enter opens the row. Rows of several partitions have a column that names theirs.
 *
 * @param options
 *   caption  of the table; read out, shown when isCaptionShown is true.
 *   columns  [{ key, title, text(row), sort(row), align, className(row), render(row), isWide }]: text is what is shown,
 *            unless render gives an element; sort gives what is compared (number or string), by default the text;
 *            isWide leaves the column out on narrow screens.
 *   id       of a row, unique.
 *   href     of a row: its first cell is a link there. Without it rows cannot be opened.
 *   sort     { key, isDescending } at the beginning; without it rows stay as they are given.
 *   empty    what is said when there is no row.
 * @return { element, set(rows), upsert(rows), filter(text), select(id), focusRow() }
 */
export function table({ caption, isCaptionShown = false, columns: [first, ...others], id: idOf, href = null, sort = null, empty = 'Nothing here.' }) {
  tables += 1;
  const columns = [first, PARTITION, ...others];
  const id = (row) => (undefined === row.partition ? String(idOf(row)) : `${row.partition}:${idOf(row)}`);
  const byId = new Map();
  let order = [];
  let needle = '';
  let selected = null;
  let by = sort;
  const head = el('tr');
  const body = el('tbody');
  const nothing = el('p', { class: 'empty', hidden: true }, empty);
  const element = el('div', { class: 'table' },
    el('table', {}, el('caption', { class: isCaptionShown ? null : 'hidden-text' }, caption), el('thead', {}, head), body),
    nothing);

  for (const column of columns) {
    const button = el('button', { type: 'button', click: () => sortBy(column) },
      PARTITION === column ? ['P', el('span', { class: 'narrow-hidden' }, 'artition')] : column.title,
      el('span', { class: 'arrow', 'aria-hidden': 'true' }));
    head.append(el('th', { scope: 'col', class: classes(column) + (PARTITION === column ? ' of-partition' : ''), 'data-key': column.key }, button));
  }

  function classes(column, row) {
    return [column.align ?? 'left', column.isWide ? 'wide-only' : '', row && column.className ? column.className(row) : '']
      .filter((name) => name).join(' ');
  }

  function sortBy(column) {
    by = { key: column.key, isDescending: by?.key === column.key ? !by.isDescending : false };
    arrange();
  }

  function compare(left, right) {
    const column = columns.find((candidate) => candidate.key === by.key);
    const value = column.sort ?? column.text;
    const a = value(left.row);
    const b = value(right.row);
    const difference = 'number' === typeof a && 'number' === typeof b ? a - b :
      collator.compare(String(a ?? ''), String(b ?? ''));
    return by.isDescending ? -difference : difference;
  }

  /** Rows that a text is looked for in: all texts of the row. */
  function matches(entry) {
    return '' === needle || columns.some((column) => String(column.text(entry.row)).toLowerCase().includes(needle));
  }

  const arrange = () => {
    for (const cell of head.children) {
      const isBy = by?.key === cell.dataset.key;
      cell.setAttribute('aria-sort', !isBy ? 'none' : by.isDescending ? 'descending' : 'ascending');
      cell.querySelector('.arrow').textContent = !isBy ? '' : by.isDescending ? ' ▼' : ' ▲';
    }
    const entries = [...byId.values()];
    order = (by ? entries.sort(compare) : entries).filter(matches);
    const wanted = order.map((entry) => entry.element);
    const isSame = wanted.length === body.children.length && wanted.every((row, i) => row === body.children[i]);
    if (!isSame) {
      const focused = document.activeElement;
      const hadFocus = body.contains(focused);
      replace(body, ...wanted);
      if (hadFocus && body.contains(focused)) {
        focused.focus({ preventScroll: true });
      }
    }
    nothing.hidden = 0 !== order.length;
    element.classList.toggle('partitioned', [...byId.values()].some(({ row }) => undefined !== row.partition));
    const focusable = order.find((entry) => entry.id === selected) ?? order[0];
    for (const entry of order) {
      entry.link?.setAttribute('tabindex', entry === focusable ? '0' : '-1');
    }
  };
  const arrangeLater = onFrame(arrange);

  function newEntry(row) {
    const entry = { id: id(row), row, cells: [], texts: [], link: null, element: el('tr') };
    columns.forEach((column, index) => {
      const isLink = 0 === index && null !== href;
      const cell = el(0 === index ? 'th' : 'td', { scope: 0 === index ? 'row' : null });
      if (isLink) {
        entry.link = el('a', { href: href(row) });
        cell.append(entry.link);
      }
      entry.cells.push(cell);
      entry.element.append(cell);
    });
    return entry;
  }

  function write(entry, row) {
    entry.row = row;
    columns.forEach((column, index) => {
      const cell = entry.cells[index];
      const className = classes(column, row);
      if (cell.className !== className) {
        cell.className = className;
      }
      const text = String(column.text(row));
      if (entry.texts[index] !== text) {
        entry.texts[index] = text;
        const place = 0 === index && entry.link ? entry.link : cell;
        replace(place, column.render ? column.render(row) : text);
      }
    });
    if (entry.link) {
      entry.link.setAttribute('href', href(row));
    }
    mark(entry);
  }

  function mark(entry) {
    const isSelected = entry.id === selected;
    entry.element.classList.toggle('selected', isSelected);
    if (entry.link) {
      if (isSelected) {
        entry.link.setAttribute('aria-current', 'true');
      } else {
        entry.link.removeAttribute('aria-current');
      }
    }
  }

  function upsert(rows) {
    for (const row of rows) {
      const key = id(row);
      const entry = byId.get(key) ?? newEntry(row);
      byId.set(key, entry);
      write(entry, row);
    }
    arrangeLater();
  }

  body.addEventListener('keydown', (event) => {
    const index = order.findIndex((entry) => entry.link === event.target);
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: order.length - 1 }[event.key];
    if (index < 0 || undefined === target || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    event.preventDefault();
    const next = order[Math.max(0, Math.min(order.length - 1, target))];
    order[index].link.setAttribute('tabindex', '-1');
    next.link.setAttribute('tabindex', '0');
    next.link.focus();
  });

  return {
    element,
    /** All rows, in the place of those before. */
    set(rows) {
      const keys = new Set(rows.map(id));
      for (const key of [...byId.keys()]) {
        if (!keys.has(key)) {
          byId.delete(key);
        }
      }
      upsert(rows);
      arrange();
    },
    /** Rows that are new or have changed. */
    upsert,
    /** Shows the rows that have this text in a cell. */
    filter(text) {
      needle = text.trim().toLowerCase();
      arrange();
    },
    /** Marks a row by its id, and its partition if it has one. */
    select(key, partition) {
      selected = null === key ? null : undefined === partition ? String(key) : `${partition}:${key}`;
      byId.forEach(mark);
      arrange();
    },
    /** The focus goes to the marked row, or the first one. */
    focusRow() {
      body.querySelector('a[tabindex="0"]')?.focus();
    },
    /** Rows that are shown. */
    size: () => order.length,
  };
}

/** A field that filters a table; "/" goes there. */
export function filterField(label, filtered, context) {
  const input = el('input', { type: 'search', id: `filter-${tables}`, autocomplete: 'off', spellcheck: 'false',
    input: () => filtered.filter(input.value),
    keydown: (event) => {
      if ('ArrowDown' === event.key) {
        event.preventDefault();
        filtered.focusRow();
      }
    } });
  context.shortcut('/', `filter: ${label.toLowerCase()}`, () => {
    input.focus();
    input.select();
  });
  return el('div', { class: 'filter' }, el('label', { for: input.id }, label), input);
}
