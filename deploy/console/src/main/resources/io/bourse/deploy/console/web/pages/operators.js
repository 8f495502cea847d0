// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// What waits for a second person, the form that halts and resumes trading, and one for every other act.

import { actForm, inPartition, sender } from '../kit/acts.js';
import { get } from '../kit/api.js';
import { confirmed } from '../kit/dialog.js';
import { el, facts, replace, setText } from '../kit/dom.js';
import { dateTime } from '../kit/format.js';
import { named } from '../kit/partitions.js';
import { table } from '../kit/table.js';

export const title = 'Operators';

const POLL_MS = 5000;

const STATES = { waiting: ['◌', 'warn'], approved: ['●', 'good'], refused: ['✕', 'bad'] };

/** Halt and resume by market, underlying or instrument. */
function phaseForm(instruments) {
  const place = el('div', {});
  const send = sender(place);
  const radios = (name, options) => options.map(([value, text], index) => el('label', { class: 'choice' },
    el('input', { type: 'radio', name, value, checked: 0 === index }), ` ${text}`));
  const scope = el('fieldset', {}, el('legend', {}, 'Of'), radios('scope', [['instrument', 'one instrument'],
    ['underlying', 'all on an underlying'], ['market', 'the whole market']]));
  const action = el('fieldset', {}, el('legend', {}, 'Trading'), radios('action', [['HALTED', 'halt: cancels only'],
    ['CONTINUOUS', 'resume: continuous trading']]));
  const instrument = el('select', { id: 'phase-instrument' }, instruments.map((row) =>
    el('option', { value: row.id }, row.symbol)));
  const underlying = el('select', { id: 'phase-underlying' }, [...new Set(instruments.map((row) => row.underlying))]
    .filter((code) => code).sort().map((code) => el('option', { value: code }, code)));
  const instrumentField = el('div', { class: 'field' }, el('label', { for: instrument.id }, 'Instrument'), instrument);
  const underlyingField = el('div', { class: 'field', hidden: true }, el('label', { for: underlying.id }, 'Underlying'), underlying);
  const button = el('button', { type: 'submit', class: 'primary' }, 'Go on …');
  const form = el('form', { 'aria-label': 'Halt or resume trading' }, action, scope, instrumentField, underlyingField,
    el('div', { class: 'buttons' }, button), place);
  const chosen = (name) => form.elements[name].value;
  scope.addEventListener('change', () => {
    instrumentField.hidden = 'instrument' !== chosen('scope');
    underlyingField.hidden = 'underlying' !== chosen('scope');
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const phase = chosen('action');
    const isHalt = 'HALTED' === phase;
    const { body, target } = {
      instrument: () => ({ body: { instrumentId: Number(instrument.value) }, target: instrument.selectedOptions[0]?.textContent }),
      underlying: () => ({ body: { underlying: underlying.value }, target: underlying.value }),
      market: () => ({ body: { market: true }, target: 'market' }),
    }[chosen('scope')]();
    if (!target) {
      replace(place, el('p', { class: 'problem', role: 'alert' }, 'There is nothing of this kind to choose.'));
      return;
    }
    const isSure = await confirmed({
      title: `${isHalt ? 'Halt' : 'Resume'} trading of ${'market' === target ? 'the whole market' : target}?`,
      content: el('p', {}, isHalt ? 'Orders stay and can be cancelled; no others are taken until trading is resumed.' :
        'Continuous trading begins at once, without an auction.'),
      word: target,
      action: isHalt ? 'Halt' : 'Resume',
    });
    if (isSure) {
      button.disabled = true;
      await send('/api/v1/acts/phase', { ...body, phase, confirm: target });
      button.disabled = false;
    }
    button.focus();
  });
  return form;
}

