// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// Transactions of the event stream, filtered, the life of one order as a time line, and the trades of a firm.

import { get } from '../kit/api.js';
import { el, facts, replace } from '../kit/dom.js';
import { count, duration, NONE, price, time, words } from '../kit/format.js';
import { named } from '../kit/partitions.js';
import { poll, query } from '../kit/poll.js';
import { table } from '../kit/table.js';

export const title = 'Journal';

const PAGE = 100;

/** A cursor, or one of each partition. */
const cursors = (next) => String(next).split(',').map((cursor) => cursor.replace(':', ': ')).join(', ');

function value(given) {
  if (null === given || undefined === given || '' === given) {
    return NONE;
  }
  return 'object' === typeof given ? JSON.stringify(given) : String(given);
}

/** Fields without the nanoseconds that stand beside each time. */
function fieldRows(fields) {
  return Object.entries(fields).filter(([name]) => !(name.endsWith('Ns') && name.slice(0, -2) in fields))
    .map(([name, given]) => [name, value(given)]);
}

function eventParts(event) {
  return el('div', { class: 'event' }, el('h2', { class: 'small' }, event.event), facts(fieldRows(event.fields)));
}

function summaryOf(transaction) {
  const names = new Map();
  transaction.events.forEach(({ event }) => names.set(event, (names.get(event) ?? 0) + 1));
  const texts = [...names].map(([name, times]) => (times > 1 ? `${name} × ${times}` : name));
  const left = transaction.eventCount - transaction.events.length;
  return texts.concat(left > 0 ? [`and ${count(left)} events more`] : []).join(', ') || 'no events';
}

function commandParts(command) {
  return [
    el('h2', { class: 'small' }, `Command ${command.signedCommand ?? command.command}`),
    facts([['Stamped (UTC)', time(command.stamped, 9)], ...fieldRows(command.signedFields ?? command.fields)]),
  ];
}

/** How long after the request was read each point of the way lay. */
function wayText(transaction) {
  if (null === transaction.received || null === transaction.published) {
    return NONE;
  }
  return duration(Number(BigInt(transaction.publishedNs) - BigInt(transaction.receivedNs)) / 1e9);
}

function details(transaction) {
  const command = el('div', {});
  const ask = el('button', { type: 'button', click: async () => {
    try {
      replace(command, ...commandParts(await get(query(`/api/v1/journal/commands/${transaction.commandPosition}`,
        { partition: transaction.partition }))));
    } catch (error) {
      replace(command, el('p', { class: 'problem', role: 'alert' }, error.message));
    }
  } }, 'Show the command');
  replace(command, null === transaction.commandPosition ? null : ask);
  return [
    facts([['Cursor', transaction.cursor], ['Command position', transaction.commandPosition ?? NONE],
      ['Read by the gateway (UTC)', time(transaction.received, 9)], ['Engine time (UTC)', time(transaction.engineTime, 9)],
      ['Published (UTC)', time(transaction.published, 9)], ['From read to published', wayText(transaction)],
      ['Login', transaction.loginId ?? NONE], ['Gateway', transaction.gatewayId ?? NONE],
      ['Sequence', transaction.sequence ?? NONE],
      ["Client's id", transaction.clientRef || NONE]]),
    transaction.causedBy ? el('div', {}, ...commandParts(transaction.causedBy)) : command,
    ...transaction.events.map(eventParts),
  ];
}

function entry(transaction, ownIds = []) {
  const place = el('div', { class: 'transaction' });
  return el('li', {}, el('details', { toggle: (event) => {
    if (event.target.open && 0 === place.children.length) {
      replace(place, ...details(transaction));
    }
  } }, el('summary', {}, el('time', { datetime: transaction.engineTime }, time(transaction.engineTime, 6)), ' ', named(transaction),
    el('strong', {}, transaction.command ?? 'Command of another firm'), null === transaction.loginId ? '' : ` of login ${transaction.loginId}`,
    ': ', summaryOf(transaction)), place), ...orderLinks(transaction, ownIds));
}

