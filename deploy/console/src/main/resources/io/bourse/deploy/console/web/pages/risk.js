// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// Funds and limits of registers: how much of them is used, a map of that, and the register that is chosen; of a
// member's risk officer his own firm alone, with what he may do there.

import { actForm } from '../kit/acts.js';
import { get } from '../kit/api.js';
import { el, facts, replace } from '../kit/dom.js';
import { count, dateTime, money, NONE, price, words } from '../kit/format.js';
import { named, ofPartition } from '../kit/partitions.js';
import { poll, query } from '../kit/poll.js';
import { filterField, table } from '../kit/table.js';

export const title = 'Risk';

const INTERVAL_MS = 3000;
const PAGE = 1000;
const LEVELS = [['SETTLEMENT_ACCOUNT', 'Settlement accounts'], ['BROKERAGE_FIRM', 'Firms'], ['CLIENT', 'Clients'],
  ['LOGIN', 'Logins']];
/** From this use on: sign, words and class. */
const BANDS = [[1001, '✕', 'above 100 %', 'band-over'], [900, '▲', '90 % and more', 'band-high'],
  [500, '◆', '50 to 90 %', 'band-middle'], [0, '●', 'below 50 %', 'band-low']];
const UNKNOWN = [-1, '–', 'no funds set', 'band-none'];

const bandOf = (use) => BANDS.find(([from]) => from <= use);

function band(row) {
  if (null === row.freeKopecks) {
    return UNKNOWN;
  }
  return row.freeKopecks < 0 ? BANDS[0] : bandOf(Math.min(1000, row.usedPermille ?? 1000));
}

const used = (row) => (null === row.freeKopecks ? -1 : row.usedPermille ?? Infinity);
const percent = (row) => (null === row.freeKopecks ? NONE :
  `${band(row)[1]} ${null === row.usedPermille ? '∞' : (row.usedPermille / 10).toFixed(1)} %`);

/** What holds of a limit: the tighter one of the venue's and the firm's; 0 for none. */
function held(row, name) {
  const [venue, own] = [row.limits?.[name] ?? 0, row.firmLimits?.[name] ?? 0];
  return venue && own ? Math.min(venue, own) : venue || own;
}

/** A limit that holds, and what the venue has set where the firm has set a tighter one. */
function limit(row, name, format) {
  const [value, venue] = [held(row, name), row.limits?.[name] ?? 0];
  return 0 === value ? NONE : format(value) + (row.firmLimits?.[name] ? ` (by the firm; venue ${venue ? format(venue) : NONE})` : '');
}

/** Acts of a member's risk officer, with the register that is chosen filled in. */
function actsOf(api, firm, row) {
  const own = row.firmLimits ?? {};
  const isLogin = 'LOGIN' === row.level;
  const loginId = isLogin ? row.code : null;
  const presets = {
    'firm-limits': { level: row.level, code: row.code, orderLots: own.maxOrderLots, positionLots: own.maxPositionLots,
      orderNotionalKopecks: own.maxOrderNotionalKopecks, activeOrders: own.maxActiveOrders,
      ordersPerSecond: own.maxOrdersPerSecond, block: own.isBlocked },
    kill: isLogin ? { loginId } : { firm },
    'mass-cancel': { firm, loginId, account: 'CLIENT' === row.level ? row.code : null },
  };
  const form = actForm(api, { title: `Acts of ${firm}`, isShown: (name) => name in presets, presets });
  return [el('h2', {}, `Limits, stops and cancels of ${firm}`), form.element];
}

/** Of the largest position and of live orders against their limits: the fuller of both. */
function limitText(row) {
  const parts = [];
  if (row.firmLimits?.isBlocked) {
    parts.push('✕ blocked');
  }
  if (held(row, 'maxPositionLots')) {
    parts.push(`position ${count(row.largestPositionLots)} of ${count(held(row, 'maxPositionLots'))}`);
  }
  if (held(row, 'maxActiveOrders')) {
    parts.push(`orders ${count(row.activeOrders)} of ${count(held(row, 'maxActiveOrders'))}`);
  }
  return parts.length > 0 ? parts.join(', ') : NONE;
}

