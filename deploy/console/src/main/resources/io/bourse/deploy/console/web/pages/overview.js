// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// What needs no session: the market with the statistics of its session, news, and the protocols.

import { get } from '../kit/api.js';
import { el, replace, setText } from '../kit/dom.js';
import { count, date, dateTime, money, NONE, price, words } from '../kit/format.js';
import { indexFacts } from '../kit/indices.js';
import { poll } from '../kit/poll.js';
import { filterField, table } from '../kit/table.js';

export const title = 'Overview';

const INTERVAL_MS = 2000;

const PROTOCOLS = [
  ['twime.md', 'TWIME: order entry, binary'],
  ['fix.md', 'FIX 4.4: order entry, drop copy, market data'],
  ['fix44-bourse.xml', 'FIX 4.4: data dictionary'],
  ['simba.md', 'SIMBA: order-by-order market data'],
  ['fast.md', 'SPECTRA FAST: market data'],
  ['fast-bourse.xml', 'SPECTRA FAST: templates'],
  ['pitch.md', 'PITCH: market data'],
  ['versions.md', 'Versions'],
];

const number = (text) => null === text || undefined === text ? -Infinity : Number(text);
const priced = (key, heading, of, isWide = true) => ({ key, title: heading, align: 'right', isWide,
  text: (row) => price(of(row)), sort: (row) => number(of(row)) });

const COLUMNS = [
  { key: 'symbol', title: 'Instrument', text: (row) => row.instrument.symbol },
  { key: 'phase', title: 'Phase', text: ({ session, instrument: { phase } }) =>
    words('OPEN' === session || 'CLOSED' === phase ? phase : session) },
  priced('last', 'Last', (row) => row.instrument.last, false),
  priced('open', 'Open', (row) => row.day.open),
  priced('high', 'High', (row) => row.day.high),
  priced('low', 'Low', (row) => row.day.low),
  priced('average', 'Average', (row) => row.day.average),
  priced('settlement', 'Settlement', (row) => row.day.settlement ?? row.day.previousSettlement),
  { key: 'volume', title: 'Volume', align: 'right', text: (row) => count(row.instrument.volumeLots),
    sort: (row) => row.instrument.volumeLots },
  { key: 'turnover', title: 'Turnover, RUB', align: 'right', isWide: true, text: (row) => money(row.day.turnoverKopecks),
    sort: (row) => row.day.turnoverKopecks },
  { key: 'trades', title: 'Trades', align: 'right', isWide: true, text: (row) => count(row.instrument.trades),
    sort: (row) => row.instrument.trades },
  { key: 'openInterest', title: 'Open interest', align: 'right', isWide: true,
    text: (row) => null === row.day.openInterestLots ? NONE : count(row.day.openInterestLots),
    sort: (row) => row.day.openInterestLots ?? -1 },
];

export function show(main, context) {
  const session = el('span', { class: 'muted' });
  const instruments = table({
    caption: 'Statistics of the session',
    columns: COLUMNS,
    id: (row) => row.instrument.id,
    sort: { key: 'symbol', isDescending: false },
    empty: 'No instrument is known yet.',
  });
  const news = el('div');
  const indices = el('section', { class: 'panel', hidden: true });
  const market = poll({ context, intervalMs: INTERVAL_MS, load: async (signal) => ({
    market: await get('/api/v1/public/market', signal),
    news: await get('/api/v1/public/news', signal),
    indices: await get('/api/v1/public/indices', signal),
  }), draw: (answer) => {
    const status = answer.market.status;
    setText(session, `session ${status.sessionId ?? NONE} of ${date(status.tradingDate)}, ${words(status.session)}` +
      ` · last transaction ${dateTime(status.time)} UTC`);
    const sessions = Object.fromEntries((answer.market.partitions ?? [{ status }])
      .map(({ partition, status: own }) => [partition, own.session]));
    instruments.set(answer.market.instruments.map((row) =>
      ({ ...row, partition: row.instrument.partition, session: sessions[row.instrument.partition] })));
    indices.hidden = 0 === answer.indices.items.length;
    replace(indices, el('h2', {}, 'Indices'), ...answer.indices.items.map((row) =>
      el('section', {}, el('h3', {}, row.symbol), indexFacts(row))));
    replace(news, ...0 === answer.news.items.length ? [el('p', { class: 'empty' }, 'There are no news.')] :
      answer.news.items.map((item) => el('article', {},
        el('h3', {}, item.headline), el('p', { class: 'muted' }, `${dateTime(item.time)} UTC`),
        ...item.text.split('\n').map((line) => el('p', {}, line)))));
  } });
  replace(main,
    el('div', { class: 'head' }, el('h1', {}, title), session),
    market.element,
    el('section', { class: 'panel', 'aria-label': 'Statistics' },
      filterField('Filter', instruments, context), instruments.element),
    indices,
    el('section', { class: 'panel' }, el('h2', {}, 'News'), news),
    el('section', { class: 'panel' }, el('h2', {}, 'Protocols'), el('ul', {}, ...PROTOCOLS.map(([file, text]) =>
      el('li', {}, el('a', { href: `/protocols/${file}` }, text))))));
  market.now();
  return () => market.stop();
}
