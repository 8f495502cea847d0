// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

import { el } from './dom.js';
import { color, onScheme } from './theme.js';

const HEIGHT = 150;
const DASHES = [[], [8, 4], [2, 3], [10, 4, 2, 4]];
const COLORS = ['--series-1', '--series-2', '--series-3', '--series-4'];

/**
 * Lines over time by uPlot, told apart by colour and by dashes.
 *
 * @param title of the chart.
 * @param lines names of the lines, four at most.
 * @param format of a value as text.
 * @param least value that the axis reaches up to.
 * @param lengthS how many seconds are kept.
 * @param isFromZero whether the axis begins at 0; else it has the values alone.
 * @return { element, set(times, columns), push(time, values), stop() }: times in seconds since 1970, null for no value.
 */
export function series({ title, lines, format, least = 0, lengthS = 300, isFromZero = true }) {
  const place = el('div', { class: 'series-plot' });
  const element = el('figure', { class: 'series' }, el('figcaption', {}, title), place);
  let data = [[], ...lines.map(() => [])];
  let plot = null;

  function range(self, min, max) {
    if (isFromZero) {
      return [0, Math.max(max || 0, least) * 1.1];
    }
    const margin = Math.max((max - min) / 10, Math.abs(max) / 1e4) || 1;
    return [(min ?? 0) - margin, (max ?? 0) + margin];
  }

  function options() {
    const axis = { stroke: color('--muted'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } };
    return {
      width: Math.max(200, place.clientWidth),
      height: HEIGHT,
      cursor: { y: false },
      tzDate: (timestamp) => uPlot.tzDate(new Date(timestamp * 1e3), 'Etc/UTC'),
      scales: { y: { range } },
      legend: { markers: { width: 2, dash: (self, index) => index % 2 ? 'solid' : 'dashed' } },
      axes: [{ ...axis, space: 64, values: '{HH}:{mm}:{ss}' },
        { ...axis, size: 74, values: (self, splits) => splits.map((value) => format(value)) }],
      series: [{ value: '{HH}:{mm}:{ss}' }, ...lines.map((label, index) => ({
        label,
        stroke: color(COLORS[index]),
        dash: DASHES[index],
        width: 2,
        points: { show: false },
        value: (self, value) => format(value),
      }))],
    };
  }

  function build() {
    plot?.destroy();
    plot = 0 === place.clientWidth ? null : new uPlot(options(), data, place);
  }

  const sizes = new ResizeObserver(() => {
    if (null === plot) {
      build();
    } else {
      plot.setSize({ width: Math.max(200, place.clientWidth), height: HEIGHT });
    }
  });
  sizes.observe(place);
  const endScheme = onScheme(build);
  return {
    element,
    set(times, columns) {
      data = [[...times], ...columns.map((column) => [...column])];
      plot?.setData(data);
    },
    push(time, values) {
      data[0].push(time);
      values.forEach((value, index) => data[index + 1].push(value));
      while (data[0].length > 0 && data[0][0] < time - lengthS) {
        data.forEach((column) => column.shift());
      }
      plot?.setData(data);
    },
    stop() {
      sizes.disconnect();
      endScheme();
      plot?.destroy();
    },
  };
}
