// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// Sessions of logins, and the one that is chosen with what an operator may do to it.

import { actButtons } from '../kit/acts.js';
import { get } from '../kit/api.js';
import { el, facts, replace, setText } from '../kit/dom.js';
import { count, dateTime, NONE, time, words } from '../kit/format.js';
import { named, ofPartition } from '../kit/partitions.js';
import { poll, query } from '../kit/poll.js';
import { filterField, table } from '../kit/table.js';

export const title = 'Sessions';

const INTERVAL_MS = 2000;
const STATES = { CONNECTED: '● connected', DISCONNECTED: '○ disconnected', NEVER: '– never' };

function stateText(row) {
  return (STATES[row.state] ?? words(row.state)) + (row.stopped ? ' ■ stopped' : '') + (row.blocked ? ' ■ blocked' : '');
}

function stateClass(row) {
  return row.stopped || row.blocked ? 'bad' : 'CONNECTED' === row.state ? 'good' : 'muted';
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
    ['Blocked', null === row.blocked ? NONE : row.blocked ? 'yes' : 'no'],
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
  const parts = [el('h2', {}, named(row), row.login), facts(rows),
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

/** What is done to a login as a whole; numbers are those of FIX. */
function actsOf(api, row) {
  const { loginId, login, protocol } = row;
  return [el('h2', {}, named(row), `Session of ${login}`), actButtons(api, [
    ['Disconnect …', 'login-disconnect', { loginId }],
    ...('FIX' === protocol ? [['Reset numbers …', 'login-disconnect', { loginId, resetNumbers: true }]] : []),
    ['Block …', 'login-block', { loginId }],
    ['Unblock …', 'login-block', { loginId, lift: true }],
  ], row.partition)];
}

export function show(main, context) {
  const sessions = table({
    caption: 'Sessions', columns: COLUMNS, id: (row) => row.login,
    href: (row) => `#/page/sessions/${encodeURIComponent(row.login)}${ofPartition(row)}`,
    sort: { key: 'login', isDescending: false }, empty: 'The venue has no logins.',
  });
  const place = el('section', { class: 'panel', 'aria-label': 'Session', hidden: true });
  const acts = el('section', { class: 'panel', 'aria-label': 'Acts', hidden: true });
  const summary = el('span', { class: 'muted' });
  let login = context.path[0] ?? null;
  let partition = context.path[1];
  let caller = null;
  let api = null;
  let acting = null;
  const asked = poll({
    context,
    intervalMs: INTERVAL_MS,
    load: async (signal) => {
      if (null === caller) {
        caller = await get('/api/v1/me', signal);
        api = caller.firm || caller.readOnly ? null : await get('/api/v1/openapi.json', signal);
      }
      return {
        rows: await all(signal),
        chosen: null === login ? null : await get(query(`/api/v1/sessions/${encodeURIComponent(login)}`, { partition }), signal),
      };
    },
    draw: ({ rows, chosen }) => {
      sessions.set(rows);
      setText(summary, `${count(rows.filter((row) => 'CONNECTED' === row.state).length)} of ${count(rows.length)} connected`);
      place.hidden = null === chosen;
      replace(place, ...(null === chosen ? [] : detail(chosen)));
      acts.hidden = null === api || null === chosen;
      // What became of an act stays while the same login is shown.
      const key = null === chosen ? null : `${chosen.login}${ofPartition(chosen)}`;
      if (!acts.hidden && key !== acting) {
        acting = key;
        replace(acts, ...actsOf(api, chosen));
      }
    },
  });
  replace(main, el('div', { class: 'head' }, el('h1', {}, title), summary), asked.element,
    el('section', { class: 'panel', 'aria-label': 'All sessions' }, filterField('Filter', sessions, context),
      sessions.element), acts, place);
  const choose = (path) => {
    login = path[0] ?? null;
    partition = path[1];
    sessions.select(login, partition);
    asked.now();
  };
  choose(context.path);
  return { stop: asked.stop, path: choose };
}
