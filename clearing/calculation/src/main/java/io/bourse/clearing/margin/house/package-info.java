// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The house engine (rules 2.3): scenarios of price and volatility, concentration, interest risk, netting, short
 * option minimum, expiry, offsets between groups.
 */
package io.bourse.clearing.margin.house;
