// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.monitor;

import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.IngestedInstrument;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.VariationMargin;

/**
 * The last price of each instrument: of a trade since the last run, else its settlement price.
 */
final class MarketPrices
{
    private final IngestedInstrument[] instruments;
    private final long[] pointValueE5;
    private final long[] unitKopecks;

    MarketPrices(final IngestedDay day, final MarketPrices before)
    {
        final int size = day.instruments().size();
        instruments = new IngestedInstrument[size];
        pointValueE5 = new long[size];
        unitKopecks = new long[size];
        for (int i = 0; i < size; i++)
        {
            instruments[i] = day.instruments().byOrdinal(i);
            pointValueE5[i] =
                VariationMargin.pointValueE5(instruments[i].tickValueE5(), instruments[i].priceTickE5());
            unitKopecks[i] = null != before && i < before.unitKopecks.length ?
                before.unitKopecks[i] : unit(i, instruments[i].lastSettlementE5());
        }
    }

    /** Whether there are positions: those of a strategy are in its legs. */
    boolean isHeld(final int instrument)
    {
        return ContractStyle.STRATEGY != instruments[instrument].terms().style();
    }

    /** A premium is paid once and gone; what the option is worth counts in margin. */
    boolean isPremium(final int instrument)
    {
        return ContractStyle.PREMIUM_OPTION == instruments[instrument].terms().style();
    }

    /** Value of one lot at a price. Securities have no variation margin: they are paid for when they are delivered. */
    long unit(final int instrument, final long priceE5)
    {
        return ContractStyle.SPOT == instruments[instrument].terms().style() ?
            0 : VariationMargin.unit(priceE5, pointValueE5[instrument]);
    }

    void onTrade(final int instrument, final long priceE5)
    {
        unitKopecks[instrument] = unit(instrument, priceE5);
    }

    /** Value of a position now, one lot. */
    long now(final int instrument)
    {
        return isPremium(instrument) ? 0 : unitKopecks[instrument];
    }

    /** Value of a position at the last run, one lot. */
    long atRun(final int instrument)
    {
        return isPremium(instrument) ? 0 : unit(instrument, instruments[instrument].lastSettlementE5());
    }
}
