// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// Reference data: instruments, firms, accounts, logins, limits, calendars, operators.

import { get } from '../kit/api.js';
import { el, facts, replace } from '../kit/dom.js';
import { count, date, dateTime, duration, money, NONE, price, words } from '../kit/format.js';
import { ofPartition } from '../kit/partitions.js';
import { poll, query } from '../kit/poll.js';
import { filterField, table } from '../kit/table.js';

export const title = 'Reference data';

const PAGE = 500;
const column = (key, heading, text, more = {}) => ({ key, title: heading, text, ...more });
const yes = (value) => (value ? 'yes' : 'no');
const list = (values) => (values.length > 0 ? values.join(', ') : NONE);
const seconds = (ns) => (null === ns || undefined === ns ? NONE : duration(Number(ns) / 1e9));
const wide = { isWide: true };
const right = { align: 'right' };

const SECTIONS = [
  { name: 'instruments', title: 'Instruments', id: (row) => row.instrumentId, isOpened: true, columns: [
    column('symbol', 'Instrument', (row) => row.symbol),
    column('instrumentId', 'Number', (row) => row.instrumentId, { ...right, ...wide, sort: (row) => row.instrumentId }),
    column('kind', 'Kind', (row) => words(row.kind)),
    column('phase', 'Phase', (row) => (row.expired ? '✕ expired' : words(row.phase))),
    column('tick', 'Tick', (row) => price(row.priceTick), { ...right, ...wide }),
    column('tickValue', 'Tick value', (row) => price(row.tickValue), { ...right, ...wide }),
    column('low', 'Low limit', (row) => price(row.lowLimit), { ...right, ...wide }),
    column('high', 'High limit', (row) => price(row.highLimit), { ...right, ...wide }),
    column('settlement', 'Settlement', (row) => price(row.settlementPrice), right),
    column('maturity', 'Maturity', (row) => date(row.maturityDate), wide),
    column('underlying', 'Underlying', (row) => row.underlying || NONE, wide),
  ] },
  { name: 'firms', title: 'Brokerage firms', id: (row) => row.code, columns: [
    column('code', 'Firm', (row) => row.code),
    column('clearing', 'Clearing firm', (row) => row.clearingFirm),
    column('settlement', 'Settlement account', (row) => row.settlementAccount ?? NONE),
    column('stopped', 'Kill switch', (row) => (row.stopped ? '■ stopped' : 'no'),
      { className: (row) => (row.stopped ? 'bad' : '') }),
    column('stp', 'Self-trade prevention', (row) => (row.selfTradePrevention ?
      `${words(row.selfTradePrevention.mode)} of ${words(row.selfTradePrevention.scope)}` : NONE), wide),
  ] },
  { name: 'settlement-accounts', title: 'Settlement accounts', id: (row) => row.code, columns: [
    column('code', 'Account', (row) => row.code),
    column('firms', 'Brokerage firms', (row) => list(row.brokerageFirms), { className: () => 'wrap' }),
  ] },
  { name: 'accounts', title: 'Accounts', id: (row) => row.accountId, columns: [
    column('account', 'Account', (row) => row.account),
    column('firm', 'Firm', (row) => row.brokerageFirm),
    column('client', 'Client', (row) => row.clientId, right),
    column('id', 'Number', (row) => row.accountId, { ...right, sort: (row) => row.accountId }),
  ] },
  { name: 'logins', title: 'Logins', id: (row) => row.loginId, isOpened: true, columns: [
    column('name', 'Login', (row) => row.name),
    column('loginId', 'Number', (row) => row.loginId, { ...right, sort: (row) => row.loginId }),
    column('protocol', 'Protocol', (row) => row.protocol),
    column('firm', 'Firm', (row) => row.brokerageFirm),
    column('rights', 'Rights', (row) => list(row.rights), wide),
    column('cancel', 'Cancel on disconnect', (row) => seconds(row.disconnectGraceNs), wide),
    column('stopped', 'Kill switch', (row) => (row.stopped ? '■ stopped' : 'no'),
      { className: (row) => (row.stopped ? 'bad' : '') }),
  ] },
  { name: 'limits', title: 'Trading limits', id: (row) => `${row.level}:${row.registerCode}`, columns: [
    column('code', 'Register', (row) => row.registerCode),
    column('level', 'Level', (row) => words(row.level)),
    column('position', 'Position lots', (row) => count(row.maxPositionLots || null), right),
    column('lots', 'Order lots', (row) => count(row.maxOrderLots || null), right),
    column('notional', 'Order value, RUB', (row) => money(row.maxOrderNotionalKopecks || null), { ...right, ...wide }),
    column('active', 'Live orders', (row) => count(row.maxActiveOrders || null), { ...right, ...wide }),
    column('rate', 'Orders/s', (row) => count(row.maxOrdersPerSecond || null), { ...right, ...wide }),
  ] },
  { name: 'calendars', title: 'Calendars', id: (row) => row.underlying, columns: [
    column('underlying', 'Underlying', (row) => row.underlying || '(whole market)'),
    column('first', 'First start (UTC)', (row) => dateTime(row.firstStart)),
    column('entries', 'Entries', (row) => count(row.entries), right),
  ] },
  { name: 'trading-days', title: 'Trading days', id: (row) => `${row.market}:${row.year}`, columns: [
    column('market', 'Market', (row) => row.market || '(whole venue)'),
    column('year', 'Year', (row) => row.year),
    column('days', 'Days', (row) => count(row.days.length), right),
  ] },
  { name: 'operators', title: 'Operators', id: (row) => row.operatorId, columns: [
    column('name', 'Operator', (row) => row.name),
    column('state', 'State', (row) => ('ACTIVE' === row.state ? '● active' : '✕ revoked')),
    column('roles', 'Roles', (row) => list(row.roles), { className: () => 'wrap' }),
  ] },
  { name: 'policy', title: 'Policy of operators', id: (row) => row.act, columns: [
    column('act', 'Act', (row) => words(row.act)),
    column('roles', 'Roles', (row) => list(row.roles), { className: () => 'wrap' }),
    column('approval', 'Second person', (row) => yes(row.needsApproval)),
  ] },
];

