// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// How the venue's processes are: the flow from the gateways to feeds and clearing, and what wants an operator.

import { actButtons } from '../kit/acts.js';
import { get } from '../kit/api.js';
import { el, facts, replace, setText, svg } from '../kit/dom.js';
import { bytes, count, dateTime, duration, NONE, rate, words } from '../kit/format.js';
import { live } from '../kit/live.js';
import { series } from '../kit/series.js';
import { table } from '../kit/table.js';

export const title = 'Venue';

const YEAR_S = 365 * 86400;
const NS_PER_S = 1e9;
const BOX = { width: 132, height: 62 };

/** Boxes: title, the component that it is part of, and where it stands on a wide and on a narrow screen. */
const BOXES = {
  twime: { title: 'TWIME', component: 'twime', wide: [24, 20], narrow: [10, 0] },
  fix: { title: 'FIX', component: 'fix', wide: [24, 210], narrow: [218, 0] },
  ring: { title: 'Ring', component: 'engine', wide: [274, 115], narrow: [114, 150] },
  matcher: { title: 'Matcher', component: 'engine', wide: [774, 115], narrow: [114, 450] },
  journal: { title: 'Journal', component: 'engine', wide: [524, 115], narrow: [114, 300] },
  feeds: { title: 'Market data', component: 'marketdata', wide: [1024, 20], narrow: [10, 600] },
  clearing: { title: 'Clearing', component: null, wide: [1024, 210], narrow: [218, 600] },
};

/** Arrows: which figures, from where to where, in words. */
const ARROWS = [
  { id: 'twime-in', from: 'twime', to: 'ring', label: 'requests', shift: [0, 0] },
  { id: 'fix-in', from: 'fix', to: 'ring', label: 'requests', shift: [0, 0] },
  { id: 'journal', from: 'ring', to: 'journal', label: 'commands', shift: [0, 0] },
  { id: 'matcher', from: 'journal', to: 'matcher', label: 'commands', shift: [0, 0] },
  { id: 'feeds', from: 'matcher', to: 'feeds', label: 'event frames', shift: [0, 0] },
  { id: 'clearing', from: 'matcher', to: 'clearing', label: 'consumers', shift: [0, 0] },
];

/** Answers: told under the box of their gateway. */
const ANSWERS = { twime: 'twime-out', fix: 'fix-out' };

const STATES = { READY: ['●', 'ready', 'good'], STARTING: ['◌', 'starting', 'warn'], WAITING: ['◌', 'waiting', 'warn'], STANDBY: ['○', 'standby', 'good'], ACTIVATED: ['◌', 'activated', 'warn'], NO_HEARTBEAT: ['✕', 'no heartbeat', 'bad'] };

function stateText(state) {
  return `${STATES[state][0]} ${STATES[state][1]}`;
}

function arrowTexts(arrow) {
  if (!arrow) {
    return [NONE];
  }
  return [
    null === arrow.perSecond ? null : `${rate(arrow.perSecond)}/s`,
    null === arrow.p50Seconds ? null : `p50 ${duration(arrow.p50Seconds)}`,
    null === arrow.p99Seconds ? null : `p99 ${duration(arrow.p99Seconds)}`,
    null === arrow.lagBytes ? null : `lag ${bytes(arrow.lagBytes)}`,
  ].filter((text) => null !== text);
}

