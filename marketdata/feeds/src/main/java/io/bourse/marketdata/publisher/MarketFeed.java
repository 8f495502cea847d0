// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.marketdata.market.PublicTransactionListener;

/**
 * One feed of a {@link MarketDataPublisher}. It hears of every transaction from the beginning of the event stream:
 * before {@link #goLive} it only keeps its books and counts what it would have sent, so that its numbers go on where
 * those of an earlier process ended. All calls come from the publisher's duty cycle.
 */
public interface MarketFeed extends PublicTransactionListener, AutoCloseable
{
    /**
     * Sets what is asked right before each datagram, once, before anything is sent.
     *
     * @param guard throws when the datagram must not leave.
     */
    default void guard(final Runnable guard)
    {
    }

    /**
     * History has been read: from the next transaction on packets leave. May be called between two transactions of one
     * poll.
     *
     * @param nowNs nanoseconds since the Unix epoch.
     */
    void goLive(long nowNs);

    /**
     * What has to be done beside transactions: what waits to be packed, snapshots, heartbeats, clients. Called in every
     * duty cycle once live, after the transactions of that cycle.
     *
     * @param nowNs nanoseconds since the Unix epoch.
     * @param isIdle whether this cycle had no transactions; then there is time for more.
     * @return how much was done, 0 for nothing.
     */
    int doWork(long nowNs, boolean isIdle);

    /**
     * What has to be done while another process has the right to send: its TCP servers let no client in. Called in
     * every duty cycle from the end of history on, until live.
     *
     * @param nowNs nanoseconds since the Unix epoch.
     * @return how much was done, 0 for nothing.
     */
    default int standBy(final long nowNs)
    {
        return 0;
    }

    /**
     * Up to where everything has left.
     *
     * @return cursor after the last transaction of which nothing waits here any more.
     */
    long publishedCursor();

    /**
     * Up to where an earlier process of this feed got, which is known before the event stream has been read.
     *
     * @return cursor after the last transaction that left, 0 when there was no earlier process or it is not known.
     */
    default long formerCursor()
    {
        return 0;
    }

    @Override
    void close();
}
