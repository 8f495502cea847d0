// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Proof of a run from its files and from the recording. The replay of a day alone calls the calculation.
 */
package io.bourse.clearing.proof;