/** To orders that it names, but for those that the page is about. */
function orderLinks(transaction, ownIds) {
  const ids = new Set();
  for (const { fields } of transaction.events) {
    [fields.orderId, fields.buy?.orderId, fields.sell?.orderId].filter((id) => id).forEach((id) => ids.add(id));
  }
  return [...ids].filter((id) => !ownIds.includes(id)).slice(0, 4)
    .flatMap((id) => [' ', el('a', { href: `#/page/journal/order/${id}` }, `order ${id}`)]);
}

const STATES = { live: ['●', 'live', 'good'], filled: ['■', 'filled', ''], cancelled: ['✕', 'cancelled', ''],
  unknown: ['?', 'only rejections name it so far', 'warn'] };

function orderView(main, context, orderId) {
  const head = el('p', {});
  const line = el('ol', { class: 'timeline' });
  const more = el('button', { type: 'button', hidden: true, click: () => asked.now() }, 'Go on');
  let after = null;
  let last = orderId;
  const asked = poll({
    context,
    load: (signal) => get(query(`/api/v1/orders/${encodeURIComponent(last)}`, { after, limit: PAGE }), signal),
    draw: (life) => {
      const [sign, text, name] = STATES[life.state];
      replace(head, el('strong', { class: name }, `${sign} ${text}`),
        life.orderIds.length > 1 || life.previousOrderId ? ` · ids ${[life.previousOrderId, ...life.orderIds]
          .filter((id) => id).join(' → ')}` : '');
      line.append(...life.items.map((item) => entry(item, life.orderIds)));
      after = life.next;
      last = life.orderId;
      more.hidden = null === life.next;
    },
  });
  replace(main, el('div', { class: 'head' }, el('h1', {}, `Order ${orderId}`), el('a', { href: '#/page/journal' },
    'All transactions')), asked.element,
  el('section', { class: 'panel', 'aria-label': 'Life of the order' }, head, line, more));
  asked.now();
  return asked;
}

let fields = 0;

function field(label, attributes) {
  fields += 1;
  const input = el('input', { id: `journal-${fields}`, autocomplete: 'off', spellcheck: 'false', ...attributes });
  return { input, element: el('div', { class: 'field' }, el('label', { for: input.id }, label), input) };
}

const VIEWS = [['journal', 'Transactions'], ['journal/trades', 'Trades of a firm']];

function head(shown) {
  return [el('div', { class: 'head' }, el('h1', {}, title)), el('nav', { class: 'sections', 'aria-label': 'Views' },
    ...VIEWS.map(([path, text]) => el('a', { href: `#/page/${path}`, 'aria-current': path === shown ? 'true' : null }, text)))];
}

function streamView(main, context, loginId) {
  const login = field('Login number', { inputmode: 'numeric', value: loginId ?? '' });
  const order = field('Order id', { inputmode: 'numeric' });
  const from = field('From (UTC)', { placeholder: '2026-11-29T09:30:00Z' });
  const list = el('ol', { class: 'timeline' });
  const state = el('p', { class: 'muted', role: 'status' });
  const more = el('button', { type: 'button', click: () => asked.now() }, 'Go on');
  let after = null;
  const asked = poll({
    context,
    load: (signal) => get(query('/api/v1/journal/events', {
      limit: PAGE, login: login.input.value, order: order.input.value,
      ...(null !== after ? { after } : '' !== from.input.value ? { from: from.input.value } : { last: true }),
    }), signal),
    draw: (page) => {
      list.append(...page.items.map((item) => entry(item)));
      after = page.next;
      replace(state, `${count(list.children.length)} transactions, up to cursor ${cursors(page.next)}` +
        (page.isEnd ? ', the end of the stream now' : ', the stream goes on'));
    },
  });
  const begin = (event) => {
    event?.preventDefault();
    after = null;
    replace(list);
    asked.now();
  };
  context.shortcut('/', 'filter', () => login.input.focus());
  replace(main, ...head('journal'),
    el('form', { class: 'panel filters', submit: begin, 'aria-label': 'Filters' }, login.element, order.element,
      from.element, el('div', { class: 'buttons' }, el('button', { class: 'primary' }, 'Show'),
        el('button', { type: 'button', click: () => {
          if (/^\d+$/.test(order.input.value)) {
            location.hash = `#/page/journal/order/${order.input.value}`;
          } else {
            order.input.focus();
          }
        } }, "Order's life"))),
    asked.element, el('section', { class: 'panel', 'aria-label': 'Transactions' }, state, list, more));
  begin();
  return asked;
}