function value(name, given) {
  if (null === given || undefined === given || '' === given) {
    return NONE;
  }
  if (Array.isArray(given)) {
    return list(given.map((entry) => value(name, entry)));
  }
  if ('object' === typeof given) {
    return Object.entries(given).map(([key, inner]) => `${key} ${value(key, inner)}`).join(', ');
  }
  if ('boolean' === typeof given) {
    return yes(given);
  }
  return name.endsWith('Kopecks') ? money(given) : name.endsWith('PctE6') ? (given / 1e6).toFixed(6) :
    name.endsWith('Date') ? date(given) : String(given);
}

/** A name of the API as words, with the unit that it is shown in. */
function label(name) {
  const [, words, unit] = /^(.*?)(Kopecks|PctE6)?$/.exec(name);
  return words.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) +
    ({ Kopecks: ', RUB', PctE6: ', %' }[unit] ?? '');
}

function detail(row) {
  const flat = [];
  const parts = [];
  for (const [name, given] of Object.entries(row)) {
    if (null !== given && 'object' === typeof given && !Array.isArray(given)) {
      if (Object.keys(given).length > 0) {
        parts.push(el('h3', {}, label(name)),
          facts(Object.entries(given).map(([key, inner]) => [label(key), value(key, inner)])));
      }
    } else {
      flat.push([label(name), value(name, given)]);
    }
  }
  return [el('h2', {}, row.symbol ?? row.name), facts(flat), ...parts];
}

function section(chosen, context, main) {
  const rows = table({
    caption: chosen.title, columns: chosen.columns, id: chosen.id, empty: 'The venue has none.',
    href: chosen.isOpened ? (row) => `#/page/reference/${chosen.name}/${chosen.id(row)}${ofPartition(row)}` : null,
  });
  const more = el('button', { type: 'button', hidden: true, click: () => load(true) }, 'More');
  const place = el('section', { class: 'panel', 'aria-label': 'Details', hidden: true });
  let next = null;
  let isPageWanted = true;
  let key = null;
  let partition;
  const asked = poll({
    context,
    load: async (signal) => ({
      page: isPageWanted ?
        await get(query(`/api/v1/reference/${chosen.name}`, { after: next, limit: PAGE }), signal) : null,
      row: null === key ? null : await get(query(`/api/v1/reference/${chosen.name}/${encodeURIComponent(key)}`, { partition }), signal),
    }),
    draw: ({ page, row }) => {
      if (null !== page) {
        rows.upsert(page.items);
        next = page.next;
        more.hidden = null === next;
        isPageWanted = false;
      }
      place.hidden = null === row;
      replace(place, ...(null === row ? [] : detail(row)));
    },
  });
  const load = (isMore) => {
    isPageWanted ||= isMore;
    asked.now();
  };
  replace(main, el('section', { class: 'panel', 'aria-label': chosen.title }, filterField('Filter', rows, context),
    rows.element, more), place);
  const choose = (path) => {
    key = path[1] ?? null;
    partition = path[2];
    rows.select(key, partition);
    load(false);
  };
  choose(context.path);
  return { ...asked, choose };
}

export function show(main, context) {
  const links = SECTIONS.map((one) => el('a', { href: `#/page/reference/${one.name}` }, one.title));
  const body = el('div', { class: 'lookup' });
  const problem = el('div');
  let running = null;
  let shownName = null;
  // Keys go to the section that is shown.
  const keys = new Map();
  context.shortcut('/', 'filter', () => keys.get('/')?.());
  context.shortcut('r', 'ask again', () => keys.get('r')?.());
  const path = (parts) => {
    const chosen = SECTIONS.find((one) => one.name === parts[0]) ?? SECTIONS[0];
    links.forEach((link, index) => {
      if (SECTIONS[index] === chosen) {
        link.setAttribute('aria-current', 'true');
      } else {
        link.removeAttribute('aria-current');
      }
    });
    if (chosen.name === shownName) {
      running.choose(parts);
      return;
    }
    running?.stop();
    shownName = chosen.name;
    running = section(chosen, { ...context, path: parts, shortcut: (key, text, action) => keys.set(key, action) },
      body);
    replace(problem, running.element);
  };
  replace(main, el('div', { class: 'head' }, el('h1', {}, title)),
    el('nav', { class: 'sections', 'aria-label': 'Kinds of reference data' }, ...links), problem, body);
  path(context.path);
  return { stop: () => running.stop(), path };
}
