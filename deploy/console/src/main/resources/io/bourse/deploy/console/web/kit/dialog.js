// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

import { el } from './dom.js';

/**
 * Asks before something is done.
 *
 * @param options
 *   title   question.
 *   content elements that say what will be done.
 *   word    has to be typed before it can be done; null when a click is enough.
 *   action  name of the button.
 * @return promise of true when it is to be done.
 */
export function confirmed({ title, content, word = null, action }) {
  return new Promise((resolve) => {
    const input = null === word ? null : el('input', { id: 'confirm-word', autocomplete: 'off', spellcheck: 'false' });
    const doIt = el('button', { type: 'button', class: 'primary', disabled: null !== word }, action);
    const cancel = el('button', { type: 'button' }, 'Cancel');
    const dialog = el('dialog', { 'aria-labelledby': 'confirm-title' },
      el('h2', { id: 'confirm-title' }, title), content,
      null === word ? null : el('div', { class: 'field' },
        el('label', { for: 'confirm-word' }, `Type “${word}” to go on`), input),
      el('div', { class: 'buttons' }, doIt, cancel));
    let isConfirmed = false;
    const finish = () => {
      isConfirmed = true;
      dialog.close();
    };
    input?.addEventListener('input', () => {
      doIt.disabled = input.value.trim() !== word;
    });
    input?.addEventListener('keydown', (event) => {
      if ('Enter' === event.key && !doIt.disabled) {
        finish();
      }
    });
    doIt.addEventListener('click', finish);
    cancel.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(isConfirmed);
    });
    document.body.append(dialog);
    dialog.showModal();
    (input ?? cancel).focus();
  });
}
