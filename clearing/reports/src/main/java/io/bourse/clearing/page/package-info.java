// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Pages for people: one HTML file with everything in it, the house's look on the screen and on paper. Knows nothing of
 * what the pages tell.
 */
package io.bourse.clearing.page;
