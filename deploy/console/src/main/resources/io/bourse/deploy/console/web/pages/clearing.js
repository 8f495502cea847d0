// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// Clearing: the plan of the day, all runs, the one that is chosen with its steps, checks, approvals and reports, the
// processes that work at runs, what waits for a second person, and a form for each act of clearing.

import { actForm, sender } from '../kit/acts.js';
import { get, save } from '../kit/api.js';
import { confirmed } from '../kit/dialog.js';
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
    ['Step', seconds(now.stepNs)], ['To go', seconds(now.etaNs)],
    ['Halt so far', el('span', { class: 'use' }, `${seconds(now.haltNs)} of ${seconds(now.budgetNs)}`, el('meter', { min: 0,
      max: Number(now.budgetNs), value: Number(now.haltNs), 'aria-label': 'Halt so far' }))],
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
    ...run.waitingFor.map((text) => el('p', { class: 'warn wrap' }, `▲ waits for approval: ${text}`)),
    progress(run), ...steps(run), checks.element, approvals.element,
    names('Files of the run', run.files.map((file) => `${file.name} ${file.sha256}`)),
  ];
}

/** Text of some lines; that which has to be looked at before it is approved. */
const output = (name, text, isError = false) => el('pre', { class: `output code${isError ? ' problem' : ''}`, tabindex: '0', role: 'group',
  'aria-label': name }, text);
const shown = (text) => output('What is to be approved', text);

/** A list that has a heading, and is not drawn anew while it stays as it is. */
function kept(draw) {
  const element = el('div', {});
  let drawn = null;
  return {
    element,
    set(...values) {
      const text = JSON.stringify(values);
      if (text !== drawn) {
        drawn = text;
        replace(element, draw(...values));
      }
    },
  };
}

/** Reports and other files of a run: each can be saved, those of CSV are shown page by page. */
function reports(problem) {
  const open = el('div', {});
  const path = (runId, what, parameters) => query(`/api/v1/clearing/runs/${runId}/${what}`, parameters);

  async function guarded(work) {
    try {
      problem.hidden = true;
      await work();
    } catch (error) {
      problem.hidden = false;
      problem.textContent = error.message;
    }
  }

  async function rows(runId, name, before, after) {
    const page = await get(path(runId, 'rows', { name, after, limit: 100 }));
    const from = Number(after ?? 0);
    const list = table({ caption: name, isCaptionShown: true, id: (row) => row.number, empty: 'It has no rows.',
      columns: page.columns.map((title, index) => ({ key: String(index), title, text: (row) => row.values[index] ?? '' })) });
    list.set(page.items.map((values, index) => ({ number: from + index, values })));
    replace(open, list.element, el('div', { class: 'buttons' },
      el('button', { type: 'button', disabled: 0 === before.length,
        click: () => guarded(() => rows(runId, name, before.slice(0, -1), before.at(-1))) }, 'Back'),
      el('button', { type: 'button', disabled: null === page.next,
        click: () => guarded(() => rows(runId, name, [...before, after], page.next)) }, 'Further'),
      el('span', {}, 0 === page.items.length ? 'no rows' : `rows ${count(from + 1)} to ${count(from + page.items.length)}`),
      el('button', { type: 'button', click: () => replace(open) }, 'Close')));
  }

  const button = (text, name, work) => el('button', { type: 'button', 'aria-label': `${text} ${name}`,
    click: () => guarded(work) }, text);
  const list = kept((runId, names) => {
    const isOpen = true === list.element.firstElementChild?.open;
    return el('details', { open: isOpen }, el('summary', {}, `Reports and files for people: ${count(names.length)}`),
      el('ul', { class: 'names', tabindex: '0', 'aria-label': 'Reports' }, names.map((name) => {
        const last = name.split('/').at(-1);
        const plain = last.replace(/\.zst$/, '');
        return el('li', {}, el('span', { class: 'code' }, name), ' ',
          plain.endsWith('.csv') ? button('Show', name, () => rows(runId, name, [], null)) : null,
          button('Save', name, () => save(path(runId, 'file', { name, plain: true }), plain)),
          plain === last ? null : button('Save as signed', name, () => save(path(runId, 'file', { name }), last)));
      })));
  });
  return { element: el('div', { class: 'lookup' }, list.element, open), set: list.set };
}

