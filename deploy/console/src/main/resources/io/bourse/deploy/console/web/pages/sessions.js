// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// Sessions of logins, and the one that is chosen.

import { get } from '../kit/api.js';
import { el, facts, replace, setText } from '../kit/dom.js';
import { count, dateTime, NONE, time, words } from '../kit/format.js';
import { poll, query } from '../kit/poll.js';
import { filterField, table } from '../kit/table.js';

export const title = 'Sessions';

const INTERVAL_MS = 2000;
const STATES = { CONNECTED: '● connected', DISCONNECTED: '○ disconnected', NEVER: '– never' };

function stateText(row) {
  return (STATES[row.state] ?? words(row.state)) + (row.stopped ? ' ■ stopped' : '');
}

function stateClass(row) {
  return row.stopped ? 'bad' : 'CONNECTED' === row.state ? 'good' : 'muted';
}

const COLUMNS = [
  { key: 'login', title: 'Login', text: (row) => row.login },
  { key: 'state', title: 'State', text: stateText, className: stateClass },
  { key: 'protocol', title: 'Protocol', isWide: true, text: (row) => row.protocol },
  { key: 'firm', title: 'Firm', text: (row) => row.brokerageFirm },
  { key: 'since', title: 'Since (UTC)', isWide: true, text: (row) => dateTime(row.stateSince) },
  { key: 'rate', title: 'Commands/min', align: 'right', text: (row) => count(row.commandsLastMinute),
    sort: (row) => row.commandsLastMinute },
  { key: 'commands', title: 'Commands', align: 'right', isWide: true, text: (row) => count(row.commands),
    sort: (row) => row.commands },
  { key: 'rejected', title: 'Rejected', align: 'right', isWide: true, text: (row) => count(row.rejected),
    sort: (row) => row.rejected, className: (row) => (row.rejected > 0 ? 'warn' : '') },
  { key: 'out', title: 'Next out', align: 'right', isWide: true, text: (row) => count(row.nextSenderNumber),
    sort: (row) => row.nextSenderNumber ?? -1 },
  { key: 'in', title: 'Next in', align: 'right', isWide: true, text: (row) => count(row.nextTargetNumber),
    sort: (row) => row.nextTargetNumber ?? -1 },
  { key: 'source', title: 'Address', isWide: true, text: (row) => row.lastLogon?.source ?? NONE },
];

async function all(signal) {
  const rows = [];
  let after = null;
  do {
    const answer = await get(query('/api/v1/sessions', { after, limit: 1000 }), signal);
    rows.push(...answer.items);
    after = answer.next;
  } while (null !== after);
  return rows;
}

function logonText(logon) {
  return null === logon ? NONE : [logon.event, dateTime(logon.time), logon.source, logon.reason, logon.certificate]
    .filter((text) => text).join(' · ');
}

function detail(row) {
  const rows = [
    ['State', stateText(row)], ['Since (UTC)', dateTime(row.stateSince)],
    ['Orders go at (UTC)', dateTime(row.ordersCancelledAt)],
    ['Login number', row.loginId], ['Firm', row.brokerageFirm], ['Protocol', row.protocol],
    ['Commands', count(row.commands)], ['In the last minute', count(row.commandsLastMinute)],
    ['Rejected', count(row.rejected)], ['Last command (UTC)', dateTime(row.lastCommand)],
    ['Sequence of commands', count(row.commandSequence)],
    ['Next number to the client', count(row.nextSenderNumber)],
    ['Next number from the client', count(row.nextTargetNumber)],
    ['Numbers begun (UTC)', dateTime(row.numbersSince)],
    ['Last logon', logonText(row.lastLogon)],
  ];
  const parts = [el('h2', {}, row.login), facts(rows),
    el('p', {}, el('a', { href: `#/page/journal/login/${row.loginId}` }, 'Commands and events of this login'))];
  if (null !== row.lastMessages) {
    const messages = table({
      caption: 'Last messages to the client', isCaptionShown: true,
      columns: [
        { key: 'number', title: 'Number', text: (message) => count(message.number), sort: (message) => message.number },
        { key: 'time', title: 'Sent (UTC)', text: (message) => time(message.sent, 6) },
        { key: 'type', title: 'MsgType', text: (message) => message.msgType },
        { key: 'body', title: 'Fields', text: (message) => message.body, className: () => 'code wrap' },
      ],
      id: (message) => message.number,
      sort: { key: 'number', isDescending: true },
      empty: 'Nothing was sent.',
    });
    messages.set(row.lastMessages);
    parts.push(messages.element);
  }
  return parts;
}

export function show(main, context) {
  const sessions = table({
    caption: 'Sessions', columns: COLUMNS, id: (row) => row.login,
    href: (row) => `#/page/sessions/${encodeURIComponent(row.login)}`,
    sort: { key: 'login', isDescending: false }, empty: 'The venue has no logins.',
  });
  const place = el('section', { class: 'panel', 'aria-label': 'Session', hidden: true });
  const summary = el('span', { class: 'muted' });
  let login = context.path[0] ?? null;
  const asked = poll({
    context,
    intervalMs: INTERVAL_MS,
    load: async (signal) => ({
      rows: await all(signal),
      chosen: null === login ? null : await get(`/api/v1/sessions/${encodeURIComponent(login)}`, signal),
    }),
    draw: ({ rows, chosen }) => {
      sessions.set(rows);
      setText(summary, `${count(rows.filter((row) => 'CONNECTED' === row.state).length)} of ${count(rows.length)} connected`);
      place.hidden = null === chosen;
      replace(place, ...(null === chosen ? [] : detail(chosen)));
    },
  });
  replace(main, el('div', { class: 'head' }, el('h1', {}, title), summary), asked.element,
    el('section', { class: 'panel', 'aria-label': 'All sessions' }, filterField('Filter', sessions, context),
      sessions.element), place);
  const choose = (path) => {
    login = path[0] ?? null;
    sessions.select(login);
    asked.now();
  };
  choose(context.path);
  return { stop: asked.stop, path: choose };
}