function bar(row) {
  return el('span', { class: 'use' }, null === row.freeKopecks ? null :
    el('meter', { min: 0, max: 1000, high: 900, value: Math.min(1000, row.usedPermille ?? 1000),
      'aria-label': `${row.code}: ${percent(row)} used` }), percent(row));
}

const COLUMNS = [
  { key: 'code', title: 'Register', text: (row) => row.code },
  { key: 'used', title: 'Used', text: percent, sort: used, render: bar },
  { key: 'free', title: 'Free, RUB', align: 'right', text: (row) => money(row.freeKopecks),
    sort: (row) => row.freeKopecks ?? Infinity, className: (row) => (row.freeKopecks < 0 ? 'bad' : '') },
  { key: 'required', title: 'Required, RUB', align: 'right', isWide: true, text: (row) => money(row.requiredKopecks),
    sort: (row) => row.requiredKopecks },
  { key: 'collateral', title: 'Collateral, RUB', align: 'right', isWide: true,
    text: (row) => money(row.collateralKopecks), sort: (row) => row.collateralKopecks ?? -1 },
  { key: 'orders', title: 'Live orders', align: 'right', text: (row) => count(row.activeOrders),
    sort: (row) => row.activeOrders },
  { key: 'limits', title: 'Limits', isWide: true, text: limitText },
];

const href = (row) => `#/page/risk/${row.level}/${encodeURIComponent(row.code)}${ofPartition(row)}`;

/** What the map shows: the name, and the part of it that is used, in per mille; null when nothing limits it. */
const part = (value, most) => (most ? Math.floor((1000 * value) / most) : null);
const MEASURES = [
  ['margin', (row) => (null === row.freeKopecks ? null :
    Math.max(row.freeKopecks < 0 ? 1001 : 0, row.usedPermille ?? Infinity))],
  ['position', (row) => part(row.largestPositionLots, held(row, 'maxPositionLots'))],
  ['orders', (row) => part(row.activeOrders, held(row, 'maxActiveOrders'))],
];

const MAPS = [['fullest', 'The fullest of them'], ['margin', 'Margin of collateral'], ['position', 'Largest position of its limit'],
  ['orders', 'Live orders of their limit']];

/** The fullest of what is asked for: [name, per mille]; null without any. */
function fullest(row, wanted) {
  return MEASURES.filter(([name]) => 'fullest' === wanted || name === wanted)
    .map(([name, use]) => [name, use(row)]).filter(([, use]) => null !== use)
    .sort((left, right) => right[1] - left[1])[0] ?? null;
}

/** A tile for each register that has something which limits it, the fullest first. */
function heatMap(rows, wanted) {
  const tiles = rows.map((row) => ({ row, use: fullest(row, wanted) })).filter((one) => null !== one.use)
    .sort((left, right) => right.use[1] - left.use[1]);
  return 0 === tiles.length ? [el('p', { class: 'muted' }, 'No register of this level has collateral or limits of that kind.')] :
    [el('ul', { class: 'tiles' }, ...tiles.map(({ row, use: [name, use] }) => {
      const [, sign, text, className] = bandOf(use);
      return el('li', {}, el('a', { class: `tile ${className}`, href: href(row), title: `${name}: ${text}` },
        el('span', { 'aria-hidden': 'true' }, sign), ' ', row.code, undefined === row.partition ? '' : ` in ${row.partition}`, el('br'),
        `${name} ${Infinity === use ? '∞' : (use / 10).toFixed(1)} %`));
    }))];
}

