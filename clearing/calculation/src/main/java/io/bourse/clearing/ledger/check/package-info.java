// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The invariants that the written tables of a run must keep before anything is published, and the totals that they are
 * compared by.
 */
package io.bourse.clearing.ledger.check;
