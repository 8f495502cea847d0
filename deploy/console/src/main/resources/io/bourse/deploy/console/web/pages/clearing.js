// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// Clearing runs: the plan of the day, all runs, and the one that is chosen with its steps, checks and approvals.

import { get } from '../kit/api.js';
import { el, facts, replace } from '../kit/dom.js';
import { count, date, dateTime, duration, NONE, words } from '../kit/format.js';
import { poll, query } from '../kit/poll.js';
import { filterField, table } from '../kit/table.js';

export const title = 'Clearing';

const INTERVAL_MS = 2000;
const KINDS = { I: 'intraday', E: 'evening' };
const FAILED = ['CHECK_FAILED', 'ABORTED'];
const DONE = ['PUBLISHED', 'REOPENED', 'REPORTED'];
const seconds = (ns) => duration(Number(ns) / 1e9);

function phaseText(row) {
  const sign = row.givenUp || FAILED.includes(row.phase) ? '✕' : DONE.includes(row.phase) ? '●' : '◌';
  return `${sign} ${row.givenUp ? 'given up' : words(row.phase)}`;
}

function phaseClass(row) {
  return row.givenUp || FAILED.includes(row.phase) ? 'bad' : DONE.includes(row.phase) ? 'good' : 'warn';
}

const COLUMNS = [
  { key: 'name', title: 'Run', text: (row) => row.name },
  { key: 'kind', title: 'Kind', text: (row) => KINDS[row.kind] ?? row.kind },
  { key: 'phase', title: 'Phase', text: phaseText, className: phaseClass },
  { key: 'waiting', title: 'Waits for', text: (row) => (row.waitingFor.length > 0 ? `▲ ${row.waitingFor.length} approvals` : NONE) },
  { key: 'suspended', title: 'Holds trading since', isWide: true, text: (row) => row.suspendedSince ?? NONE },
  { key: 'corrects', title: 'Corrects', isWide: true, text: (row) => row.corrects ?? NONE },
];

/** Steps as bars: each as long as its share of the slowest. */
function steps(run) {
  const most = Math.max(1, ...run.steps.map((step) => Number(step.elapsedNs)));
  const total = run.steps.reduce((sum, step) => sum + Number(step.elapsedNs), 0);
  return [
    el('h3', {}, `Steps: ${seconds(total)} in all, the halt may take ${seconds(run.budgetNs)}`),
    el('ul', { class: 'steps' }, ...run.steps.map((step) => el('li', {},
      el('span', {}, words(step.step)),
      el('meter', { min: 0, max: most, value: Number(step.elapsedNs), 'aria-label': `${words(step.step)}` }),
      el('span', { class: 'right' }, seconds(step.elapsedNs))))),
  ];
}

function progress(run) {
  const now = run.progress;
  if (null === now) {
    return null;
  }
  return el('div', {}, el('h3', {}, `Under way: ${words(now.step)}`), facts([
    ['Done', `${count(now.done)} of ${count(now.total)}`], ['In a second', count(now.ratePerSecond)],
    ['Step', seconds(now.stepNs)], ['Halt so far', seconds(now.haltNs)], ['To go', seconds(now.etaNs)],
    ['Use of the budget', 'NONE' === now.alarm ? '● below half' : 'WARNING' === now.alarm ? '◆ half' : '▲ four fifths'],
  ]));
}

