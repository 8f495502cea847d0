// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Reconciliation of a run (rules 5): what the tables add up to, held against the matcher, against the runs
 * before and against each other, as files that people read. Each ends in one line that says OK or BREAK.
 */
package io.bourse.clearing.reconciliation;
