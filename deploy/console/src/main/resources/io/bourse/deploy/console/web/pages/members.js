// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// What members have done in the session, how market makers keep their obligations, and the price indices.

import { get } from '../kit/api.js';
import { el, replace, setText } from '../kit/dom.js';
import { count, date, dateTime, duration, money, NONE, price } from '../kit/format.js';
import { indexFacts } from '../kit/indices.js';
import { poll, query } from '../kit/poll.js';
import { series } from '../kit/series.js';
import { filterField, table } from '../kit/table.js';

export const title = 'Members';

const INTERVAL_MS = 3000;
const PAGE = 1000;
const SESSIONS = [['current', 'This session'], ['previous', 'The session before']];
const STATES = { MET: '● as owed', ABSENT: '✕ no order', ONE_SIDE: '▲ one side', SIZE: '▲ too few lots',
  SPREAD: '▲ too wide' };

const percent = (permille) => (null === permille ? NONE : `${(permille / 10).toFixed(1)} %`);
const number = (key, heading, of, more = {}) => ({ key, title: heading, align: 'right', text: (row) => count(of(row)),
  sort: (row) => of(row) ?? -1, ...more });
const seconds = (key, heading, of) => ({ key, title: heading, align: 'right', isWide: true,
  text: (row) => duration(Math.floor(of(row) / 1e9)), sort: of });
const wide = { isWide: true };

const MEMBERS = [
  { key: 'firm', title: 'Firm', text: (row) => row.firm },
  { key: 'turnover', title: 'Turnover, RUB', align: 'right', text: (row) => money(row.turnoverKopecks),
    sort: (row) => row.turnoverKopecks },
  number('lots', 'Lots', (row) => row.lots, wide),
  number('trades', 'Trades', (row) => row.trades),
  number('maker', 'Maker', (row) => row.makerPermille, { text: (row) => percent(row.makerPermille) }),
  number('orders', 'Orders', (row) => row.orders),
  number('changes', 'Changed', (row) => row.changes, wide),
  number('cancels', 'Cancelled', (row) => row.cancels, wide),
  number('rejected', 'Rejected', (row) => row.rejected, wide),
  number('ratio', 'Orders for a trade', (row) => Number(row.ordersPerTrade ?? -1),
    { text: (row) => row.ordersPerTrade ?? NONE, ...wide }),
];

const OBLIGATIONS = [
  { key: 'provider', title: 'Market maker', text: (row) => row.provider },
  { key: 'symbol', title: 'Instrument', text: (row) => row.symbol || row.instrumentId },
  number('presence', 'Present', (row) => row.presencePermille, { text: (row) => percent(row.presencePermille) }),
  number('required', 'Owed', (row) => row.requiredPermille, { text: (row) => percent(row.requiredPermille), ...wide }),
  { key: 'kept', title: 'Kept', text: (row) => (row.isKept ? '● yes' : '✕ no'),
    className: (row) => (row.isKept ? 'good' : 'bad') },
  { key: 'state', title: 'Now', text: (row) => (row.isMeasured ? STATES[row.state] : '– not measured'), ...wide },
  seconds('measured', 'Measured', (row) => row.continuousNs),
  seconds('absent', 'No order', (row) => row.absentNs),
  seconds('side', 'One side', (row) => row.oneSideNs),
  seconds('size', 'Too few', (row) => row.sizeNs),
  seconds('wide', 'Too wide', (row) => row.spreadNs),
  number('spread', 'Spread', (row) => Number(row.averageSpread ?? -1), { text: (row) => price(row.averageSpread), ...wide }),
  number('traded', 'Lots', (row) => row.tradedLots, wide),
];

/** A chart for each index, which stays when its values change. */
function charts(place) {
  const shown = new Map();
  let known = null;
  return {
    /** Values hold until asOfS, seconds since 1970; null for a session that is over. */
    show(rows, asOfS) {
      const symbols = rows.map((row) => row.symbol).join();
      if (known !== symbols) {
        known = symbols;
        shown.forEach((one) => one.chart.stop());
        shown.clear();
        replace(place, el('h2', {}, 'Indices'), 0 === rows.length ? el('p', { class: 'empty' },
          'The reference data of this console has no index.') : rows.map((row) => {
          const chart = series({ title: `${row.symbol}, last value of each minute`, lines: ['value'],
            format: (value) => price(value), isFromZero: false });
          const text = el('div');
          shown.set(row.symbol, { chart, text });
          return el('section', {}, el('h3', {}, row.symbol), text, chart.element);
        }));
      }
      for (const row of rows) {
        const { chart, text } = shown.get(row.symbol);
        replace(text, indexFacts(row));
        const now = null === asOfS || 0 === row.points.length ? [] : [{ timeS: asOfS, value: row.value }];
        const points = [...row.points, ...now];
        chart.set(points.map((point) => point.timeS), [points.map((point) => Number(point.value))]);
      }
    },
    stop() {
      shown.forEach((one) => one.chart.stop());
    },
  };
}

export function show(main, context) {
  const session = el('span', { class: 'muted' });
  const members = table({ caption: 'Members', columns: MEMBERS, id: (row) => row.firm,
    sort: { key: 'turnover', isDescending: true }, empty: 'No member, or no session before this one.' });
  const obligations = table({ caption: 'Obligations of market makers', isCaptionShown: true, columns: OBLIGATIONS,
    id: (row) => `${row.provider} ${row.instrumentId}`,
    empty: 'No market maker owes quotes: the reference data of this console has no obligations.' });
  const place = el('section', { class: 'panel indices', 'aria-label': 'Indices' });
  const indices = charts(place);
  const links = SESSIONS.map(([name, text]) => el('a', { href: `#/page/members/${name}` }, text));
  let chosen = SESSIONS[0][0];
  const asked = poll({
    context,
    intervalMs: INTERVAL_MS,
    load: async (signal) => ({
      members: await get(query('/api/v1/members', { session: chosen, limit: PAGE }), signal),
      obligations: await get(query('/api/v1/obligations', { session: chosen }), signal),
      indices: await get('/api/v1/public/indices', signal),
    }),
    draw: (answer) => {
      const { sessionId, tradingDate, asOf } = answer.members;
      setText(session, 0 === sessionId ? 'no session' :
        `session ${sessionId} of ${date(tradingDate)} · as of ${dateTime(asOf)} UTC`);
      members.set(answer.members.items);
      obligations.set(answer.obligations.items);
      indices.show(answer.indices.items, 'current' === chosen && asOf ? Date.parse(asOf) / 1000 : null);
    },
  });
  const choose = ([name]) => {
    chosen = SESSIONS.find(([one]) => one === name)?.[0] ?? SESSIONS[0][0];
    links.forEach((link, index) => {
      if (SESSIONS[index][0] === chosen) {
        link.setAttribute('aria-current', 'true');
      } else {
        link.removeAttribute('aria-current');
      }
    });
    asked.now();
  };
  replace(main, el('div', { class: 'head' }, el('h1', {}, title), session),
    el('nav', { class: 'sections', 'aria-label': 'Sessions' }, ...links), asked.element,
    el('section', { class: 'panel', 'aria-label': 'Members' }, filterField('Filter', members, context), members.element),
    el('section', { class: 'panel', 'aria-label': 'Obligations' }, obligations.element),
    place);
  choose(context.path);
  return {
    path: choose,
    stop() {
      asked.stop();
      indices.stop();
    },
  };
}
