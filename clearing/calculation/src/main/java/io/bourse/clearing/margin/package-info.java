// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Initial margin of a portfolio (rules 2): scenarios, SPAN, the house engine. Knows no accounts, no tables and
 * no runs.
 */
package io.bourse.clearing.margin;
