// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// The session lives in this tab alone: a cookie would go to every port of the machine.
const SESSION = 'bourse-session';

/** What the API says when it does not do something: status, code, words, facts. Status 0: nothing answered. */
export class ApiError extends Error {
  constructor(status, code, message, facts = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.facts = facts;
  }
}

const listeners = new Set();

/** Calls when the API wants another session. */
export function onSessionEnded(listener) {
  listeners.add(listener);
}

/** Whether this tab has a session, which may have ended. */
export function hasSession() {
  return null !== sessionStorage.getItem(SESSION);
}

/** Headers that each request needs. */
export function headers(accept) {
  const session = sessionStorage.getItem(SESSION);
  return { Accept: accept, ...(session ? { Authorization: `Bearer ${session}` } : {}) };
}

/** The error that an answer is. */
export async function failure(response, needsSession = true) {
  let error = {};
  try {
    error = (await response.json()).error ?? {};
  } catch {
    // No JSON: told by the status alone.
  }
  if (needsSession && 401 === response.status) {
    sessionStorage.removeItem(SESSION);
    listeners.forEach((listener) => listener());
  }
  return new ApiError(response.status, error.code ?? 'unknown',
    error.message ?? `the console answers with status ${response.status}`, error.facts ?? {});
}

/** The error that no answer is. */
export function unreachable() {
  return new ApiError(0, 'unreachable', 'the console does not answer, is `bourse console` running?');
}

async function ask(path, options, needsSession = true) {
  let response;
  try {
    response = await fetch(path, { cache: 'no-store', ...options });
  } catch (error) {
    throw 'AbortError' === error.name ? error : unreachable();
  }
  if (!response.ok) {
    throw await failure(response, needsSession);
  }
  return { status: response.status, body: await response.json() };
}

/** GET: the body of the answer. */
export async function get(path, signal) {
  return (await ask(path, { headers: headers('application/json'), signal })).body;
}

/** Saves what a path gives as a file. */
export async function save(path, name) {
  let response;
  try {
    response = await fetch(path, { cache: 'no-store', headers: headers('application/octet-stream') });
  } catch {
    throw unreachable();
  }
  if (!response.ok) {
    throw await failure(response);
  }
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** A key for one act: repeat it with the same key when its answer is lost. */
export function newKey() {
  return crypto.randomUUID();
}

/** POST: {status, body}; 202 of an act says that a second person has to approve it. */
export async function post(path, body, key = newKey()) {
  return ask(path, {
    method: 'POST',
    headers: { ...headers('application/json'), 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(body),
  });
}

/** Opens a session: with { link }, or with { name, password, code } of a reader. */
export async function login(secrets) {
  sessionStorage.removeItem(SESSION);
  const { body } = await ask('/api/v1/login', {
    method: 'POST',
    headers: { ...headers('application/json'), 'Content-Type': 'application/json' },
    body: JSON.stringify(secrets),
  }, false);
  sessionStorage.setItem(SESSION, body.session);
}

/** Ends the session. */
export async function logout() {
  try {
    await post('/api/v1/logout', {});
  } finally {
    sessionStorage.removeItem(SESSION);
  }
}
