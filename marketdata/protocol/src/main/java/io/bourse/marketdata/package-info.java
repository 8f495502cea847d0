// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What all of market data counts with: counters and histograms that one thread writes and others read.
 */
package io.bourse.marketdata;
