// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.marketdata.market.PublicInstrument;

/**
 * An instrument of an instrument feed, and what the feed has to remember of it.
 */
final class InstrumentEntry
{
    final PublicInstrument instrument;
    long settlementAtOpenE5;

    InstrumentEntry(final PublicInstrument instrument)
    {
        this.instrument = instrument;
        onSessionOpened();
    }

    /** The last settlement price is what the session begins with. */
    void onSessionOpened()
    {
        settlementAtOpenE5 = instrument.settlementPriceE5();
    }

}