/** What an operator does to the chosen run: by the form of the act, or at once. */
function runActs(fill, changed) {
  const place = el('div', {});
  const send = sender(place);

  async function answer(run, step, isApproved) {
    const asked = await get(`/api/v1/clearing/runs/${run.runId}/approvals/${step}`);
    if (await confirmed({ title: `${isApproved ? 'Approve' : 'Refuse'} ${step} of run ${run.name}?`,
      content: el('div', {}, shown(asked.text), facts([['Digest (SHA-256)', el('code', {}, asked.sha256), true]])),
      word: isApproved ? run.name : null, action: isApproved ? 'Approve' : 'Refuse' })) {
      await send(`/api/v1/clearing/runs/${run.runId}/${isApproved ? 'approve' : 'refuse'}`, { step, sha256: asked.sha256 });
      changed();
    }
  }

  async function abort(run) {
    const reason = el('input', { id: 'abort-reason', autocomplete: 'off' });
    if (await confirmed({ title: `Abort run ${run.name}?`, content: el('div', { class: 'field' },
      el('label', { for: reason.id }, 'Reason, for the audit trail'), reason), word: run.name, action: 'Abort' })) {
      await send(`/api/v1/clearing/runs/${run.runId}/abort`, { reason: reason.value });
      changed();
    }
  }

  const buttons = kept((run, caller) => {
    const act = (text, name, values = {}) => el('button', { type: 'button',
      click: () => fill(`clearing-${name}`, { runId: run.runId, ...values }) }, text);
    const isPublished = ['PUBLISHING', ...DONE, 'REPORTING'].includes(run.phase);
    const isOpen = !isPublished && !run.givenUp;
    return [
      ...run.waiting.flatMap(([step, requester]) => [true, false].map((isApproved) => el('button', { type: 'button',
        class: isApproved ? 'primary' : 'danger', disabled: requester === caller.name, click: () => answer(run, step, isApproved).catch((error) =>
          replace(place, el('p', { class: 'problem', role: 'alert' }, error.message))) },
      `${isApproved ? 'Approve' : 'Refuse'} ${step} …`))),
      run.givenUp || 'REPORTED' === run.phase ? null : act('Resume …', 'resume'),
      'READY_TO_PUBLISH' === run.phase ? act('Publish …', 'publish') : null,
      isPublished ? act('Write reports …', 'report') : null,
      isPublished ? act('Correct …', 'correct') : null,
      isOpen && 'I' === run.kind ? act('Reopen trading without it …', 'reopen') : null,
      isOpen ? el('button', { type: 'button', class: 'danger', click: () => abort(run) }, 'Abort …') : null,
    ];
  });
  buttons.element.className = 'buttons';
  return { element: el('div', { class: 'lookup' }, buttons.element, place), set: (run, caller) => buttons.set({ runId: run.runId,
    name: run.name, kind: run.kind, phase: run.phase, givenUp: run.givenUp, waiting: run.waitingFor.map((text) => text.split(' ')) }, caller) };
}

/** What waits for a second person besides steps of runs. */
function requests(changed) {
  const place = el('div', {});
  const send = sender(place);

  async function answer(request, isApproved) {
    if (await confirmed({ title: `${isApproved ? 'Approve' : 'Refuse'} ${request.name}?`, content: el('div', {}, shown(request.text),
      facts([['Asked by', request.requester], ['Digest (SHA-256)', el('code', {}, request.sha256), true]])),
      word: isApproved ? request.name : null, action: isApproved ? 'Approve' : 'Refuse' })) {
      await send(`/api/v1/clearing/requests/${request.name}/${isApproved ? 'approve' : 'refuse'}`, { sha256: request.sha256 });
      changed();
    }
  }

  const list = kept((waiting, caller) => (0 === waiting.length ?
    el('p', { class: 'muted' }, 'Nothing of clearing waits for a second person; steps of runs are with the run.') :
    waiting.map((request) => {
      const isOwn = caller.name === request.requester;
      const button = (isApproved, text) => el('button', { type: 'button', class: isApproved ? 'primary' : 'danger',
        disabled: isOwn || caller.readOnly, click: () => answer(request, isApproved) }, text);
      return el('article', { class: 'request', 'aria-label': request.name }, el('h3', {}, `◌ ${request.command}`),
        facts([['Request', request.name], ['Asked by', request.requester], ['Digest (SHA-256)', el('code', {}, request.sha256), true]]),
        isOwn ? el('p', { class: 'muted' }, 'This is your own request: another person has to answer it.') : null,
        el('div', { class: 'buttons' }, button(true, 'Approve …'), button(false, 'Refuse …')));
    })));
  return { element: el('div', { class: 'lookup' }, place, list.element), set: list.set };
}

const STATES = { RUNNING: '◌ at work', ENDED: '● ended', LOST: '✕ lost' };
const EXITS = { 0: 'done', 3: 'not possible now', 4: 'a check failed', 5: 'an approval is missing', 6: 'a file has changed',
  7: 'files cannot be used', 8: 'aborted', 9: 'done before', 10: 'reports are missing', 137: 'killed' };
