// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a run values instruments at: settlement prices with their fallbacks and overrides, price limits, risk
 * ranges (rules 1.5).
 */
package io.bourse.clearing.price;
