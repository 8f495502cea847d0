// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The second opinion: positions, margin and fees again, in SQL, from the same columns; proof of a run from its files
 * and from the recording; SQL over a run directory; differences between runs. The second opinion shares nothing with
 * the calculation but the tables; only the replay of a day calls it.
 */
package io.bourse.clearing.verify;
