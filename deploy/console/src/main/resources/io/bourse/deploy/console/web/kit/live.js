// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

import { ApiError, failure, headers } from './api.js';

const RETRY_MS = 1000;
const LONGEST_RETRY_MS = 10000;
/** The server sends at least a comment each 15 s. */
const SILENCE_MS = 40000;
/** One that has been open for as long has ended because its time was over. */
const LIFE_MS = 60000;

/**
 * Follows a topic of the API: first a snapshot, then updates whose sequence goes up by one. After a hole, a lost
 * connection, or while the page was hidden, it connects again and gets what is missing, or a snapshot.
 *
 * @param path such as /api/v1/live/venue.
 * @param handlers snapshot(data), update(data), state('connecting' | 'live' | 'lost'), failed(error): there is no such
 *   topic, or no session; it is not tried again.
 * @return function that stops it.
 */
export function live(path, { snapshot, update, state = () => {}, failed = () => {} }) {
  let connection = null;
  let sequence = null;
  let retryMs = RETRY_MS;
  let timer = 0;
  let silence = 0;

  function close() {
    clearTimeout(timer);
    clearTimeout(silence);
    connection?.abort();
    connection = null;
  }

  function again() {
    close();
    state('lost');
    timer = setTimeout(open, retryMs);
    retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
  }

  function heard() {
    clearTimeout(silence);
    silence = setTimeout(again, SILENCE_MS);
  }

  /** One event; false when something is missing before it. */
  function take(text) {
    const fields = {};
    for (const line of text.split('\n')) {
      const colon = line.indexOf(':');
      if (colon > 0) {
        fields[line.slice(0, colon)] = line.slice(colon + 2);
      }
    }
    if (undefined === fields.data) {
      return true;
    }
    const message = JSON.parse(fields.data);
    const isSnapshot = 'snapshot' === fields.event;
    if (!isSnapshot && sequence + 1 !== message.sequence) {
      return false;
    }
    sequence = message.sequence;
    (isSnapshot ? snapshot : update)(message.data);
    return true;
  }

  async function read(response, mine) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done || mine.signal.aborted) {
        return;
      }
      heard();
      rest += value;
      const events = rest.split('\n\n');
      rest = events.pop();
      for (const event of events) {
        if (!take(event)) {
          sequence = null;
          return;
        }
      }
      if (events.length > 0) {
        retryMs = RETRY_MS;
        state('live');
      }
    }
  }

  async function open() {
    close();
    const mine = new AbortController();
    connection = mine;
    const openedMs = performance.now();
    try {
      heard();
      const response = await fetch(path, {
        cache: 'no-store',
        signal: mine.signal,
        headers: { ...headers('text/event-stream'), ...(null === sequence ? {} : { 'Last-Event-ID': sequence }) },
      });
      if (!response.ok) {
        const error = await failure(response);
        if (response.status < 500) {
          close();
          state('none');
          failed(error);
          return;
        }
        throw error;
      }
      await read(response, mine);
    } catch (error) {
      if (mine.signal.aborted) {
        return;
      }
      // A TypeError of fetch is a connection that does not come about, or has broken.
      if (!(error instanceof TypeError || error instanceof ApiError)) {
        again();
        throw error;
      }
    }
    if (connection !== mine) {
      return;
    }
    if (performance.now() - openedMs > LIFE_MS) {
      open();
    } else {
      again();
    }
  }

  // A browser opens six connections to one place: hidden pages give theirs back.
  function onVisibility() {
    if (document.hidden) {
      close();
    } else if (null === connection) {
      open();
    }
  }

  state('connecting');
  document.addEventListener('visibilitychange', onVisibility);
  open();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  };
}