function detail(row) {
  const positions = table({
    caption: 'Positions and orders by instrument', isCaptionShown: true, id: (one) => one.instrumentId,
    empty: 'No position and no order.',
    columns: [
      { key: 'symbol', title: 'Instrument', text: (one) => one.symbol ?? one.instrumentId },
      { key: 'net', title: 'Position', align: 'right', text: (one) => count(one.netLots), sort: (one) => one.netLots },
      { key: 'buy', title: 'Ordered to buy', align: 'right', text: (one) => count(one.openBuyLots),
        sort: (one) => one.openBuyLots },
      { key: 'sell', title: 'Ordered to sell', align: 'right', text: (one) => count(one.openSellLots),
        sort: (one) => one.openSellLots },
      { key: 'required', title: 'Required, RUB', align: 'right', text: (one) => money(one.requiredKopecks),
        sort: (one) => one.requiredKopecks },
    ],
  });
  positions.set(row.positions);
  const orders = table({
    caption: row.orders.length < row.activeOrders ?
      `Live orders, the first ${count(row.orders.length)} of ${count(row.activeOrders)}` : 'Live orders', isCaptionShown: true,
    id: (one) => one.orderId, empty: 'No live order.',
    href: (one) => `#/page/journal/order/${one.orderId}`,
    columns: [
      { key: 'orderId', title: 'Order', text: (one) => one.orderId },
      { key: 'symbol', title: 'Instrument', text: (one) => one.symbol ?? one.instrumentId },
      { key: 'side', title: 'Side', text: (one) => words(one.side), className: (one) => one.side.toLowerCase() },
      { key: 'rest', title: 'Lots', align: 'right', text: (one) => count(one.restLots), sort: (one) => one.restLots },
      { key: 'price', title: 'Price', align: 'right', text: (one) => price(one.price), sort: (one) => Number(one.price) },
      { key: 'account', title: 'Account', isWide: true, text: (one) => one.account },
    ],
  });
  orders.set(row.orders);
  return [
    el('h2', {}, named(row), `${row.code}, ${words(row.level)}`),
    facts([
      ['Collateral, RUB', money(row.collateralKopecks)], ['Required, RUB', money(row.requiredKopecks)],
      ['Free, RUB', money(row.freeKopecks)], ['Used', percent(row)],
      ['Settlement account', row.settlementAccount ?? NONE], ['Live orders', count(row.activeOrders)],
      ['Position limit, lots', limit(row, 'maxPositionLots', count)],
      ['Order limit, lots', limit(row, 'maxOrderLots', count)],
      ['Order value limit, RUB', limit(row, 'maxOrderNotionalKopecks', money)],
      ['Limit of live orders', limit(row, 'maxActiveOrders', count)],
      ['Orders in a second', limit(row, 'maxOrdersPerSecond', count)],
      row.firmLimits?.isBlocked ? ['Orders', '✕ blocked by the firm'] : null,
    ]),
    positions.element, orders.element,
    null === row.brokerageFirm ? null : el('p', {},
      el('a', { href: `#/page/journal/trades/${row.brokerageFirm}` }, `Trades of ${row.brokerageFirm}`)),
  ];
}

function calls(items) {
  const rows = table({
    caption: 'Calls of the last published run', isCaptionShown: true, id: (row) => row.number,
    empty: 'No call is open.',
    columns: [
      { key: 'account', title: 'Account', text: (row) => row.settlementAccount },
      { key: 'kind', title: 'Kind', isWide: true, text: (row) => words(row.kind) },
      { key: 'called', title: 'Called, RUB', align: 'right', text: (row) => money(row.calledKopecks) },
      { key: 'covered', title: 'Covered, RUB', align: 'right', isWide: true, text: (row) => money(row.coveredKopecks) },
      { key: 'state', title: 'State', text: (row) => words(row.state),
        className: (row) => ('MISSED' === row.state ? 'bad' : '') },
      { key: 'deadline', title: 'Until (UTC)', text: (row) => dateTime(row.deadline) },
    ],
  });
  rows.set(items);
  return rows.element;
}

