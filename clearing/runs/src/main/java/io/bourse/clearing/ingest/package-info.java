// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What clearing reads: one pass over the event stream up to the cut of a run, kept as tables and flat columns. Nothing
 * in here calculates money.
 */
package io.bourse.clearing.ingest;
