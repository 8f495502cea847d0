// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a run books: double-entry postings and money, streamed into tables from the rows of the calculation, and the
 * invariants that the written tables must keep before anything is published.
 */
package io.bourse.clearing.ledger;