export function show(main, context) {
  const rows = table({ caption: 'Registers', columns: COLUMNS, id: (row) => row.code, href,
    sort: { key: 'used', isDescending: true }, empty: 'No register of this level has orders, positions, funds or limits.' });
  let caller = null;
  let api = null;
  let acting = null;
  const levels = () => (caller?.firm ? LEVELS.slice(1) : LEVELS);
  const acts = el('section', { class: 'panel', 'aria-label': 'Acts', hidden: true });
  const links = LEVELS.map(([level, text]) => el('a', { href: `#/page/risk/${level}` }, text));
  const tiles = el('div');
  const wanted = el('select', { id: 'map-of', change: () => drawMap() }, ...MAPS.map(([name, text]) =>
    el('option', { value: name }, text)));
  const map = el('section', { class: 'panel', 'aria-label': 'Use' },
    el('div', { class: 'filter' }, el('label', { for: 'map-of' }, 'Use of'), wanted),
    el('ul', { class: 'legend' }, ...BANDS.map(([, sign, text, name]) =>
      el('li', {}, el('span', { class: `tile ${name}`, 'aria-hidden': 'true' }, sign), text))), tiles);
  let registers = [];
  const drawMap = () => replace(tiles, ...heatMap(registers, wanted.value));
  const place = el('section', { class: 'panel', 'aria-label': 'Register', hidden: true });
  const called = el('section', { class: 'panel', 'aria-label': 'Calls' });
  const note = el('p', { class: 'muted', hidden: true }, `The first ${count(PAGE)} registers are shown.`);
  let [level, code, partition] = context.path;
  const asked = poll({
    context,
    intervalMs: INTERVAL_MS,
    load: async (signal) => {
      if (null === caller) {
        caller = await get('/api/v1/me', signal);
        api = caller.firm && !caller.readOnly ? await get('/api/v1/openapi.json', signal) : null;
        links[0].hidden = Boolean(caller.firm);
        level = levels().find(([name]) => name === level)?.[0] ?? levels()[0][0];
        mark();
      }
      return {
        registers: await get(query('/api/v1/risk/accounts', { level, limit: PAGE }), signal),
        chosen: undefined === code ? null :
          await get(query(`/api/v1/risk/accounts/${encodeURIComponent(code)}`, { level, partition }), signal),
        calls: caller.firm ? null : await get('/api/v1/risk/calls', signal),
      };
    },
    draw: (answer) => {
      rows.set(answer.registers.items);
      note.hidden = null === answer.registers.next;
      registers = answer.registers.items;
      drawMap();
      place.hidden = null === answer.chosen;
      replace(place, ...(null === answer.chosen ? [] : detail(answer.chosen)));
      called.hidden = null === answer.calls;
      replace(called, null === answer.calls ? null : calls(answer.calls.items));
      act(answer.chosen);
    },
  });
  /** The form stays while the same register is shown. */
  const act = (row) => {
    const key = null === row ? null : `${row.level}/${row.code}`;
    acts.hidden = null === api || null === row;
    if (key !== acting && null !== api) {
      acting = key;
      replace(acts, ...(null === row ? [] : actsOf(api, caller.firm, row)));
    }
  };
  const mark = () => {
    links.forEach((link, index) => {
      if (LEVELS[index][0] === level) {
        link.setAttribute('aria-current', 'true');
      } else {
        link.removeAttribute('aria-current');
      }
    });
  };
  const choose = (path) => {
    level = levels().find(([name]) => name === path[0])?.[0] ?? levels()[0][0];
    [, code, partition] = path;
    mark();
    rows.select(code ?? null, partition);
    asked.now();
  };
  replace(main, el('div', { class: 'head' }, el('h1', {}, title)),
    el('nav', { class: 'sections', 'aria-label': 'Levels' }, ...links), asked.element, place, acts, map,
    el('section', { class: 'panel registers', 'aria-label': 'Registers' }, filterField('Filter', rows, context), rows.element, note),
    called);
  choose(context.path);
  return { stop: asked.stop, path: choose };
}