/** The flow as a picture; built once for a layout, then only texts and classes change. */
function flowPicture(isNarrow) {
  const [width, height] = isNarrow ? [360, 672] : [1180, 310];
  const place = (name) => BOXES[name][isNarrow ? 'narrow' : 'wide'];
  const root = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-labelledby': 'flow-title' },
    svg('title', { id: 'flow-title' }, 'Flow through the venue; the same as a table below'),
    svg('defs', {}, svg('marker', { id: 'head', viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 10, markerHeight: 10,
      markerUnits: 'userSpaceOnUse', orient: 'auto-start-reverse' }, svg('path', { d: 'M0 0L10 5L0 10z' }))));
  const boxes = {};
  const lines = {};
  for (const arrow of ARROWS) {
    const [fromX, fromY] = place(arrow.from);
    const [toX, toY] = place(arrow.to);
    const from = isNarrow ? [fromX + BOX.width / 2, fromY + BOX.height] : [fromX + BOX.width, fromY + BOX.height / 2];
    const to = isNarrow ? [toX + BOX.width / 2, toY] : [toX, toY + BOX.height / 2];
    const line = svg('path', { class: 'arrow', 'marker-end': 'url(#head)', d: isNarrow ?
      `M${from[0]} ${from[1]}C${from[0]} ${from[1] + 40} ${to[0]} ${to[1] - 40} ${to[0]} ${to[1] - 2}` :
      `M${from[0]} ${from[1]}C${from[0] + 60} ${from[1]} ${to[0] - 60} ${to[1]} ${to[0] - 2} ${to[1]}` });
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const isSlanted = from[isNarrow ? 0 : 1] !== to[isNarrow ? 0 : 1];
    const isFirst = from[isNarrow ? 0 : 1] < to[isNarrow ? 0 : 1];
    // Beside the arrow: above one that is level, outside of one that is not.
    const at = isNarrow ?
      [isSlanted ? ('ring' === arrow.to ? (isFirst ? 4 : 356) : (isFirst ? 356 : 4)) : middle[0] + 8, middle[1] - (isSlanted ? 18 : 12)] :
      [middle[0] + (isSlanted ? ('ring' === arrow.to ? 34 : -34) : 0), middle[1] + (isSlanted ? ('ring' === arrow.to ? (isFirst ? -58 : 24) : (isFirst ? 24 : -58)) : -60)];
    const anchor = isNarrow ? (isSlanted ? (at[0] < 100 ? 'start' : 'end') : 'start') : 'middle';
    const label = svg('text', { class: 'label', 'text-anchor': anchor, x: at[0], y: at[1] });
    lines[arrow.id] = { line, label, x: at[0], texts: '' };
    root.append(line, label);
  }
  for (const [name, box] of Object.entries(BOXES)) {
    const [x, y] = place(name);
    const note = svg('text', { class: 'note', 'text-anchor': 'middle', x: x + BOX.width / 2, y: y + 44 });
    const under = svg('text', { class: 'note', 'text-anchor': 'middle', x: x + BOX.width / 2, y: y + BOX.height + 16 });
    const group = svg('g', {},
      svg('rect', { x, y, width: BOX.width, height: BOX.height, rx: 8 }),
      svg('text', { class: 'title', 'text-anchor': 'middle', x: x + BOX.width / 2, y: y + 24 }, box.title), note, isNarrow ? null : under);
    boxes[name] = { group, note, under };
    root.append(group);
  }
  return {
    root,
    show(view) {
      const arrows = Object.fromEntries(view.arrows.map((arrow) => [arrow.id, arrow]));
      for (const arrow of ARROWS) {
        const { line, label, x } = lines[arrow.id];
        const figures = arrows[arrow.id];
        const isIdle = !figures?.perSecond && !figures?.lagBytes;
        line.setAttribute('class', `arrow${isIdle ? ' idle' : ''}`);
        line.setAttribute('stroke-width', String(isIdle ? 1.5 : Math.min(7, 2 + Math.log10(1 + (figures.perSecond ?? 0)))));
        const texts = [arrow.label, ...arrowTexts(figures)];
        const joined = texts.join('|');
        if (joined !== lines[arrow.id].texts) {
          lines[arrow.id].texts = joined;
          replace(label, ...texts.map((text, index) => svg('tspan', { x, dy: 0 === index ? 0 : 14 }, text)));
        }
      }
      for (const [name, box] of Object.entries(BOXES)) {
        const states = view.components.filter((component) => component.component === box.component);
        const worst = ['NO_HEARTBEAT', 'STARTING', 'WAITING', 'ACTIVATED', 'READY', 'STANDBY'].find((state) => states.some((component) => state === component.state));
        const isWell = 'READY' === worst;
        const { group, note, under } = boxes[name];
        if (null === box.component) {
          setText(note, view.clearing ? `run ${view.clearing.run}` : 'no run yet');
          group.setAttribute('class', view.clearing?.isAlarm ? 'ill' : '');
          setText(under, view.clearing?.step ? `${words(view.clearing.kind)}, ${words(view.clearing.step)}` : '');
          continue;
        }
        group.setAttribute('class', worst ? isWell ? 'well' : 'ill' : 'ill');
        const ready = states.filter((component) => 'READY' === component.state || 'STANDBY' === component.state).length;
        setText(note, !worst ? '✕ not there' : isWell || 1 === states.length ? stateText(worst) :
          `▲ ${ready} of ${states.length} ready`);
        const answers = arrows[ANSWERS[name]];
        setText(under, answers ? `answers ${null === answers.perSecond ? '' : `${rate(answers.perSecond)}/s`}` +
          `${null === answers.p99Seconds ? '' : `, p99 ${duration(answers.p99Seconds)}`}` :
        'feeds' === name ? `packets ${null === arrows.public.perSecond ? NONE : rate(arrows.public.perSecond)}/s` : '');
      }
    },
  };
}

