// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The second opinion: positions, margin and fees again, in SQL, from the same columns; SQL over a run directory;
 * differences between runs.
 */
package io.bourse.clearing.verify;
