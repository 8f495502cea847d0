// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Books aggregated by price, a chosen number of levels deep, beside those that a SIMBA receiver keeps order by order.
 */
package io.bourse.marketdata.client.levels;
