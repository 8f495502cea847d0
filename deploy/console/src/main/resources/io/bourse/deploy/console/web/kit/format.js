// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// Numbers and times as texts. What is not known is a dash. Times are UTC.

export const NONE = '–';
const GROUP = '\u202f';

function isKnown(value) {
  return null !== value && undefined !== value && '' !== value;
}

/** A whole number, its digits in groups of three. */
export function count(value) {
  return isKnown(value) ? String(Math.round(Number(value))).replace(/\B(?=(\d{3})+(?!\d))/g, GROUP) : NONE;
}

/** A decimal string as the API has it, its whole part in groups of three. */
export function price(text) {
  if (!isKnown(text)) {
    return NONE;
  }
  const [whole, fraction] = String(text).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, GROUP);
  return fraction ? `${grouped}.${fraction}` : grouped;
}

/** Roubles of kopecks; digits beyond 2^53 are kept when the API sends a string. */
export function money(kopecks) {
  if (!isKnown(kopecks)) {
    return NONE;
  }
  const amount = BigInt(kopecks);
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
  return `${amount < 0n ? '−' : ''}${price(`${digits.slice(0, -2)}.${digits.slice(-2)}`)}`;
}

/** A rate for a second: whole when it is large. */
export function rate(value) {
  return !isKnown(value) ? NONE : value >= 100 || 0 === value ? count(value) : value.toFixed(1);
}

/** How long: ns, µs, ms, s, min, h or d. */
export function duration(seconds) {
  if (!isKnown(seconds)) {
    return NONE;
  }
  const units = [[1e-6, 1e9, 'ns'], [1e-3, 1e6, 'µs'], [1, 1e3, 'ms'], [120, 1, 's'], [7200, 1 / 60, 'min'],
    [172800, 1 / 3600, 'h'], [Infinity, 1 / 86400, 'd']];
  const [, factor, unit] = 0 === seconds ? units[3] : units.find(([below]) => Math.abs(seconds) < below);
  const value = seconds * factor;
  return `${value >= 100 || Number.isInteger(value) ? Math.floor(value) : value.toPrecision(2)}${GROUP}${unit}`;
}

/** Bytes with a binary unit. */
export function bytes(value) {
  if (!isKnown(value)) {
    return NONE;
  }
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  let rest = Number(value);
  let unit = 0;
  while (rest >= 1024 && unit < units.length - 1) {
    rest /= 1024;
    unit += 1;
  }
  return `${0 === unit || rest >= 100 ? Math.round(rest) : rest.toFixed(1)}${GROUP}${units[unit]}`;
}

/** Time of day of an ISO-8601 text, to the millisecond or with all its digits. */
export function time(iso, digits = 3) {
  if (!isKnown(iso)) {
    return NONE;
  }
  const match = /T(\d\d:\d\d:\d\d)(?:\.(\d+))?/.exec(iso);
  return match ? `${match[1]}${digits > 0 ? `.${(match[2] ?? '').padEnd(digits, '0').slice(0, digits)}` : ''}` : iso;
}

/** Date and time of an ISO-8601 text, to the second. */
export function dateTime(iso) {
  return isKnown(iso) ? `${iso.slice(0, 10)} ${time(iso, 0)}` : NONE;
}

/** YYYYMMDD as a date. */
export function date(number) {
  const text = String(number ?? '');
  return 8 === text.length ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : NONE;
}

/** CONSTANT_NAME as words. */
export function words(name) {
  return isKnown(name) ? String(name).toLowerCase().replaceAll('_', ' ') : NONE;
}
