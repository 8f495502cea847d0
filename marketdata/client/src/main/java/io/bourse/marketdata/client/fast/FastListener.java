// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

/**
 * Gets what a receiver decodes. All calls come from {@link FastReceiver#doWork()}.
 */
public interface FastListener
{
    /**
     * An incremental message has been applied.
     *
     * @param message decoded; valid during the call.
     */
    default void onMessage(final FastMessage message)
    {
    }

    /**
     * The books are right from now on.
     *
     * @param msgSeqNum number of the last message they hold.
     */
    default void onJoined(final long msgSeqNum)
    {
    }

    /**
     * A message is missing on both lines: books are stale until {@link #onJoined}, whether TCP brings it or snapshots
     * replace it.
     *
     * @param firstMissing its number.
     */
    default void onGap(final long firstMissing)
    {
    }
}
