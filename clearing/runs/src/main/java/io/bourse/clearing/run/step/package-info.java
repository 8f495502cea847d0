// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The steps of a run, each from files to files: opening, prices, figures, funds, margin, calls, deliveries, defaults,
 * checks.
 */
package io.bourse.clearing.run.step;
