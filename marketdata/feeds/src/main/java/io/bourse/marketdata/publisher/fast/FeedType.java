// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

/**
 * A feed as SecurityDefinition names it.
 *
 * @param name MDFeedType (1022).
 * @param depth MarketDepth (264), or {@link io.bourse.marketdata.fast.FastWriter#NULL}.
 */
record FeedType(String name, long depth)
{
}
