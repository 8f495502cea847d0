// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

import { facts } from './dom.js';
import { count, dateTime, NONE, price } from './format.js';

/** From the closing value of the session before to the last value. */
function change(row) {
  if (null === row.value || null === row.previousClose) {
    return NONE;
  }
  const part = Number(row.value) / Number(row.previousClose) - 1;
  return `${part < 0 ? '▼ −' : part > 0 ? '▲ +' : ''}${(100 * Math.abs(part)).toFixed(2)} %`;
}

/** What a price index says, in words and numbers. */
export function indexFacts(row) {
  return facts([
    [`Value, ${row.currency}`, price(row.value)], ['Change', change(row)],
    ['Open', price(row.open)], ['High', price(row.high)], ['Low', price(row.low)], ['Close', price(row.close)],
    ['Previous close', price(row.previousClose)], ['Instruments', count(row.members)],
    ['As of (UTC)', dateTime(row.valueTime)],
  ]);
}
