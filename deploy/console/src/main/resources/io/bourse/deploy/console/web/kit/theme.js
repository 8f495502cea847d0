// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/** A colour of app.css, such as "--buy", in the present scheme. */
export function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Calls when the scheme is another one; returns a function that ends it. */
export function onScheme(changed) {
  const query = matchMedia('(prefers-color-scheme: dark)');
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Calls with (context, width, height) whenever a canvas has to be drawn; returns { draw, stop }. */
export function canvas(element, paint) {
  function draw() {
    const { clientWidth: width, clientHeight: height } = element;
    if (0 === width || 0 === height) {
      return;
    }
    const ratio = devicePixelRatio;
    const pixels = [Math.round(width * ratio), Math.round(height * ratio)];
    if (element.width !== pixels[0] || element.height !== pixels[1]) {
      [element.width, element.height] = pixels;
    }
    const context = element.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    paint(context, width, height);
  }
  const sizes = new ResizeObserver(draw);
  sizes.observe(element);
  const endScheme = onScheme(draw);
  return {
    draw,
    stop() {
      sizes.disconnect();
      endScheme();
    },
  };
}
