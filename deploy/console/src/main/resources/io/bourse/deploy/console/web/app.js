// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// Routes "#/page/NAME/ARGUMENT..." to pages/NAME.js, which exports title and show(main, context). show returns a
// function that stops the page, or { stop, path }: path(arguments) is called when the arguments alone have changed.

import { get, hasSession, login, onSessionEnded } from './kit/api.js';
import { el, replace, setText } from './kit/dom.js';

/**
 * Pages in the order of the navigation: file name, title, second key of the shortcut "g KEY", and whether a member's risk
 * officer has it.
 */
const PAGES = [
  { name: 'market', title: 'Market', key: 'm', isOfMembers: true },
  { name: 'venue', title: 'Venue', key: 'v' },
  { name: 'sessions', title: 'Sessions', key: 's', isOfMembers: true },
  { name: 'journal', title: 'Journal', key: 'j', isOfMembers: true },
  { name: 'risk', title: 'Risk', key: 'r', isOfMembers: true },
  { name: 'clearing', title: 'Clearing', key: 'c' },
  { name: 'members', title: 'Members', key: 'e' },
  { name: 'reference', title: 'Reference data', key: 'd' },
  { name: 'operators', title: 'Operators', key: 'o' },
  { name: 'overview', title: 'Overview', key: 'p', isOfMembers: true },
];

const CONNECTIONS = {
  connecting: '◌ connecting',
  live: '● live',
  lost: '✕ connection lost, trying again',
  none: '',
};

const main = document.getElementById('main');
const nav = document.getElementById('nav');
const connection = document.getElementById('connection');
const help = document.getElementById('help');
const who = document.getElementById('who');
const standing = document.getElementById('standing');
let stop = () => {};
let changePath = null;
let shownPage = null;
let shown = 0;
let shortcuts = [];
let watch = 0;

const WATCH_MS = 5000;
/** Pages that say for themselves how each partition is. */
const SELF = ['market', 'venue', 'overview'];

function route() {
  const parts = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  const page = PAGES.find((candidate) => 'page' === parts[0] && candidate.name === parts[1]);
  return page ? { page, path: parts.slice(2).filter((part) => part) } : { page: PAGES[0], path: [] };
}

/** What a page is given. */
function context(path, number) {
  const isShown = () => number === shown;
  return {
    /** What follows the page's name in the address. */
    path,
    /** Shows how the page is connected: connecting, live, lost or none. */
    connection(state) {
      if (isShown()) {
        connection.dataset.state = state;
        const text = CONNECTIONS[state];
        if (connection.textContent !== text) {
          connection.textContent = text;
        }
      }
    },
    /** Adds a shortcut of the page: a key, what it does, and the function. */
    shortcut(key, description, action) {
      if (isShown()) {
        shortcuts.push({ key, description, action });
      }
    },
  };
}

function end() {
  stop();
  stop = () => {};
  changePath = null;
  shownPage = null;
  shortcuts = [];
}

async function show() {
  const { page, path } = route();
  if (page === shownPage && null !== changePath) {
    changePath(path);
    return;
  }
  shown += 1;
  const number = shown;
  end();
  shownPage = page;
  connection.textContent = '';
  connection.dataset.state = 'none';
  for (const link of nav.querySelectorAll('a')) {
    if (link.dataset.page === page.name) {
      link.setAttribute('aria-current', 'page');
    } else {
      link.removeAttribute('aria-current');
    }
  }
  try {
    const module = await import(`./pages/${page.name}.js`);
    if (number !== shown) {
      return;
    }
    document.title = `${module.title} · Bourse console`;
    standing.hidden = '' === standing.textContent || SELF.includes(page.name);
    replace(main);
    main.className = `page-${page.name}`;
    const running = module.show(main, context(path, number));
    stop = running?.stop ?? running ?? (() => {});
    changePath = running?.path ?? null;
  } catch (error) {
    replace(main, el('h1', {}, page.title), el('p', { class: 'problem', role: 'alert' },
      `This page cannot be shown: ${error.message}`));
    throw error;
  }
}

function isTyping(target) {
  return target instanceof HTMLElement && (target.isContentEditable ||
    ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName));
}

function openHelp() {
  const keys = [
    ...PAGES.map((page) => [`g ${page.key}`, `go to ${page.title}`]),
    ...shortcuts.map((shortcut) => [shortcut.key, shortcut.description]),
    ['?', 'this list'],
    ['Esc', 'close a dialog'],
  ];
  replace(document.getElementById('help-keys'), ...keys.map(([key, description]) =>
    el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, description))));
  help.showModal();
}

