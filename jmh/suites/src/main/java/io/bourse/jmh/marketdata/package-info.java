// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What the feeds of a venue cost and how early they are: market data before answers, bandwidth, packing, and how much
 * one publisher carries.
 */
package io.bourse.jmh.marketdata;
