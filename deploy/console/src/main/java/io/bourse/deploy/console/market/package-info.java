// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What the public knows of the market, for the console: instruments, books, trades, candles and auctions.
 */
package io.bourse.deploy.console.market;