let isGoing = false;

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || isTyping(event.target) ||
    document.querySelector('dialog[open]')) {
    return;
  }
  if (isGoing) {
    isGoing = false;
    const page = PAGES.find((candidate) => candidate.key === event.key);
    if (page) {
      event.preventDefault();
      location.hash = `#/page/${page.name}`;
      main.focus({ preventScroll: true });
    }
    return;
  }
  if ('g' === event.key) {
    isGoing = true;
  } else if ('?' === event.key) {
    event.preventDefault();
    openHelp();
  } else {
    const shortcut = shortcuts.find((candidate) => candidate.key === event.key);
    if (shortcut) {
      event.preventDefault();
      shortcut.action();
    }
  }
}

replace(nav, ...PAGES.map((page) => el('a', { href: `#/page/${page.name}`, 'data-page': page.name },
  page.title)));
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
document.getElementById('keys').addEventListener('click', openHelp);
document.addEventListener('keydown', onKey);
document.getElementById('help-close').addEventListener('click', () => help.close());
onSessionEnded(() => {
  if (document.getElementById('login-name')) {
    return;
  }
  shown += 1;
  end();
  connection.textContent = '';
  setText(who, '');
  document.title = 'Not logged in · Bourse console';
  showLogin();
});

/** What to do without a session, and the form of those who only read. */
function showLogin() {
  const answer = el('p', { role: 'alert' });
  const field = (id, label, type, autocomplete) => el('div', { class: 'field' }, el('label', { for: id }, label),
    el('input', { id, type, autocomplete, required: true }));
  const form = el('form', { class: 'panel', 'aria-label': 'Log in to read' },
    el('h2', {}, 'Read with password and code'),
    field('login-name', 'Name', 'text', 'username'), field('login-password', 'Password', 'password', 'current-password'),
    field('login-code', 'Code of the authenticator', 'text', 'one-time-code'),
    answer, el('button', { class: 'primary' }, 'Log in'));
  const value = (id) => document.getElementById(id).value.trim();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      await login({ name: value('login-name'), password: value('login-password'), code: value('login-code') });
      show();
      showCaller();
    } catch (error) {
      answer.className = 'problem';
      setText(answer, error.message);
    }
  });
  replace(main, el('h1', {}, 'Not logged in'), el('p', {}, 'This tab has no session, or it has ended. ' +
    'Operators press Enter in the terminal of “bourse console” and open the link that it shows. Without a session ' +
    'there is the ', el('a', { href: '#/page/overview' }, 'overview of the market'), '.'), form);
}

/** Says on every page which of several partitions stand still. */
async function watchPartitions() {
  clearTimeout(watch);
  try {
    const { partitions } = await get('/api/v1/stream');
    const texts = (partitions ?? []).filter(({ problem }) => problem).map(({ partition, problem }) =>
      `✕ Partition ${partition} is not followed, what is shown of it is old: ${problem}`);
    setText(standing, texts.join(' '));
    standing.hidden = 0 === texts.length || SELF.includes(route().page.name);
    watch = partitions ? setTimeout(watchPartitions, WATCH_MS) : 0;
  } catch (error) {
    // Each page says so.
    console.warn(error.message);
    watch = hasSession() ? setTimeout(watchPartitions, WATCH_MS) : 0;
  }
}

async function showCaller() {
  try {
    const caller = await get('/api/v1/me');
    if (caller.partitions) {
      watchPartitions();
    }
    setText(who, (caller.readOnly ? `${caller.name}, read only` : `as ${caller.name}`) +
      (caller.firm ? ` of ${caller.firm}` : ''));
    for (const { name, isOfMembers } of PAGES) {
      nav.querySelector(`[data-page=${name}]`).hidden = Boolean(caller.firm) && !isOfMembers;
    }
  } catch (error) {
    console.warn(error.message);
  }
}

/** Opens the session of a link, and shows the page. */
async function go() {
  const link = /^#login=(.+)$/.exec(location.hash);
  if (link) {
    history.replaceState(null, '', '/#/page/market');
    try {
      await login({ link: link[1] });
    } catch (error) {
      // Without a session the page says what to do.
      console.warn(error.message);
    }
    setText(who, '');
  }
  show();
  if ('' === who.textContent && (hasSession() || 'overview' !== route().page.name)) {
    showCaller();
  }
}

window.addEventListener('hashchange', go);
go();
