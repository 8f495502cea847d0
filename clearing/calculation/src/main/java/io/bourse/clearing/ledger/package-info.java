// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a run books: double-entry postings, payments and money, streamed into tables from the rows of the calculation.
 */
package io.bourse.clearing.ledger;
