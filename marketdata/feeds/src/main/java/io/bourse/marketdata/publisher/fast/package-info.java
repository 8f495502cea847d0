// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The SPECTRA FAST feeds: order log, trades and statistics, price levels, instruments, indices, and their replay over
 * TCP. {@link io.bourse.marketdata.publisher.fast.FastPublisher} is all of them as one feed of a publisher.
 */
package io.bourse.marketdata.publisher.fast;
