// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

/**
 * Is called when the value of a price index is to be published: when it has changed, at most once per
 * interval, and at the close. Called on the thread that feeds the index, at the end of a transaction and before any
 * subscriber sees it; for history too, when what was published then is counted only.
 */
@FunctionalInterface
public interface IndexListener
{
    /** Does nothing. */
    IndexListener NONE = (index, engineTimeNs, isClose) ->
    {
    };

    /**
     * A value is to be published.
     *
     * @param index with all its values; valid during the call, later it has moved on.
     * @param engineTimeNs engine time of the transaction that made the value, nanoseconds since the Unix epoch.
     * @param isClose whether this is the closing value of the session.
     */
    void onIndexValue(PriceIndex index, long engineTimeNs, boolean isClose);
}
