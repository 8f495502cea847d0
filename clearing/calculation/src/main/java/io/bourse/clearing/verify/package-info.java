// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The second opinion: positions, margin and fees again, in SQL, from the same columns; differences between runs. It
 * shares nothing with the calculation but the tables.
 */
package io.bourse.clearing.verify;
