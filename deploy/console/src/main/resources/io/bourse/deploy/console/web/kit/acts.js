// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// Acts of the API: how they are sent, a form for each of them, made of its schema, and buttons for some.

import { newKey, post } from './api.js';
import { confirmed } from './dialog.js';
import { el, facts, replace } from './dom.js';

const ACTS = '/api/v1/acts/';

/** What became of an act, in words; of several partitions, of each. */
function outcome({ status, body }) {
  if (body.partitions) {
    return body.partitions.map((part) => `Partition ${part.partition}: ${outcome({ status: part.status, body: part.answer })}`)
      .join(' ');
  }
  if (202 === status) {
    return body.approve?.startsWith('/api/v1/clearing/') ?
      `Nothing was done yet: a second person has to approve on the page Clearing: ${body.command}. Digest ${body.sha256}.` :
      `Nothing was done yet: a second person has to approve request ${body.number} within a day, in a console of his own or ` +
        `by “bourse approve ${body.number}”. Digest ${body.sha256}.`;
  }
  return body.result?.process ? `Process ${body.result.process} works at it: ${body.result.command}.` : 'Done.';
}

/**
 * Says in a place what happened, and keeps the key as long as the same act may have to be sent again.
 *
 * @return function of path and body, to the error; null when it was done or waits for a second person.
 */
export function sender(place) {
  let key = newKey();
  let sent = null;
  return async (path, body) => {
    const text = JSON.stringify([path, body]);
    if (sent !== text) {
      key = newKey();
      sent = text;
    }
    replace(place, el('p', { role: 'status' }, 'Sent, waiting for the answer …'));
    try {
      const answer = await post(path, body, key);
      sent = null;
      replace(place, el('p', { class: 'done', role: 'status' }, outcome(answer)));
      return null;
    } catch (error) {
      if (error.status >= 400 && error.status < 500) {
        sent = null;
      }
      replace(place, el('p', { class: 'problem', role: 'alert' }, error.message));
      return error;
    }
  };
}

/** The same to one of several partitions. */
export function inPartition(send, partition) {
  return (path, body) => send(undefined === partition ? path : `${path}?partition=${partition}`, body);
}

/** Names, summaries and schemas of all acts. */
function acts(api) {
  const resolve = (schema) => schema.$ref ?
    resolve(schema.$ref.slice(2).split('/').reduce((node, part) => node[part], api)) : schema;
  return Object.entries(api.paths).filter(([path]) => path.startsWith(ACTS)).map(([path, { post: operation }]) => ({
    path,
    name: path.slice(ACTS.length),
    summary: operation.summary,
    description: operation.description ?? '',
    schema: resolve(operation.requestBody.content['application/json'].schema),
  })).sort((one, other) => one.name.localeCompare(other.name));
}

/** One field of an act: { element, value() }; value gives undefined when it is left out, and throws for wrong JSON. */
function field(name, schema, isRequired, example) {
  const id = `act-${name}`;
  const hint = `${id}-hint`;
  const attributes = { id, 'aria-describedby': hint, required: isRequired };
  const label = el('label', { for: id }, isRequired ? name : `${name} (optional)`);
  const described = el('p', { id: hint, class: 'muted' }, schema.description ?? '');
  const made = (input, value) => ({ element: el('div', { class: 'field' }, label, input, described), value });
  const text = (input) => input.value.trim() || undefined;
  if (schema.enum) {
    const select = el('select', attributes, el('option', { value: '' }, '–'),
      schema.enum.map((value) => el('option', { value }, value)));
    return made(select, () => text(select));
  }
  if ('boolean' === schema.type) {
    const box = el('input', { ...attributes, type: 'checkbox', required: false });
    return { element: el('div', { class: 'field' }, el('label', { class: 'choice' }, box, ` ${name}`), described),
      value: () => box.checked || undefined };
  }
  if ('array' === schema.type && 'string' === schema.items?.type) {
    const lines = el('textarea', { ...attributes, rows: 3, spellcheck: 'false', placeholder: 'one on each line' });
    return made(lines, () => text(lines)?.split('\n').map((line) => line.trimEnd()));
  }
  if ('array' === schema.type || 'object' === schema.type) {
    const area = el('textarea', { ...attributes, rows: 4, spellcheck: 'false',
      placeholder: undefined === example ? null : JSON.stringify(example) });
    return made(area, () => {
      const written = text(area);
      try {
        return undefined === written ? undefined : JSON.parse(written);
      } catch (error) {
        throw new Error(`${name} has to be written in JSON: ${error.message}`);
      }
    });
  }
  const input = el('input', { ...attributes, autocomplete: 'off', spellcheck: 'false',
    inputmode: 'integer' === schema.type ? 'numeric' : null });
  return made(input, () => text(input));
}

/**
 * Asks before an act is sent: its name is typed, or that of what a dangerous one hits; what the venue asks about first is
 * asked.
 */
