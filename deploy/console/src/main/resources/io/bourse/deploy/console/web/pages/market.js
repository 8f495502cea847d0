// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// All instruments, and the one that is chosen: book, depth, trades, candles, auction.

import { el, facts, onFrame, replace, setText } from '../kit/dom.js';
import { count, date, dateTime, money, NONE, price, time, words } from '../kit/format.js';
import { live } from '../kit/live.js';
import { filterField, table } from '../kit/table.js';
import { canvas, color, onScheme } from '../kit/theme.js';
import { CandlestickSeries, createChart, HistogramSeries } from '../vendor/lightweight-charts-5.2.1.js';

export const title = 'Market';

const TAPE = 100;
const LEVELS = 20;
const MANY_CANDLES = 60;

/** A sign, a word and a class for each phase: never the colour alone. */
const PHASES = {
  CLOSED: ['○', 'closed', 'muted'],
  PRE_OPEN: ['◔', 'pre-open', 'muted'],
  OPENING_AUCTION: ['◆', 'opening auction', 'warn'],
  CONTINUOUS: ['●', 'trading', 'good'],
  INTRADAY_AUCTION: ['◆', 'intraday auction', 'warn'],
  VOLATILITY_AUCTION: ['◆', 'volatility auction', 'warn'],
  CLOSING_AUCTION: ['◆', 'closing auction', 'warn'],
  POST_TRADE: ['◕', 'post-trade', 'muted'],
  HALTED: ['■', 'halted', 'bad'],
};

/** While a clearing run has the session, or it is over, the phase of an instrument is not what holds. */
function phaseOf({ phase, session }) {
  return 'OPEN' === session || 'CLOSED' === phase ? PHASES[phase] ?? ['?', words(phase), ''] : ['○', words(session), 'muted'];
}

function phaseText(row) {
  const [sign, word] = phaseOf(row);
  return `${sign} ${word}`;
}

const phaseClass = (row) => phaseOf(row)[2];

function changeText(change) {
  if (null === change || undefined === change) {
    return NONE;
  }
  const text = price(change.replace('-', ''));
  return 0 === Number(change) ? '± 0' : change.startsWith('-') ? `▼ ${text}` : `▲ ${text}`;
}

function changeClass(change) {
  return !change || 0 === Number(change) ? '' : change.startsWith('-') ? 'sell' : 'buy';
}

const number = (text) => null === text || undefined === text ? -Infinity : Number(text);

const COLUMNS = [
  { key: 'symbol', title: 'Instrument', text: (row) => row.symbol },
  { key: 'phase', title: 'Phase', text: phaseText, className: phaseClass,
    render: (row) => el('span', {}, `${phaseText(row).charAt(0)} `, el('span', { class: 'narrow-hidden' }, phaseText(row).slice(2))) },
  { key: 'last', title: 'Last', align: 'right', text: (row) => price(row.last), sort: (row) => number(row.last) },
  { key: 'change', title: 'Change', align: 'right', isWide: true, text: (row) => changeText(row.change),
    sort: (row) => number(row.change), className: (row) => changeClass(row.change) },
  { key: 'bidLots', title: 'Bid lots', align: 'right', isWide: true, text: (row) => count(row.bidLots),
    sort: (row) => number(row.bidLots) },
  { key: 'bid', title: 'Bid', align: 'right', text: (row) => price(row.bid), sort: (row) => number(row.bid),
    className: () => 'buy' },
  { key: 'ask', title: 'Offer', align: 'right', text: (row) => price(row.ask), sort: (row) => number(row.ask),
    className: () => 'sell' },
  { key: 'askLots', title: 'Offer lots', align: 'right', isWide: true, text: (row) => count(row.askLots),
    sort: (row) => number(row.askLots) },
  { key: 'volume', title: 'Volume', align: 'right', isWide: true, text: (row) => count(row.volumeLots),
    sort: (row) => row.volumeLots },
  { key: 'trades', title: 'Trades', align: 'right', isWide: true, text: (row) => count(row.trades),
    sort: (row) => row.trades },
  { key: 'kind', title: 'Kind', isWide: true, text: (row) => words(row.kind) },
  { key: 'underlying', title: 'Underlying', isWide: true, text: (row) => row.underlying || NONE },
];

/** A price with two decimals more than the tick has. */
function rounded(text, tick) {
  const decimals = (String(tick).split('.')[1] ?? '').length + 2;
  return null === text ? NONE : price(Number(text).toFixed(decimals));
}