const exit = (row) => ('ENDED' !== row.state ? STATES[row.state] :
  `${0 === row.exitCode ? '●' : '✕'} ${EXITS[row.exitCode] ?? 'failed'} (${row.exitCode})`);

/** Processes that work at runs, and what the last one, or the chosen one, has written. */
function processes(changed) {
  const place = el('div', {});
  const send = sender(place);
  const list = table({ caption: 'Processes', id: (row) => row.process, empty: 'None was started by a console.',
    columns: [
      { key: 'process', title: 'Process', align: 'right', text: (row) => row.process, sort: (row) => row.process,
        render: (row) => el('button', { type: 'button', 'aria-label': `Output of process ${row.process}`, click: () => choose(row.process) },
          String(row.process)) },
      { key: 'command', title: 'Does', text: (row) => row.command, className: () => 'wrap' },
      { key: 'operator', title: 'Started by', text: (row) => row.operator },
      { key: 'at', title: 'At (UTC)', isWide: true, text: (row) => dateTime(row.at) },
      { key: 'state', title: 'State', text: exit, className: (row) => ('LOST' === row.state || row.exitCode > 0 ? 'bad' :
        'RUNNING' === row.state ? 'warn' : 'good') },
    ] });
  const written = kept((process, caller) => (null === process ? null : [
    el('h3', {}, `Process ${process.process}: ${process.command}`),
    ...process.toSign.map((sha256) => el('div', { class: 'buttons' }, el('button', { type: 'button', class: 'primary',
      disabled: caller.readOnly || caller.name !== process.operator, click: async () => {
        await send(`/api/v1/clearing/processes/${process.process}/sign`, { sha256 });
        changed();
      } }, 'Sign what it asks for …'), el('code', {}, sha256))),
    '' === process.err ? null : output('Errors', process.err, true),
    output('Output', process.out || 'It has written nothing yet.'),
  ]));
  let chosen = null;
  const choose = (process) => {
    chosen = process;
    changed();
  };
  return {
    element: el('div', { class: 'lookup' }, list.element, place, written.element),
    async load(signal) {
      const { items } = await get('/api/v1/clearing/processes', signal);
      const process = chosen ?? items[0]?.process ?? null;
      return { items, process: null === process ? null : await get(`/api/v1/clearing/processes/${process}`, signal) };
    },
    set(answer, caller) {
      list.set(answer.items);
      written.set(answer.process, caller);
    },
  };
}