async function ask(act, wanted, send) {
  const words = Object.entries(wanted).map(([name, value]) =>
    [name, 'object' === typeof value ? JSON.stringify(value) : String(value), true]);
  const word = 'confirm' in (act.schema.properties ?? {}) ? null : act.name;
  if (!await confirmed({ title: act.summary, content: facts(words), word, action: 'Do it' })) {
    return;
  }
  let error = await send(act.path, wanted);
  let sent = wanted;
  if ('confirm-needed' === error?.code &&
    await confirmed({ title: act.summary, content: facts(words), word: error.facts.name, action: 'Do it' })) {
    sent = { ...wanted, confirm: error.facts.name };
    error = await send(act.path, sent);
  }
  if ('confirmation-needed' === error?.code && await confirmed({ title: 'Do it all the same?',
    content: el('ul', {}, error.facts.findings.map((finding) => el('li', {}, finding))), word: act.name, action: 'Do it' })) {
    await send(act.path, { ...sent, confirmed: true });
  }
}

/**
 * Buttons for acts whose fields are known.
 *
 * @param api     document of the API.
 * @param buttons [text, name of the act, values of fields] of each.
 * @param partition of a venue of several, where it is done.
 * @return element.
 */
export function actButtons(api, buttons, partition) {
  const all = acts(api);
  const place = el('div', {});
  const send = inPartition(sender(place), partition);
  return el('div', {}, el('div', { class: 'buttons' }, buttons.map(([text, wanted, values]) =>
    el('button', { type: 'button', click: async ({ currentTarget: button }) => {
      button.disabled = true;
      await ask(all.find(({ name }) => name === wanted), values, send);
      button.disabled = false;
      button.focus();
    } }, text))), place);
}

/**
 * Any act: it is chosen, its fields are filled in, its name is typed, or that of what a dangerous one hits; what the
 * venue asks about first is asked.
 *
 * @param api     document of the API.
 * @param title   of the form.
 * @param isShown whether an act can be chosen, by its name.
 * @param presets values of fields by name of the act.
 * @param partitions of a venue of several: one can be chosen.
 * @return { element, fill(name, values, isFocused) }: fill chooses an act and puts values into its fields.
 */
export function actForm(api, { title = 'Any act', isShown = () => true, presets = {}, partitions = [] } = {}) {
  const all = acts(api).filter(({ name }) => isShown(name));
  const choice = el('select', { id: 'act' }, all.map((act) => el('option', { value: act.name }, `${act.name}: ${act.summary}`)));
  const about = el('p', { class: 'muted' });
  const fields = el('div', {});
  const place = el('div', {});
  const button = el('button', { type: 'submit', class: 'primary' }, 'Do it …');
  const where = el('select', { id: 'act-in' }, el('option', { value: '' }, 'where its instrument or trade is, else in all'),
    partitions.map((partition) => el('option', { value: partition }, `partition ${partition}`)));
  const form = el('form', { 'aria-label': title }, el('div', { class: 'field' }, el('label', { for: 'act' }, 'Act'), choice),
    0 === partitions.length ? null : el('div', { class: 'field' }, el('label', { for: 'act-in' }, 'Executed'), where), about, fields, el('div', { class: 'buttons' }, button), place);
  const send = sender(place);
  let act = null;
  let inputs = [];

  function choose() {
    act = all.find((candidate) => candidate.name === choice.value);
    inputs = Object.entries(act.schema.properties ?? {}).filter(([name]) => !['confirm', 'confirmed'].includes(name)).map(([name, schema]) =>
      [name, field(name, schema, (act.schema.required ?? []).includes(name), act.schema.example?.[name])]);
    about.textContent = act.description;
    replace(fields, ...inputs.map(([, made]) => made.element));
    for (const [name, value] of Object.entries(presets[act.name] ?? {}).filter(([, preset]) => preset)) {
      const input = fields.querySelector(`#act-${name}`);
      input.value = value;
      input.checked = true === value;
    }
    replace(place);
  }

  function body() {
    return Object.fromEntries(inputs.map(([name, made]) => [name, made.value()]).filter(([, value]) => undefined !== value));
  }

  choice.addEventListener('change', choose);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    let wanted;
    try {
      wanted = body();
    } catch (error) {
      replace(place, el('p', { class: 'problem', role: 'alert' }, error.message));
      return;
    }
    button.disabled = true;
    await ask(act, wanted, inPartition(send, where.value || undefined));
    button.disabled = false;
    button.focus();
  });
  choose();
  return {
    element: form,
    fill(name, values, isFocused = true) {
      choice.value = name;
      choose();
      for (const [field, value] of Object.entries(values)) {
        form.querySelector(`#act-${field}`).value = value;
      }
      if (isFocused) {
        button.focus();
      }
    },
  };
}
