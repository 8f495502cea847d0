// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.span;

import io.bourse.clearing.margin.Hundredths;
import io.bourse.clearing.margin.SpanParameters;
import io.bourse.clearing.model.Round;

import java.util.Arrays;

/**
 * Steps 1 to 4 and 6 of SPAN for what one portfolio has in one group. Amounts in hundredths of a kopeck (E2), deltas in
 * billionths (E9). What a sum cannot hold is refused before anything wraps.
 */
final class CombinedCommodity
{
    private static final long E9 = 1_000_000_000L;

    private final SpanArrays arrays;
    private final long[] losses = new long[SpanScenarios.COUNT];
    private final long[] tierDeltas;
    private final long[] outright;
    private final boolean[] isDelivering;
    private SpanArrays.Group group;
    private long bound;
    private long minimum;
    private long value;
    private long scanRange;
    private long netDelta;
    private long scanRisk;
    private long priceRisk;
    private long charges;

    CombinedCommodity(final SpanArrays arrays)
    {
        this.arrays = arrays;
        final int tiers = Arrays.stream(arrays.groups).mapToInt(one -> one.tiers).max().orElse(0);
        this.tierDeltas = new long[tiers];
        this.outright = new long[tiers];
        this.isDelivering = new boolean[tiers];
    }

    void begin(final int newGroup)
    {
        group = arrays.groups[newGroup];
        bound = 0;
        minimum = 0;
        value = 0;
        scanRange = 0;
        Arrays.fill(losses, 0);
        Arrays.fill(tierDeltas, 0, group.tiers, 0);
        Arrays.fill(isDelivering, 0, group.tiers, false);
    }

    void add(final int instrument, final long lots)
    {
        bound = Math.addExact(bound, Math.multiplyExact(Math.absExact(lots), arrays.largest[instrument]));
        final int row = instrument * SpanScenarios.COUNT;
        for (int i = 0; i < SpanScenarios.COUNT; i++)
        {
            losses[i] += arrays.lossesE2[row + i] * lots;
        }
        final int tier = arrays.tierOf[instrument];
        tierDeltas[tier] += arrays.deltaE9[instrument] * lots;
        isDelivering[tier] |= arrays.isDelivering[instrument];
        minimum += arrays.minimumE2[instrument] * Math.max(0, -lots);
        value += arrays.valueE2[instrument] * lots;
        scanRange = Math.max(scanRange, arrays.scanRangeE2[instrument]);
    }

    void calculate()
    {
        int active = 0;
        for (int i = 1; i < SpanScenarios.COUNT; i++)
        {
            active = losses[i] > losses[active] ? i : active;
        }
        netDelta = 0;
        for (int i = 0; i < group.tiers; i++)
        {
            netDelta = Math.addExact(netDelta, tierDeltas[i]);
        }
        scanRisk = Math.max(0, losses[active]);
        final long adjusted = Math.addExact(losses[active], losses[SpanScenarios.pair(active)]);
        final long doubled = Math.subtractExact(adjusted, Math.addExact(losses[0], losses[1]));
        priceRisk = losses[active] <= 0 || 0 == netDelta ? 0 : Round.divide(Math.max(0, doubled), 2);
        System.arraycopy(tierDeltas, 0, outright, 0, group.tiers);
        charges = Math.addExact(calendarCharge(), deliveryCharge());
    }

    private long calendarCharge()
    {
        long charge = 0;
        for (final SpanParameters.TierSpread spread : group.spreads)
        {
            if (Math.max(spread.first(), spread.second()) > group.tiers)
            {
                continue;
            }
            final long first = outright[spread.first() - 1];
            final long second = outright[spread.second() - 1];
            if (Long.signum(first) * Long.signum(second) < 0)
            {
                final long spreads = Math.min(Math.abs(first), Math.abs(second));
                outright[spread.first() - 1] -= Long.signum(first) * spreads;
                outright[spread.second() - 1] += Long.signum(first) * spreads;
                charge = Math.addExact(charge, charge(spreads, spread.chargeKopecks()));
            }
        }
        return charge;
    }

    private long deliveryCharge()
    {
        long charge = 0;
        for (int i = 0; i < group.tiers; i++)
        {
            if (isDelivering[i])
            {
                final long open = Math.abs(outright[i]);
                charge = Math.addExact(charge, charge(open, group.span.deliveryOutrightKopecks()));
                charge = Math.addExact(charge,
                    charge(Math.abs(tierDeltas[i]) - open, group.span.deliverySpreadKopecks()));
            }
        }
        return charge;
    }

    private static long charge(final long deltasE9, final long kopecks)
    {
        return 0 == kopecks ? 0 : Round.multiplyDivide(deltasE9, kopecks, E9 / Hundredths.PER_KOPECK);
    }

    long netDeltaE9()
    {
        return netDelta;
    }

    /** Price risk of the whole net delta, no more than its price scan range. */
    long priceRiskE2()
    {
        return 0 == priceRisk ? 0 : Math.min(priceRisk, Round.multiplyDivide(scanRange, Math.abs(netDelta), E9));
    }

    long scanRiskE2()
    {
        return scanRisk;
    }

    long chargesE2()
    {
        return charges;
    }

    long minimumE2()
    {
        return minimum;
    }

    long valueE2()
    {
        return value;
    }
}
