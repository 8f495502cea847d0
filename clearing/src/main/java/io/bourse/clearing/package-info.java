// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Clearing: intraday and evening services that follow the event stream to a cut, revalue, charge fees, check that
 * everything sums to zero, publish back to the engine and write signed reports. {@code run} holds the services,
 * {@code ingest} what they read, {@code model} the arithmetic, {@code ledger} positions, postings and checks,
 * {@code report} the files and {@code crypto} keys and signatures.
 */
package io.bourse.clearing;