/** What two runs do not have in common. */
function comparison() {
  const place = el('div', {});
  const selects = ['first', 'second'].map((name) => el('select', { id: `diff-${name}` }));
  const form = el('form', { 'aria-label': 'Compare two runs', submit: async (event) => {
    event.preventDefault();
    try {
      const answer = await get(query('/api/v1/clearing/diff', { first: selects[0].value, second: selects[1].value, limit: 20 }));
      replace(place, answer.tables.every((each) => 0 === each.differenceCount) ? el('p', { class: 'done', role: 'status' },
        `They are equal: ${count(answer.tables.length)} tables.`) : answer.tables.filter((each) => each.differenceCount > 0).map((each) => {
        const totals = table({ caption: `${each.table}: rows ${count(each.rowsA)} and ${count(each.rowsB)}, ` +
          `${count(each.differenceCount)} differing values`, isCaptionShown: true, id: (row) => row.column,
        columns: [{ key: 'column', title: 'Column', text: (row) => row.column },
          { key: 'a', title: 'First', align: 'right', text: (row) => row.totalA }, { key: 'b', title: 'Second', align: 'right', text: (row) => row.totalB },
          { key: 'same', title: 'Same', text: (row) => (row.totalA === row.totalB ? '● yes' : '✕ no') }] });
        totals.set(each.columns);
        const values = table({ caption: `First differing values of ${each.table}`, id: (row) => row.index,
          columns: [{ key: 'account', title: 'Client', text: (row) => row.account },
            { key: 'instrument', title: 'Instrument', text: (row) => row.instrument }, { key: 'column', title: 'Column', text: (row) => row.column },
            { key: 'run', title: 'First', align: 'right', text: (row) => row.run }, { key: 'opinion', title: 'Second', align: 'right', text: (row) => row.opinion }] });
        values.set(each.differences.map((row, index) => ({ ...row, index })));
        return [totals.element, values.element];
      }).flat());
    } catch (error) {
      replace(place, el('p', { class: 'problem', role: 'alert' }, error.message));
    }
  } }, el('div', { class: 'filters' }, ...selects.map((select, index) => el('div', { class: 'field' },
    el('label', { for: select.id }, 0 === index ? 'First run' : 'Second run'), select)),
  el('button', { type: 'submit' }, 'Compare')));
  const options = kept((names) => {
    for (const select of selects) {
      const before = select.value;
      replace(select, ...names.map(([id, name]) => el('option', { value: id }, name)));
      select.value = names.some(([id]) => String(id) === before) ? before : select.value;
    }
    return null;
  });
  return { element: el('div', {}, form, place), set: (runs) => options.set(runs.map((run) => [run.runId, run.name])) };
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
  const instructions = table({ caption: 'Instructions', id: (row) => row.number, empty: 'None was given yet.',
    columns: [
      { key: 'text', title: 'Instruction', text: (row) => row.text, className: () => 'wrap' },
      { key: 'actor', title: 'Entered by', text: (row) => row.actor },
      { key: 'at', title: 'At (UTC)', isWide: true, text: (row) => dateTime(row.at) },
      { key: 'state', title: 'State', text: (row) => row.state, className: () => 'wrap' },
    ] });
  const planTitle = el('h2', {}, 'Plan');
  const facing = el('div', { class: 'lookup' });
  const fileProblem = el('p', { class: 'problem', role: 'alert', hidden: true });
  const files = reports(fileProblem);
  const work = el('section', { class: 'panel', 'aria-label': 'Acts', hidden: true }, el('h2', {}, 'Acts of clearing'));
  let form = null;
  let caller = { readOnly: true, name: null };
  let isStopped = false;
  const changed = () => asked.now();
  const acts = runActs((name, values) => form.fill(name, values), changed);
  const place = el('section', { class: 'panel', 'aria-label': 'Run', hidden: true },
    el('div', { class: 'lookup' }, facing, acts.element, fileProblem, files.element));
  const second = requests(changed);
  const started = processes(changed);
  const compared = comparison();
  let runId = null;
  const asked = poll({
    context,
    intervalMs: INTERVAL_MS,
    load: async (signal) => ({
      plan: await get('/api/v1/clearing/plan', signal),
      runs: await get(query('/api/v1/clearing/runs', { limit: 100 }), signal),
      run: null === runId ? null : await get(`/api/v1/clearing/runs/${encodeURIComponent(runId)}`, signal),
      requests: await get('/api/v1/clearing/requests', signal),
      instructions: await get(query('/api/v1/clearing/instructions', { limit: 100 }), signal),
      processes: await started.load(signal),
    }),
    draw: (answer) => {
      replace(planTitle, `Plan of ${date(answer.plan.tradingDate)}`);
      plan.set(answer.plan.items);
      runs.set(answer.runs.items);
      second.set(answer.requests.requests, caller);
      instructions.set(answer.instructions.items);
      started.set(answer.processes, caller);
      compared.set(answer.runs.items);
      place.hidden = null === answer.run;
      acts.element.hidden = caller.readOnly;
      const open = [...facing.querySelectorAll('details')].map((details) => details.open);
      replace(facing, ...(null === answer.run ? [] : detail(answer.run)));
      facing.querySelectorAll('details').forEach((details, index) => {
        details.open = true === open[index];
      });
      if (null !== answer.run) {
        acts.set(answer.run, caller);
        files.set(answer.run.runId, answer.run.reports);
      }
    },
  });
  const choose = (path) => {
    runId = path[0] ?? null;
    runs.select(null === runId ? null : Number(runId));
    asked.now();
  };
  async function begin() {
    caller = await get('/api/v1/me');
    if (!caller.readOnly) {
      const api = await get('/api/v1/openapi.json');
      if (!isStopped) {
        form = actForm(api, { title: 'Act of clearing', isShown: (name) => name.startsWith('clearing-') });
        work.append(form.element);
        work.hidden = false;
        form.fill('clearing-start', {}, false);
        changed();
      }
    }
  }
  const panel = (label, ...parts) => el('section', { class: 'panel', 'aria-label': label }, parts);
  replace(main, el('div', { class: 'head' }, el('h1', {}, title)), asked.element,
    panel('Plan', planTitle, plan.element),
    panel('Runs', filterField('Filter', runs, context), runs.element), place,
    panel('Waiting', el('h2', {}, 'Waiting for a second person'), second.element),
    panel('Processes', el('h2', {}, 'Processes that work at runs'), started.element),
    work,
    panel('Instructions', el('h2', {}, 'Instructions about money and assets'), instructions.element),
    panel('Comparison', el('h2', {}, 'Compare two runs'), compared.element));
  begin().catch((error) => {
    asked.element.hidden = false;
    asked.element.textContent = error.message;
  });
  choose(context.path);
  return {
    stop() {
      isStopped = true;
      asked.stop();
    },
    path: choose,
  };
}
