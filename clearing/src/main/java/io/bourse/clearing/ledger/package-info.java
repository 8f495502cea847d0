// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What clearing works out: prices of the run, positions with variation margin and fees, double-entry postings, money,
 * and the checks that all of it must pass before anything is published.
 */
package io.bourse.clearing.ledger;
