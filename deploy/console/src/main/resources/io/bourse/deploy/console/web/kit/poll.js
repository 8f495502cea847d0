// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

import { el, setText } from './dom.js';

/**
 * Asks again and again and draws the answers; says why there is none. While the page is hidden it does not ask.
 *
 * @param options
 *   context   of the page: its connection is shown there, and "r" asks at once.
 *   intervalMs from an answer to the next question; 0: once, and again with "r".
 *   load(signal) gives the answer.
 *   draw(answer) shows it.
 * @return { element, now(), stop() }: the element says what is wrong; now() forgets a question that is under way.
 */
export function poll({ context, intervalMs = 0, load, draw }) {
  const element = el('p', { class: 'problem', role: 'alert', hidden: true });
  let question = null;
  let timer = 0;
  let isStopped = false;

  async function now() {
    clearTimeout(timer);
    question?.abort();
    const asked = new AbortController();
    question = asked;
    try {
      const answer = await load(asked.signal);
      if (asked === question && !isStopped) {
        element.hidden = true;
        context.connection(0 === intervalMs ? 'none' : 'live');
        draw(answer);
      }
    } catch (error) {
      if (asked !== question || isStopped || 'AbortError' === error.name) {
        return;
      }
      element.hidden = false;
      setText(element, error.message);
      context.connection(0 === error.status ? 'lost' : 'none');
      if (undefined === error.status) {
        throw error;
      }
    }
    if (asked === question && !isStopped && intervalMs > 0) {
      timer = setTimeout(whenSeen, intervalMs);
    }
  }

  function whenSeen() {
    if (document.hidden) {
      timer = setTimeout(whenSeen, intervalMs);
    } else {
      now();
    }
  }

  context.shortcut('r', 'ask again', now);
  return {
    element,
    now,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      question?.abort();
    },
  };
}

/** A path with parameters; those that are empty are left out. */
export function query(path, parameters) {
  const search = new URLSearchParams(Object.entries(parameters)
    .filter(([, value]) => null !== value && undefined !== value && '' !== value));
  return 0 === search.size ? path : `${path}?${search}`;
}
