// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import io.bourse.engine.client.operator.InstrumentSpec;

import java.util.List;

/**
 * Where the requests of a day come from.
 */
public interface OrderSource extends AutoCloseable
{
    /** A source without trades. */
    long NOT_RECORDED = -1;

    /**
     * Gives the next request.
     *
     * @param action to fill in.
     * @return false at the end of the day.
     */
    boolean next(OrderAction action);

    /**
     * Instruments the requests are about, where they differ from the venue's own.
     *
     * @return definitions; empty when the venue's instruments are used.
     */
    default List<InstrumentSpec> instruments()
    {
        return List.of();
    }

    /**
     * How many new orders there will be, for progress and for the middle of the day.
     *
     * @return number of actions of kind NEW.
     */
    long newOrderCount();

    /**
     * How many trades the recording has, to be compared with what the venue makes of the same requests.
     *
     * @return number of trades, or {@link #NOT_RECORDED}.
     */
    default long recordedTrades()
    {
        return NOT_RECORDED;
    }

    /**
     * What of the input was left out and why, for the summary.
     *
     * @return one line for each rule that left something out; empty when everything is sent.
     */
    default List<String> omissions()
    {
        return List.of();
    }

    @Override
    default void close()
    {
    }
}