/** What became of a trade later is a row of its own. */
function outcomeOf(row) {
  if ('TradeCorrected' !== row.event) {
    return 'Trade' === row.event ? '' : 'outside of the book';
  }
  return 0 === row.newLots ? 'broken' : `corrected: now ${count(row.newLots)} at ${price(row.newPrice)}, trade ${row.newTradeId}`;
}

const TRADES = [
  { key: 'time', title: 'Time (UTC)', text: (row) => time(row.time), sort: (row) => row.timeNs },
  { key: 'symbol', title: 'Instrument', text: (row) => row.symbol ?? row.instrumentId },
  { key: 'side', title: 'Side', text: (row) => words(row.side), className: (row) => row.side.toLowerCase() },
  { key: 'lots', title: 'Lots', align: 'right', text: (row) => count(row.lots), sort: (row) => row.lots },
  { key: 'price', title: 'Price', align: 'right', text: (row) => price(row.price), sort: (row) => Number(row.price) },
  { key: 'account', title: 'Account', isWide: true, text: (row) => row.account },
  { key: 'loginId', title: 'Login', isWide: true, text: (row) => row.loginId || NONE },
  { key: 'cause', title: 'Caused by', isWide: true, text: (row) => (row.isAggressor ? 'this side' : NONE) },
  { key: 'trade', title: 'Trade', isWide: true, text: (row) => row.tradeId },
  { key: 'outcome', title: 'Remark', text: outcomeOf, className: (row) => ('TradeCorrected' === row.event ? 'warn' : '') },
];

/** Without a firm those of the one that alone is shown to a member's risk officer. */
function tradesView(main, context, wanted) {
  const firm = field('Firm', { value: wanted ?? '' });
  const from = field('From (UTC)', { placeholder: '2026-11-29T09:30:00Z' });
  const rows = table({ caption: 'Trades', columns: TRADES, id: (row) => `${row.event}-${row.tradeId}-${row.side}`,
    href: (row) => `#/page/journal/order/${row.orderId}`, sort: { key: 'time', isDescending: true },
    empty: 'No trade was found so far.' });
  const state = el('p', { class: 'muted', role: 'status' });
  const more = el('button', { type: 'button', hidden: true, click: () => asked.now() }, 'Go on');
  let all = [];
  let after = null;
  let own = null;
  const asked = poll({
    context,
    load: async (signal) => {
      own = own ?? await get('/api/v1/me', signal);
      firm.element.hidden = Boolean(own.firm);
      return own.firm || firm.input.value ? get(query('/api/v1/trades', { firm: own.firm ? null : firm.input.value, limit: PAGE,
        ...(null !== after ? { after } : '' !== from.input.value ? { from: from.input.value } : { last: true }) }), signal) : null;
    },
    draw: (page) => {
      more.hidden = null === page;
      if (null !== page) {
        all = all.concat(page.items);
        rows.set(all);
        after = page.next;
        replace(state, `${count(all.length)} rows, up to cursor ${cursors(page.next)}` +
          (page.isEnd ? ', the end of the stream now' : ', the stream goes on'));
      }
    },
  });
  const begin = (event) => {
    event?.preventDefault();
    after = null;
    all = [];
    rows.set(all);
    replace(state);
    asked.now();
  };
  replace(main, ...head('journal/trades'),
    el('form', { class: 'panel filters', submit: begin, 'aria-label': 'Filters' }, firm.element, from.element,
      el('div', { class: 'buttons' }, el('button', { class: 'primary' }, 'Show'))),
    asked.element, el('section', { class: 'panel', 'aria-label': 'Trades' }, state, rows.element, more));
  begin();
  return asked;
}

export function show(main, context) {
  const [kind, id] = context.path;
  if ('trades' === kind) {
    return tradesView(main, context, id).stop;
  }
  const asked = 'order' === kind && id ? orderView(main, context, id) :
    streamView(main, context, 'login' === kind ? id : null);
  return asked.stop;
}
