// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.price;

import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.PriceBand;
import io.bourse.clearing.model.SettlementPrice;
import io.bourse.clearing.model.SettlementType;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Instruments of a day and the slices of their books. All ticks are 1, all price limits 200 around 92 345. */
final class PriceDay
{
    static final long E5 = 100_000L;
    static final int DATE = 20261121;
    static final int NEVER = 0;
    static final PriceRun EVENING = new PriceRun(DATE, true, 4_096);
    static final PriceRun INTRADAY = new PriceRun(DATE, false, 4_096);
    static final long LAST_E5 = 92_345 * E5;
    static final long EVENING_E5 = 92_000 * E5;

    final List<PricedInstrument> instruments = new ArrayList<>();
    private final Map<Integer, List<long[]>> slices = new HashMap<>();

    int future(final int id, final int expiryDate)
    {
        return define(id, ClearingTerms.plain(ContractStyle.FUTURE, expiryDate), false, List.of());
    }

    int endedFuture(final int id)
    {
        return define(id, ClearingTerms.plain(ContractStyle.FUTURE, DATE), true, List.of());
    }

    int perpetual(final int id)
    {
        return define(id, ClearingTerms.plain(ContractStyle.PERPETUAL, NEVER), false, List.of());
    }

    int option(final int id, final int underlyingId)
    {
        return define(id, new ClearingTerms(ContractStyle.MARGINED_OPTION, OptionRight.CALL, SettlementType.PHYSICAL,
            92_000 * E5, 1, underlyingId, DATE, false), false, List.of());
    }

    int strategy(final int id, final PricedInstrument.Leg... legs)
    {
        return define(id, ClearingTerms.plain(ContractStyle.STRATEGY, NEVER), false, List.of(legs));
    }

    /** Of a thousand units in a lot. */
    int spot(final int id, final String asset, final String currency)
    {
        return define(id, new ClearingTerms(ContractStyle.SPOT, OptionRight.NONE, SettlementType.PHYSICAL,
            0, 1_000, 0, NEVER, false, 1, asset).paidIn(currency), false, List.of());
    }

    private int define(
        final int id, final ClearingTerms terms, final boolean ended, final List<PricedInstrument.Leg> legs)
    {
        final PriceBand limits = new PriceBand(LAST_E5 - 200 * E5, LAST_E5 + 200 * E5);
        instruments.add(
            new PricedInstrument(id, "C" + id, terms, E5, E5, LAST_E5, EVENING_E5, limits, ended, legs));
        return instruments.size() - 1;
    }

    void slice(final int ordinal, final long bidE5, final long askE5, final long lastE5)
    {
        slices.computeIfAbsent(ordinal, i -> new ArrayList<>()).add(new long[]{bidE5, askE5, lastE5});
    }

    /** Enough valid slices to make a median of this price. */
    void liquid(final int ordinal, final long price)
    {
        for (int i = 0; i < 12; i++)
        {
            slice(ordinal, (price - 2) * E5, (price + 2) * E5, SettlementPrice.NO_PRICE);
        }
    }

    PriceProposal propose(final PriceRun run, final PriceParameters parameters)
    {
        return PriceFixing.propose(run, parameters, instruments, this::window);
    }

    private SettlementPrice window(final int ordinal, final long maxSpreadE5)
    {
        final List<long[]> window = slices.getOrDefault(ordinal, List.of());
        final SettlementPrice price = new SettlementPrice(maxSpreadE5, window.size());
        window.forEach(slice -> price.addSlice(slice[0], slice[1], slice[2]));
        return price;
    }
}