/** Why what is shown does not move; nothing when it does. */
function problemOf(status, what) {
  return {
    CONNECTING: `${what} was not found yet; it is looked for each second.`,
    READING: 'What has happened before is being read.',
    LOST: `${what} does not run, or does not answer: all is as it was at ${dateTime(status.time)} UTC. ` +
      `${status.reason ?? ''}`,
  }[status.state];
}

/** What is said of the market as a whole. */
function statusLine() {
  const session = el('span', { class: 'muted' });
  const problem = el('p', { class: 'problem', role: 'alert', hidden: true });
  return {
    session,
    problem,
    /** Of several partitions each says why it is not live. */
    show(status, partitions) {
      setText(session, `session ${status.sessionId ?? NONE} of ${date(status.tradingDate)}, ${words(status.session)}` +
        ` · last transaction ${dateTime(status.time)} UTC`);
      const text = partitions ? partitions.map(({ partition, status: own }) => [partition, problemOf(own, 'it')])
        .filter(([, own]) => own).map(([partition, own]) => `✕ Partition ${partition}: ${own}`).join(' ') : problemOf(status, 'The venue');
      problem.hidden = !text;
      setText(problem, text ?? '');
    },
  };
}

function cumulated(levels) {
  let sum = 0;
  return levels.map((level) => {
    sum += level.lots;
    return sum;
  });
}

