// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Margin of all registers and levels of a run, and the limits that the matcher checks with (rules 1.2, 2.3): from the
 * positions that a run has written and the orders that are live at its cut. Knows tables and methods of margin, neither
 * engine nor runs.
 */
package io.bourse.clearing.requirement;