function detail(run) {
  const checks = table({
    caption: `Checks: ${count(run.checks.filter((check) => check.holds).length)} of ${count(run.checks.length)} hold`,
    isCaptionShown: true, id: (row) => row.name, empty: 'No check was made yet.',
    columns: [
      { key: 'name', title: 'Check', text: (row) => row.name },
      { key: 'holds', title: 'Holds', text: (row) => (row.holds ? '● yes' : '✕ no'),
        className: (row) => (row.holds ? 'good' : 'bad') },
      { key: 'compared', title: 'Compared', align: 'right', text: (row) => count(row.compared), sort: (row) => row.compared },
      { key: 'failure', title: 'First record that breaks it', text: (row) => row.failure || NONE, className: () => 'wrap' },
    ],
  });
  checks.set(run.checks);
  const approvals = table({
    caption: 'Approvals', isCaptionShown: true, id: (row) => row.step, empty: 'None was asked for.',
    columns: [
      { key: 'step', title: 'Step', text: (row) => row.step },
      { key: 'requester', title: 'Asked by', text: (row) => row.requester },
      { key: 'approver', title: 'Answered by', text: (row) => row.approver ?? 'not yet' },
      { key: 'answer', title: 'Answer', text: (row) => (null === row.approved ? '◌ waits' : row.approved ? '● approved' :
        '✕ refused') },
      { key: 'at', title: 'At (UTC)', isWide: true, text: (row) => dateTime(row.answered) },
    ],
  });
  approvals.set(run.approvals);
  const names = (caption, values) => el('details', {}, el('summary', {}, `${caption}: ${count(values.length)}`),
    el('ul', { class: 'names code', tabindex: '0', 'aria-label': caption }, ...values.map((name) => el('li', {}, name))));
  return [
    el('h2', {}, `Run ${run.name}`),
    run.reason ? el('p', { class: 'problem' }, run.reason) : null,
    facts([['Run id', run.runId], ['Kind', KINDS[run.kind] ?? run.kind], ['Phase', phaseText(run)],
      ['Cut, cursor', count(run.cutCursor)], ['Holds trading since', run.suspendedSince ?? NONE],
      ['Corrects', run.corrects ?? NONE], ['Corrected by', run.correctedBy ?? NONE]]),
    ...run.waitingFor.map((text) => el('p', { class: 'warn' }, `▲ waits for approval: ${text}`)),
    progress(run), ...steps(run), checks.element, approvals.element,
    names('Reports', run.reports), names('Files of the run', run.files.map((file) => `${file.name} ${file.sha256}`)),
  ];
}

export function show(main, context) {
  const runs = table({ caption: 'Runs', columns: COLUMNS, id: (row) => row.runId, empty: 'No run was made yet.',
    href: (row) => `#/page/clearing/${row.runId}` });
  const plan = table({
    caption: 'Plan', id: (row) => row.number, empty: 'Nothing is planned.',
    columns: [
      { key: 'number', title: 'Number', text: (row) => row.number },
      { key: 'kind', title: 'Kind', text: (row) => KINDS[row.kind] ?? row.kind },
      { key: 'time', title: 'Time (Moscow)', text: (row) => row.time },
      { key: 'state', title: 'State', text: (row) => words(row.state) },
    ],
  });
  const planTitle = el('h2', {}, 'Plan');
  const place = el('section', { class: 'panel', 'aria-label': 'Run', hidden: true });
  let runId = null;
  const asked = poll({
    context,
    intervalMs: INTERVAL_MS,
    load: async (signal) => ({
      plan: await get('/api/v1/clearing/plan', signal),
      runs: await get(query('/api/v1/clearing/runs', { limit: 100 }), signal),
      run: null === runId ? null : await get(`/api/v1/clearing/runs/${encodeURIComponent(runId)}`, signal),
    }),
    draw: (answer) => {
      replace(planTitle, `Plan of ${date(answer.plan.tradingDate)}`);
      plan.set(answer.plan.items);
      runs.set(answer.runs.items);
      place.hidden = null === answer.run;
      const open = [...place.querySelectorAll('details')].map((details) => details.open);
      replace(place, ...(null === answer.run ? [] : detail(answer.run)));
      place.querySelectorAll('details').forEach((details, index) => {
        details.open = true === open[index];
      });
    },
  });
  const choose = (path) => {
    runId = path[0] ?? null;
    runs.select(null === runId ? null : Number(runId));
    asked.now();
  };
  replace(main, el('div', { class: 'head' }, el('h1', {}, title)), asked.element,
    el('section', { class: 'panel', 'aria-label': 'Plan' }, planTitle, plan.element),
    el('section', { class: 'panel', 'aria-label': 'Runs' }, filterField('Filter', runs, context), runs.element), place);
  choose(context.path);
  return { stop: asked.stop, path: choose };
}