/** Whether there is nothing to draw; then it says so. */
function isEmpty(context, width, height, bids, asks) {
  const isNothing = 0 === bids.length + asks.length;
  if (isNothing) {
    context.font = `13px ${getComputedStyle(document.body).fontFamily}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = color('--muted');
    context.fillText('No orders in the book.', width / 2, height / 2);
  }
  return isNothing;
}

/** The ladder: offers above, bids below, best prices in the middle. */
function drawLadder(context, width, height, bids, asks) {
  if (isEmpty(context, width, height, bids, asks)) {
    return;
  }
  const rowHeight = height / 2 / LEVELS;
  const middle = Math.round(height / 2);
  const most = Math.max(1, ...bids.map((level) => level.lots), ...asks.map((level) => level.lots));
  context.font = `13px ${getComputedStyle(document.body).fontFamily}`;
  context.textBaseline = 'middle';
  const priceX = Math.round(width / 2);
  const barWidth = Math.max(10, width / 2 - 60 - 30);
  const side = (levels, isBid) => levels.forEach((level, index) => {
    const y = isBid ? middle + index * rowHeight : middle - (index + 1) * rowHeight;
    const bar = Math.max(1, barWidth * level.lots / most);
    context.fillStyle = color(isBid ? '--buy-soft' : '--sell-soft');
    context.fillRect(isBid ? priceX - 60 - bar : priceX + 60, y + 1, bar, rowHeight - 2);
    context.fillStyle = color('--text');
    context.textAlign = isBid ? 'right' : 'left';
    context.fillText(count(level.lots), isBid ? priceX - 66 : priceX + 66, y + rowHeight / 2);
    context.fillStyle = color('--muted');
    context.textAlign = isBid ? 'left' : 'right';
    context.fillText(`${level.orders}`, isBid ? 4 : width - 4, y + rowHeight / 2);
    context.fillStyle = color(isBid ? '--buy' : '--sell');
    context.textAlign = 'center';
    context.fillText(price(level.price), priceX, y + rowHeight / 2);
  });
  side(bids, true);
  side(asks, false);
  context.strokeStyle = color('--muted');
  context.beginPath();
  context.moveTo(0, middle + .5);
  context.lineTo(width, middle + .5);
  context.stroke();
}

/** Lots up to each price, bids on the left. */
function drawDepth(context, width, height, bids, asks) {
  if (isEmpty(context, width, height, bids, asks)) {
    return;
  }
  const best = [bids[0], asks[0]].filter((level) => level).map((level) => Number(level.price));
  const middle = best.reduce((sum, value) => sum + value, 0) / best.length;
  // As far from the middle as nine tenths of the lots of each side are: a few far ones would press all others together.
  const reach = Math.max(...[bids, asks].filter((levels) => levels.length).map((levels) => {
    const sums = cumulated(levels);
    return Math.abs(Number(levels[sums.findIndex((sum) => sum >= .9 * sums.at(-1))].price) - middle);
  })) * 1.2 || 1;
  const [low, high] = [middle - reach, middle + reach];
  const most = Math.max(1, ...cumulated(bids), ...cumulated(asks));
  const foot = 18;
  const x = (value) => 4 + (width - 8) * Math.max(0, Math.min(1, (value - low) / (high - low)));
  const y = (lots) => (height - foot) * (1 - lots / most) + 2;
  const side = (levels, isBid) => {
    if (0 === levels.length) {
      return;
    }
    const sums = cumulated(levels);
    context.beginPath();
    context.moveTo(x(Number(levels[0].price)), height - foot);
    levels.forEach((level, index) => {
      context.lineTo(x(Number(level.price)), y(0 === index ? 0 : sums[index - 1]));
      context.lineTo(x(Number(level.price)), y(sums[index]));
    });
    context.lineTo(isBid ? 4 : width - 4, y(sums.at(-1)));
    context.lineTo(isBid ? 4 : width - 4, height - foot);
    context.closePath();
    context.fillStyle = color(isBid ? '--buy-soft' : '--sell-soft');
    context.fill();
    context.strokeStyle = color(isBid ? '--buy' : '--sell');
    context.setLineDash(isBid ? [] : [5, 3]);
    context.lineWidth = 2;
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = color(isBid ? '--buy' : '--sell');
    context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
    context.textAlign = isBid ? 'left' : 'right';
    context.textBaseline = 'bottom';
    context.fillText(isBid ? `${count(sums.at(-1))} lots bid down to ${price(levels.at(-1).price)}` :
      `${count(sums.at(-1))} offered up to ${price(levels.at(-1).price)}`, isBid ? 4 : width - 4, height - 2);
  };
  side(bids, true);
  side(asks, false);
}

function tape() {
  return table({
    caption: 'Last trades',
    isCaptionShown: true,
    empty: 'No trades yet.',
    id: (trade) => trade.id,
    sort: { key: 'time', isDescending: true },
    columns: [
      { key: 'time', title: 'Time', text: (trade) => time(trade.time), sort: (trade) => `${trade.timeNs}${trade.id.padStart(20, '0')}` },
      { key: 'price', title: 'Price', align: 'right', text: (trade) => price(trade.price), sort: (trade) => Number(trade.price) },
      { key: 'lots', title: 'Lots', align: 'right', text: (trade) => count(trade.lots), sort: (trade) => trade.lots },
      { key: 'side', title: 'By', text: (trade) => trade.isBroken ? '✕ broken' : 'BUY' === trade.side ? '▲ buyer' :
        'SELL' === trade.side ? '▼ seller' : words(trade.kind),
      className: (trade) => trade.isBroken ? 'bad' : 'BUY' === trade.side ? 'buy' : 'SELL' === trade.side ? 'sell' : '' },
    ],
  });
}

function candleChart(place) {
  // The logo would bring a style of its own, which the policy of the pages forbids; the page names the library in words.
  const chart = createChart(place, { autoSize: true, layout: { attributionLogo: false } });
  const candles = chart.addSeries(CandlestickSeries, {});
  const volume = chart.addSeries(HistogramSeries, { priceScaleId: 'volume', priceFormat: { type: 'volume' },
    lastValueVisible: false, priceLineVisible: false });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: .8, bottom: 0 } });
  function paint() {
    chart.applyOptions({
      layout: { background: { color: color('--panel') }, textColor: color('--muted'), attributionLogo: false },
      grid: { vertLines: { color: color('--line') }, horzLines: { color: color('--line') } },
      timeScale: { timeVisible: true, secondsVisible: false, rightOffset: 2, borderColor: color('--line') },
      rightPriceScale: { borderColor: color('--line') },
    });
    // Filled or hollow says the direction, besides the colour.
    candles.applyOptions({ upColor: color('--panel'), borderUpColor: color('--buy'), wickUpColor: color('--buy'),
      downColor: color('--sell'), borderDownColor: color('--sell'), wickDownColor: color('--sell') });
    volume.applyOptions({ color: color('--line') });
  }
  paint();
  const bar = (candle) => ({ time: candle.timeS, open: Number(candle.open), high: Number(candle.high),
    low: Number(candle.low), close: Number(candle.close) });
  const bars = (candle) => ({ time: candle.timeS, value: candle.volumeLots });
  return {
    paint,
    tick(text) {
      const decimals = (String(text).split('.')[1] ?? '').length;
      candles.applyOptions({ priceFormat: { type: 'price', precision: decimals, minMove: 1 / 10 ** decimals } });
    },
    set(list) {
      candles.setData(list.map(bar));
      volume.setData(list.map(bars));
      if (list.length > MANY_CANDLES) {
        chart.timeScale().fitContent();
      }
    },
    update(list) {
      for (const candle of list) {
        candles.update(bar(candle));
        volume.update(bars(candle));
      }
    },
    remove: () => chart.remove(),
  };
}

/** The panels of one instrument. */
function instrumentView(id) {
  const heading = el('h2', {}, `Instrument ${id}`);
  const phase = el('span', {});
  const status = statusLine();
  const day = el('div', {});
  const auction = el('p', { hidden: true, role: 'status' });
  const ladderText = el('p', { class: 'hidden-text' });
  const ladderCanvas = el('canvas', { role: 'img', 'aria-label': 'Ladder of the 20 best prices' });
  const depthCanvas = el('canvas', { role: 'img', 'aria-label': 'Lots up to each price' });
  const levels = el('tbody', {});
  const levelTable = el('details', {}, el('summary', {}, 'Ladder as a table'),
    el('div', { class: 'ladder-table', tabindex: '0', role: 'region', 'aria-label': 'Ladder' },
      el('table', { class: 'levels' }, el('thead', {}, el('tr', {}, ['Side', 'Price', 'Lots', 'Orders'].map((name) =>
        el('th', { scope: 'col' }, name)))), levels)));
  const trades = tape();
  const candlePlace = el('div', { class: 'candles', role: 'img', 'aria-label': 'Candles of one minute' });
  const element = el('section', { class: 'instrument', 'aria-label': 'Instrument' },
    el('div', { class: 'panel' },
      el('div', { class: 'head' }, heading, phase, el('a', { class: 'back', href: '#/page/market' }, 'All instruments')),
      status.problem, auction, day),
    el('div', { class: 'market-books' },
      el('div', { class: 'panel ladder' }, el('h3', {}, 'Book'), ladderText, ladderCanvas, levelTable),
      el('div', { class: 'panel tape' }, trades.element)),
    el('div', { class: 'panel depth' }, el('h3', {}, 'Depth'), depthCanvas),
    el('div', { class: 'panel' }, el('h3', {}, 'Minutes of the session, UTC'), candlePlace,
      el('small', {}, 'Charts by ', el('a', { href: 'https://www.tradingview.com/', rel: 'noopener noreferrer' },
        'TradingView Lightweight Charts™'))));

  let view = null;
  let chart = null;
  let known = [];
  const ladder = canvas(ladderCanvas, (ctx, width, height) => view && drawLadder(ctx, width, height, view.bids, view.asks));
  const depth = canvas(depthCanvas, (ctx, width, height) => view && drawDepth(ctx, width, height, view.bids, view.asks));
  const endScheme = onScheme(() => chart?.paint());

  function writeLevels() {
    if (levelTable.open) {
      const row = (side, level) => el('tr', {}, el('td', {}, side), el('td', {}, price(level.price)),
        el('td', {}, count(level.lots)), el('td', {}, count(level.orders)));
      replace(levels, ...[...view.asks].reverse().map((level) => row('offer', level)),
        ...view.bids.map((level) => row('bid', level)));
    }
  }

  const draw = onFrame(() => {
    if (null === view) {
      return;
    }
    const row = view.instrument;
    setText(heading, row.symbol);
    const shown = { ...row, session: view.status.session };
    setText(phase, `${phaseText(shown)}${row.phaseEnd ? ` until ${time(row.phaseEnd, 0)}` : ''}`);
    phase.className = phaseClass(shown);
    const today = view.day;
    replace(day, facts([
      ['Last', el('span', {}, price(row.last), ' ', el('span', { class: changeClass(row.change) }, changeText(row.change)))],
      ['Best bid', el('span', { class: 'buy' }, null === row.bid ? NONE : `${price(row.bid)} × ${count(row.bidLots)}`)],
      ['Best offer', el('span', { class: 'sell' }, null === row.ask ? NONE : `${price(row.ask)} × ${count(row.askLots)}`)],
      ['Volume', `${count(row.volumeLots)} lots, ${count(row.trades)} trades`],
      ['Open, high, low', `${price(today.open)}, ${price(today.high)}, ${price(today.low)}`],
      ['Average', rounded(today.average, today.tick)],
      ['Turnover', `${money(today.turnoverKopecks)} RUB`],
      ['Off the book', `${count(today.offBookLots)} lots`],
      ['Open interest', null === today.openInterestLots ? NONE : `${count(today.openInterestLots)} lots`],
      ['Settlement', price(today.settlement)],
      ['Limits', `${price(today.lowLimit)} to ${price(today.highLimit)}`],
      ['Tick', price(today.tick)],
      ['Margin long, short', `${money(today.longMarginKopecks)}, ${money(today.shortMarginKopecks)} RUB`],
      ['Last day', date(row.maturityDate)],
    ]));
    const { indicativePrice, indicativeLots, imbalanceLots, uncrossedPhase, uncrossedPrice, uncrossedLots } = view.auction;
    const isAuction = 'AUCTION' === String(row.phase).slice(-7) || 'PRE_OPEN' === row.phase;
    auction.hidden = !isAuction && !uncrossedPhase;
    auction.className = isAuction ? 'warn' : 'muted';
    setText(auction, isAuction ?
      `◆ The auction would trade ${count(indicativeLots)} lots${indicativePrice ? ` at ${price(indicativePrice)}` : ''}; left ` +
        `${0 === imbalanceLots ? 'nothing' : `${count(Math.abs(imbalanceLots))} lots to ${imbalanceLots > 0 ? 'buy' : 'sell'}`}.` :
      `Last ${words(uncrossedPhase)}: ${count(uncrossedLots)} lots${uncrossedPrice ? ` at ${price(uncrossedPrice)}` : ''}.`);
    setText(ladderText, `Best bid ${price(row.bid)}, best offer ${price(row.ask)}.`);
    writeLevels();
    ladder.draw();
    depth.draw();
  });
  levelTable.addEventListener('toggle', draw);

  function take(data) {
    view = { ...data };
    status.show(data.status);
    draw();
  }

  const stopLive = live(`/api/v1/live/instruments/${encodeURIComponent(id)}`, {
    snapshot(data) {
      if (null === data) {
        return;
      }
      take(data);
      known = data.trades;
      trades.set(known);
      chart ??= candleChart(candlePlace);
      chart.tick(data.day.tick);
      chart.set(data.candles);
    },
    update(data) {
      take(data);
      known = [...new Map([...known, ...data.trades].map((trade) => [trade.id, trade])).values()].slice(-TAPE);
      if (data.trades.length > 0) {
        trades.set(known);
      }
      chart?.update(data.candles);
    },
    failed(error) {
      status.problem.hidden = false;
      setText(status.problem, error.message);
    },
  });
  return {
    element,
    stop() {
      stopLive();
      draw.cancel();
      ladder.stop();
      depth.stop();
      endScheme();
      chart?.remove();
    },
  };
}

export function show(main, context) {
  const status = statusLine();
  const list = table({
    caption: 'Instruments',
    columns: COLUMNS,
    id: (row) => row.id,
    href: (row) => `#/page/market/${row.id}`,
    sort: { key: 'symbol', isDescending: false },
    empty: 'No instrument has this in its row.',
  });
  const size = el('span', { class: 'muted', role: 'status' });
  const place = el('div', { class: 'market' },
    el('div', { class: 'panel list' }, el('div', { class: 'head' }, filterField('Filter', list, context), size), list.element));
  let view = null;
  let chosen = null;
  const known = new Map();

  /** Which partition has it is known when its row is. */
  function mark() {
    list.select(chosen, known.get(Number(chosen))?.partition);
  }

  function path([id = null]) {
    view?.stop();
    view?.element.remove();
    view = null === id ? null : instrumentView(id);
    place.classList.toggle('open', null !== id);
    if (view) {
      place.append(view.element);
    }
    chosen = id;
    mark();
  }

  replace(main, el('div', { class: 'head' }, el('h1', {}, title), status.session), status.problem, place);
  path(context.path);
  context.shortcut('j', 'go to the list of instruments', () => list.focusRow());
  context.shortcut('u', 'up: all instruments', () => {
    location.hash = '#/page/market';
  });
  let sessions = null;
  /** All rows change with the session, which each partition has for itself. */
  const take = (data) => {
    status.show(data.status, data.partitions);
    data.instruments.forEach((row) => known.set(row.id, row));
    const of = Object.fromEntries((data.partitions ?? [{ status: data.status }])
      .map(({ partition, status: own }) => [partition, own.session]));
    const text = JSON.stringify(of);
    const rows = sessions === text ? data.instruments : [...known.values()];
    sessions = text;
    return rows.map((row) => ({ ...row, session: of[row.partition] }));
  };
  const stopLive = live('/api/v1/live/instruments', {
    snapshot(data) {
      known.clear();
      sessions = null;
      list.set(take(data));
      mark();
      setText(size, `${count(data.instruments.length)} instruments`);
    },
    update(data) {
      list.upsert(take(data));
    },
    state: context.connection,
  });
  return {
    path,
    stop() {
      stopLive();
      view?.stop();
    },
  };
}