export function show(main, context) {
  const problem = el('p', { class: 'problem', role: 'alert', hidden: true });
  const waiting = el('div', {});
  const answered = table({
    caption: 'Answered',
    id: (row) => row.number,
    sort: { key: 'number', isDescending: true },
    empty: 'No request was answered yet.',
    columns: [
      { key: 'number', title: 'Request', align: 'right', text: (row) => row.number, sort: (row) => row.number },
      { key: 'state', title: 'Answer', text: (row) => `${STATES[row.state]?.[0] ?? ''} ${row.state}`, className: (row) => STATES[row.state]?.[1] ?? '' },
      { key: 'words', title: 'What', text: (row) => row.words, className: () => 'wrap' },
      { key: 'requester', title: 'Asked by', isWide: true, text: (row) => row.requester },
      { key: 'approver', title: 'Answered by', text: (row) => row.approver ?? '' },
      { key: 'at', title: 'At', isWide: true, text: (row) => dateTime(row.answeredAt) },
      { key: 'outcome', title: 'Outcome', isWide: true, text: (row) => row.outcome ?? '', className: () => 'wrap' },
    ],
  });
  const forms = el('div', {});
  const anyAct = el('section', { class: 'panel', hidden: true, 'aria-labelledby': 'any-title' }, el('h2', { id: 'any-title' }, 'Any act'));
  const place = el('div', {});
  const send = sender(place);
  let caller = { readOnly: true, name: null };
  let shown = '';
  let timer = 0;
  let isStopped = false;

  async function answer(request, isApproved) {
    const isSure = await confirmed({
      title: `${named(request)}${isApproved ? 'Approve' : 'Refuse'} request ${request.number}?`,
      content: facts([['What', el('strong', {}, request.words), true], ['Command', el('code', {}, request.command), true],
        ['Digest (SHA-256)', el('code', {}, request.sha256), true]]),
      word: isApproved ? String(request.number) : null,
      action: isApproved ? 'Approve' : 'Refuse',
    });
    if (isSure) {
      await inPartition(send, request.partition)(`/api/v1/requests/${request.number}/${isApproved ? 'approve' : 'refuse'}`,
        { sha256: request.sha256 });
      await load();
    }
  }

  function card(request) {
    const isOwn = caller.name === request.requester;
    const buttons = (isApproved, text) => el('button', { type: 'button', class: isApproved ? 'primary' : 'danger',
      disabled: isOwn || caller.readOnly, click: () => answer(request, isApproved) }, text);
    return el('article', { class: 'request', 'aria-label': `${named(request)}Request ${request.number}` },
      el('h3', {}, named(request), `◌ Request ${request.number}: `, request.words),
      facts([['Asked by', request.requester], ['Until', dateTime(request.expires)], ['Command', request.command, true],
        ['Digest (SHA-256)', el('code', {}, request.sha256), true]]),
      isOwn ? el('p', { class: 'muted' }, 'This is your own request: another person has to answer it.') : null,
      el('div', { class: 'buttons' }, buttons(true, 'Approve …'), buttons(false, 'Refuse …')));
  }

  async function load() {
    clearTimeout(timer);
    try {
      const { requests } = await get('/api/v1/requests');
      if (isStopped) {
        return;
      }
      problem.hidden = true;
      context.connection('live');
      const open = requests.filter((request) => 'waiting' === request.state);
      const text = JSON.stringify([open, caller]);
      if (text !== shown) {
        shown = text;
        replace(waiting, open.length ? open.map(card) : el('p', { class: 'muted' }, 'Nothing waits for a second person.'));
      }
      answered.set(requests.filter((request) => 'waiting' !== request.state));
    } catch (error) {
      problem.hidden = false;
      setText(problem, error.message);
      context.connection('lost');
    }
    if (!isStopped) {
      timer = setTimeout(load, POLL_MS);
    }
  }

  async function begin() {
    caller = await get('/api/v1/me');
    const { instruments } = await get('/api/v1/instruments');
    if (!caller.readOnly) {
      const api = await get('/api/v1/openapi.json');
      if (!isStopped) {
        anyAct.hidden = false;
        anyAct.append(actForm(api, { partitions: caller.partitions }).element);
      }
    }
    if (!isStopped) {
      replace(forms, caller.readOnly ? el('p', { class: 'muted' }, 'This session only reads: it changes nothing.') :
        phaseForm(instruments.sort((one, other) => one.symbol.localeCompare(other.symbol))));
    }
  }

  replace(main,
    el('div', { class: 'head' }, el('h1', {}, title)),
    problem,
    el('div', { class: 'columns' },
      el('section', { class: 'panel', 'aria-labelledby': 'waiting-title' }, el('h2', { id: 'waiting-title' }, 'Waiting for a second person'), place, waiting),
      el('section', { class: 'panel', 'aria-labelledby': 'halt-title' }, el('h2', { id: 'halt-title' }, 'Halt or resume trading'), forms)),
    anyAct,
    el('section', { class: 'panel', 'aria-labelledby': 'answered-title' }, el('h2', { id: 'answered-title' }, 'Answered requests'), answered.element));
  begin().then(load, (error) => {
    problem.hidden = false;
    setText(problem, error.message);
    return load();
  });
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
