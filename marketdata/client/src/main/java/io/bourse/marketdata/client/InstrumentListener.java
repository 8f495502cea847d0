// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

/**
 * Hears of instruments from an {@link InstrumentReceiver}, on its duty cycle. Must not block.
 */
public interface InstrumentListener
{
    /**
     * An instrument was defined, or something of it changed: its definition, its status, its limits, its margins.
     *
     * @param instrument as it is now.
     * @param isNew true the first time.
     */
    void onInstrument(MarketInstrument instrument, boolean isNew);

    /**
     * The trading session changed.
     *
     * @param session as it is now.
     */
    default void onTradingSession(final TradingSession session)
    {
    }

    /**
     * All instruments of all feeds that the receiver listens to are known: a full cycle of each replay has been heard.
     *
     * @param directory of all instruments.
     */
    default void onComplete(final InstrumentDirectory directory)
    {
    }
}
