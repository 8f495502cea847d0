// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

// Elements without HTML in strings: every text is a text node.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if ('function' === typeof value) {
      element.addEventListener(name, value);
    } else if (true === value) {
      element.setAttribute(name, '');
    } else if (false !== value && null !== value && undefined !== value) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat().filter((child) => null !== child && undefined !== child && false !== child)
    .map((child) => child instanceof Node ? child : String(child)));
  return element;
}

/** An HTML element; a function among the attributes is a listener of the event of that name. */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Puts these in the place of all children. */
export function replace(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => null !== child && undefined !== child && false !== child)
    .map((child) => child instanceof Node ? child : String(child)));
  return element;
}

/** Sets a text if it is another one. */
export function setText(element, text) {
  const wanted = String(text);
  if (element.textContent !== wanted) {
    element.textContent = wanted;
  }
}

/** Terms and their values; a row is [term, value], text or an element as value, and true for a whole line. */
export function facts(rows) {
  return el('dl', { class: 'facts' }, rows.filter((row) => row).map(([term, value, isWide]) =>
    el('div', { class: isWide ? 'whole' : null }, el('dt', {}, term), el('dd', {}, value))));
}

/** Calls draw at most once for each frame that the browser shows. */
export function onFrame(draw) {
  let handle = 0;
  const schedule = () => {
    if (0 === handle) {
      handle = requestAnimationFrame(() => {
        handle = 0;
        draw();
      });
    }
  };
  schedule.cancel = () => cancelAnimationFrame(handle);
  return schedule;
}
