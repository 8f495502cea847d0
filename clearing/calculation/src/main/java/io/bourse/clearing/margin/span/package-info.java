// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * SPAN (rules 2.2): risk arrays, scan risk, composite deltas, calendar and delivery charges, credits between
 * combined commodities, short option minimum.
 */
package io.bourse.clearing.margin.span;
