// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The arithmetic of a run over the tables of the day: legs sorted and merged with carried positions, variation margin,
 * fees. Sees neither stream nor run directory; the same input gives the same rows with any number of threads.
 */
package io.bourse.clearing.calculation;