const ROLES = { leader: '● leads', follower: '○ follows', candidate: '◌ wants to lead' };
const SEVERITIES = { page: '✕ now', ticket: '▲ this day' };

const ARROW_NAMES = {
  'twime-in': 'TWIME to ring', 'fix-in': 'FIX to ring', 'journal': 'ring to journal', 'matcher': 'journal to matcher',
  'feeds': 'matcher to market data', 'public': 'market data to the public', 'twime-out': 'answers by TWIME',
  'fix-out': 'answers by FIX', 'clearing': 'event stream to its slowest consumer',
};

export function show(main, context) {
  const verdict = el('span', { role: 'status' });
  const mode = el('span', { class: 'muted' });
  const alerts = el('div', { hidden: true });
  const picture = el('div', { class: 'flow' });
  const narrow = matchMedia('(max-width: 700px)');
  const figures = el('div', {});
  const members = table({
    caption: 'Members of the cluster',
    isCaptionShown: true,
    id: (row) => row.node,
    columns: [
      { key: 'node', title: 'Member', text: (row) => row.node },
      { key: 'role', title: 'Role', text: (row) => 'READY' === row.state ? ROLES[row.role] ?? row.role : `was ${row.role}` },
      { key: 'state', title: 'State', text: (row) => stateText(row.state), className: (row) => STATES[row.state][2] },
      { key: 'term', title: 'Term', align: 'right', text: (row) => count(row.term), sort: (row) => row.term },
      { key: 'log', title: 'Log up to', align: 'right', isWide: true, text: (row) => count(row.commitPosition), sort: (row) => row.commitPosition },
      { key: 'after', title: 'Behind the first', align: 'right', text: (row) => bytes(row.behindBytes), sort: (row) => row.behindBytes },
    ],
  });
  const cluster = el('section', { class: 'panel', 'aria-label': 'Cluster', hidden: true }, members.element);
  const fired = table({
    caption: 'Alerts',
    isCaptionShown: true,
    id: (row) => `${row.name} ${row.since} ${row.description}`,
    empty: 'No alert is active.',
    columns: [
      { key: 'name', title: 'Alert', text: (row) => row.name },
      { key: 'severity', title: 'Wants an operator', text: (row) => SEVERITIES[row.severity] ?? row.severity,
        className: (row) => 'page' === row.severity ? 'bad' : 'warn' },
      { key: 'since', title: 'Since (UTC)', text: (row) => dateTime(row.since) },
      { key: 'summary', title: 'What', className: () => 'wrap', text: (row) => row.description || row.summary },
    ],
  });
  const silent = el('p', { class: 'problem', role: 'alert', hidden: true });
  const watched = el('section', { class: 'panel', 'aria-label': 'Alerts', hidden: true }, silent, fired.element);
  const components = table({
    caption: 'Components',
    isCaptionShown: true,
    id: (row) => `${row.node}/${row.component}`,
    empty: 'No component runs on this data directory.',
    columns: [
      { key: 'component', title: 'Component', text: (row) => row.component },
      { key: 'state', title: 'State', text: (row) => stateText(row.state), className: (row) => STATES[row.state][2] },
      { key: 'node', title: 'Node', isWide: true, text: (row) => row.node },
      { key: 'beat', title: 'Heartbeat', align: 'right', isWide: true, text: (row) => duration(row.heartbeatAgeSeconds), sort: (row) => row.heartbeatAgeSeconds },
      { key: 'up', title: 'Up', align: 'right', isWide: true, text: (row) => duration(null === row.upSeconds ? null : Math.floor(row.upSeconds)), sort: (row) => row.upSeconds ?? 0 },
      { key: 'heap', title: 'Heap', align: 'right', text: (row) => null === row.heapUsedBytes ? '' :
        `${Math.round(100 * row.heapUsedBytes / row.heapLimitBytes)} % of ${bytes(row.heapLimitBytes)}`, sort: (row) => row.heapUsedBytes ?? 0 },
      { key: 'gc', title: 'GC', align: 'right', isWide: true, text: (row) => null === row.gcShare ? '' : `${(100 * row.gcShare).toFixed(1)} %`, sort: (row) => row.gcShare ?? 0 },
      { key: 'pid', title: 'Process', align: 'right', isWide: true, text: (row) => row.pid, sort: (row) => row.pid },
    ],
  });
  const flowTable = table({
    caption: 'Flow',
    isCaptionShown: true,
    id: (row) => row.id,
    columns: [
      { key: 'name', title: 'From, to', text: (row) => ARROW_NAMES[row.id] ?? row.id },
      { key: 'rate', title: 'Each second', align: 'right', text: (row) => rate(row.perSecond), sort: (row) => row.perSecond ?? -1 },
      { key: 'lag', title: 'Lag', align: 'right', text: (row) => bytes(row.lagBytes), sort: (row) => row.lagBytes ?? -1 },
      { key: 'p50', title: 'p50', align: 'right', text: (row) => duration(row.p50Seconds), sort: (row) => row.p50Seconds ?? -1 },
      { key: 'p99', title: 'p99', align: 'right', text: (row) => duration(row.p99Seconds), sort: (row) => row.p99Seconds ?? -1 },
    ],
  });
  const refusals = table({
    caption: 'Refused, by reason',
    isCaptionShown: true,
    id: (row) => row.reason,
    empty: 'Nothing was refused.',
    columns: [
      { key: 'reason', title: 'Reason', text: (row) => words(row.reason) },
      { key: 'rate', title: 'Each second', align: 'right', text: (row) => rate(row.perSecond), sort: (row) => row.perSecond },
      { key: 'all', title: 'In all', align: 'right', text: (row) => count(row.inAll), sort: (row) => row.inAll },
    ],
  });
  const commands = series({ title: 'Commands and packets each second', lines: ['commands', 'packets'], format: rate, least: 10 });
  const answers = series({ title: 'Request to answer', lines: ['p50', 'p99'], format: duration, least: 1e-4 });
  const lags = series({ title: 'Lag', lines: ['journal', 'market data'], format: bytes, least: 1024 });
  const times = (key, title, isWide = false) => ({ key, title, align: 'right', isWide,
    text: (row) => duration(null === row[key] ? null : row[key] / NS_PER_S), sort: (row) => row[key] ?? -1 });
  const productTimes = table({
    caption: 'Times by product',
    id: (row) => `${row.product} ${row.kind} ${row.way}`,
    empty: 'No date has a high-precision time-stamp file.',
    columns: [
      { key: 'product', title: 'Product', text: (row) => row.product },
      { key: 'kind', title: 'Kind', text: (row) => row.kind },
      { key: 'way', title: 'Way', text: (row) => row.way },
      { key: 'count', title: 'Requests', align: 'right', isWide: true, text: (row) => count(row.count), sort: (row) => row.count },
      times('averageNs', 'Average', true), times('medianNs', 'Median'), times('p90Ns', '90 %', true),
      times('p99Ns', '99 %'), times('p999Ns', '99.9 %', true),
    ],
  });
  const timesDate = el('h2', {}, 'Times by product');
  const acts = el('section', { class: 'panel', 'aria-label': 'Acts', hidden: true });
  let flow = null;
  let last = null;
  let isStopped = false;
  /** Of several partitions the one that is looked at; without it all of them together. */
  const [partition] = context.path;
  const parts = el('nav', { class: 'sections', 'aria-label': 'Partitions', hidden: true });

  async function offerActs() {
    const caller = await get('/api/v1/me');
    parts.hidden = !caller.partitions;
    replace(parts, [undefined, ...caller.partitions ?? []].map((one) => el('a', {
      href: `#/page/venue${undefined === one ? '' : `/${one}`}`,
      'aria-current': String(one) === String(partition) ? 'true' : null,
    }, undefined === one ? 'All partitions' : `Partition ${one}`)));
    if (caller.firm || caller.readOnly || (caller.partitions && undefined === partition)) {
      return;
    }
    const api = await get('/api/v1/openapi.json');
    if (!isStopped) {
      acts.hidden = false;
      replace(acts, actButtons(api, ['TWIME', 'FIX'].map((gateway) =>
        [`Activate the standby of ${gateway} …`, 'gateway-activate', { gateway }]), partition));
    }
  }

  async function showTimes() {
    const { date, items } = await get('/api/v1/timestamps/products');
    if (!isStopped) {
      setText(timesDate, null === date ? 'Times by product' : `Times by product, ${date}`);
      productTimes.set(items);
    }
  }

  function failed(error) {
    alerts.hidden = false;
    replace(alerts, el('p', { class: 'problem', role: 'alert' }, error.message));
  }

  function build() {
    flow = flowPicture(narrow.matches);
    replace(picture, flow.root);
    if (last) {
      flow.show(last);
    }
  }

  function write(view) {
    last = view;
    const problems = [...view.problems, ...view.unreadable.map((text) => `cannot be read: ${text}`)];
    setText(verdict, view.isReady ? '● ready' : '✕ not ready');
    verdict.className = view.isReady ? 'good' : 'bad';
    setText(mode, `durability ${view.durability} · ${dateTime(view.time)} UTC`);
    const known = problems.join('\n');
    if (alerts.dataset.known !== known) {
      alerts.dataset.known = known;
      alerts.hidden = 0 === problems.length;
      replace(alerts, ...problems.map((text) => el('p', { class: 'problem', role: 'alert' }, text)));
    }
    watched.hidden = null === view.alerts;
    if (view.alerts) {
      silent.hidden = null === view.alerts.problem;
      setText(silent, `The Alertmanager cannot be asked, these may be old: ${view.alerts.problem}`);
      fired.set(view.alerts.items);
    }
    const nodes = view.drivers.filter((driver) => null !== driver.role);
    const first = Math.max(...nodes.map((node) => node.commitPosition ?? 0));
    cluster.hidden = 0 === nodes.length;
    members.set(nodes.map((node) => ({ ...node,
      behindBytes: null === node.commitPosition ? null : first - node.commitPosition })));
    flow.show(view);
    flowTable.set(view.arrows);
    components.set(view.components);
    refusals.set(view.refusals.largest);
    const { totals, disk, clock, certificate, clearing } = view;
    const marked = (isAlarm, text) => isAlarm ? el('span', { class: 'bad' }, `✕ ${text}`) : text;
    replace(figures, facts([
      ['Sessions', `TWIME ${count(totals.twimeSessions)}, FIX ${count(totals.fixSessions)}`],
      ['Connections to market data', count(totals.marketDataConnections)],
      ['Live orders', count(totals.liveOrders)],
      ['Request to answer', `p50 ${duration(totals.answerP50Seconds)}, p99 ${duration(totals.answerP99Seconds)}`],
      ['Answers before market data', marked(totals.lateAnswers > 0, `+${count(totals.lateAnswers)}`)],
      ['Refused for want of capacity', marked(totals.capacityRefusals > 0, `+${count(totals.capacityRefusals)}`)],
      ['Slowest consumer', bytes(totals.consumerLagBytes)],
      ['Errors of driver and archive', marked(totals.newErrors > 0, `${count(totals.errors)}${totals.newErrors > 0 ? ` (+${count(totals.newErrors)})` : ''}`)],
      ['Datagrams lost', marked(totals.lostDatagrams > 0, `+${count(totals.lostDatagrams)}`)],
      ['Disk', marked(disk.isAlarm, `${bytes(disk.freeBytes)} free of ${bytes(disk.sizeBytes)}` +
        `${null === disk.untilFullSeconds || disk.untilFullSeconds > YEAR_S ? '' : `, full in ${duration(Math.floor(disk.untilFullSeconds))}`}`)],
      ['Clock', marked(clock.isAlarm, `${clock.state ?? 'unknown'}, wall clock ${clock.offsetSeconds >= 0 ? '+' : '−'}` +
        `${Math.abs(clock.offsetSeconds).toFixed(3)} s${clock.isEntryStopped ? ', order entry stopped' : ''}`)],
      ['Next certificate', certificate ? marked(certificate.isAlarm, `${certificate.store} ${certificate.name} until ${certificate.expiry.slice(0, 10)}`) : 'none'],
      ['Clearing', clearing ? marked(clearing.isAlarm, `${words(clearing.kind)} run ${clearing.run}, last step ` +
        `${clearing.step ? words(clearing.step) : 'none'}${clearing.haltSeconds > 0 ? `, trading halted ${duration(clearing.haltSeconds)}` : ''}`) : 'no run yet'],
    ]));
  }

  const charts = [
    [commands, (point) => [point.commandsPerSecond, point.packetsPerSecond]],
    [answers, (point) => [point.answerP50Seconds, point.answerP99Seconds]],
    [lags, (point) => [point.recordingLagBytes, point.publicationLagBytes]],
  ];
  replace(main,
    el('div', { class: 'head' }, el('h1', {}, title), verdict, mode),
    parts, alerts, watched, cluster,
    el('div', { class: 'panel' }, picture,
      el('details', {}, el('summary', {}, 'The flow as a table'), flowTable.element)),
    el('div', { class: 'panel' }, figures),
    el('div', { class: 'columns' }, charts.map(([chart]) => el('div', { class: 'panel' }, chart.element))),
    el('div', { class: 'panel' }, components.element), acts,
    el('div', { class: 'panel' }, refusals.element),
    el('div', { class: 'panel' }, timesDate, productTimes.element));
  build();
  narrow.addEventListener('change', build);
  const stopLive = live(undefined === partition ? '/api/v1/live/venue' : `/api/v1/live/venue?partition=${encodeURIComponent(partition)}`, {
    snapshot({ now, points }) {
      write(now);
      for (const [chart, values] of charts) {
        const rows = points.map(values);
        chart.set(points.map((point) => point.timeS), rows.length ? rows[0].map((_, index) => rows.map((row) => row[index])) : [[], []]);
      }
    },
    update({ now, points }) {
      write(now);
      for (const point of points) {
        charts.forEach(([chart, values]) => chart.push(point.timeS, values(point)));
      }
    },
    state: context.connection,
    failed,
  });
  offerActs().catch(failed);
  showTimes().catch(failed);
  return () => {
    isStopped = true;
    stopLive();
    narrow.removeEventListener('change', build);
    charts.forEach(([chart]) => chart.stop());
  };
}
