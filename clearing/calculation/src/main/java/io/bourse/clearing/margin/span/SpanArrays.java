// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.span;

import io.bourse.clearing.margin.GroupOffset;
import io.bourse.clearing.margin.Hundredths;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.MarginInstrument;
import io.bourse.clearing.margin.MarginMarket;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.clearing.margin.SpanParameters;
import io.bourse.clearing.model.Round;

/**
 * Risk arrays of all instruments with composite deltas and values; amounts of one contract in hundredths of a kopeck
 * (suffix E2), deltas in billionths.
 */
public final class SpanArrays implements MarginArrays
{
    private static final double E6 = 1e6;
    private static final double E9 = 1e9;

    final MarginMarket market;
    final Group[] groups;
    final Credit[] credits;
    /** Losses of all instruments, sixteen after sixteen. */
    final long[] lossesE2;
    final int[] groupOf;
    final int[] tierOf;
    final boolean[] isDelivering;
    final long[] deltaE9;
    /** Price scan range of one delta. */
    final long[] scanRangeE2;
    final long[] minimumE2;
    final long[] valueE2;
    /** What no amount of one contract exceeds. */
    final long[] largest;
    private final long[] longE2;
    private final long[] shortE2;

    /**
     * Arrays of all instruments.
     *
     * @param market instruments at the prices of a run.
     * @throws ArithmeticException when an amount does not fit.
     */
    public SpanArrays(final MarginMarket market)
    {
        this.market = market;
        this.groups = new Group[market.groups()];
        for (int i = 0; i < groups.length; i++)
        {
            groups[i] = new Group(market, i);
        }
        this.credits = market.parameters().offsets().stream()
            .map(offset -> new Credit(market, offset)).toArray(Credit[]::new);
        final int size = market.size();
        this.lossesE2 = new long[size * SpanScenarios.COUNT];
        this.groupOf = new int[size];
        this.tierOf = new int[size];
        this.isDelivering = new boolean[size];
        this.deltaE9 = new long[size];
        this.scanRangeE2 = new long[size];
        this.minimumE2 = new long[size];
        this.valueE2 = new long[size];
        this.largest = new long[size];
        this.longE2 = new long[size];
        this.shortE2 = new long[size];
        for (int i = 0; i < size; i++)
        {
            groupOf[i] = null == market.instrument(i) ? -1 : market.instrument(i).group();
            if (groupOf[i] >= 0)
            {
                fill(market.instrument(i));
            }
        }
        final SpanPortfolio one = new SpanPortfolio(this);
        for (int i = 0; i < size; i++)
        {
            longE2[i] = alone(one, i, 1);
            shortE2[i] = alone(one, i, -1);
        }
    }

    private static long alone(final SpanPortfolio one, final int instrument, final int lots)
    {
        one.begin();
        one.add(instrument, lots, 0, 0);
        return one.positionsE2();
    }

    private void fill(final MarginInstrument instrument)
    {
        final int i = instrument.ordinal();
        final Group group = groups[instrument.group()];
        long most = 0;
        for (int scenario = 0; scenario < SpanScenarios.COUNT; scenario++)
        {
            final long loss = group.scenarios.lossE2(instrument, scenario);
            lossesE2[i * SpanScenarios.COUNT + scenario] = loss;
            most = Math.max(most, Math.abs(loss));
        }
        tierOf[i] = instrument.tier() - 1;
        group.tiers = Math.max(group.tiers, instrument.tier());
        isDelivering[i] = instrument.familyClearingsLeft() <= group.span.deliveryClearings();
        deltaE9[i] = Hundredths.rounded(group.scenarios.compositeDelta(instrument) * instrument.lotUnits() /
            market.smallestLot(instrument.group()) * E9);
        scanRangeE2[i] = Hundredths.of(group.scenarios.scanRange(instrument) *
            market.smallestLot(instrument.group()) / instrument.lotUnits());
        minimumE2[i] = instrument.isOption() ?
            Math.multiplyExact(group.span.shortOptionKopecks(), Hundredths.PER_KOPECK) : 0;
        valueE2[i] = Math.multiplyExact(instrument.valueKopecks(), Hundredths.PER_KOPECK);
        largest[i] = Math.max(Math.max(most, Math.abs(deltaE9[i])),
            Math.max(minimumE2[i], Math.abs(valueE2[i])));
    }

    @Override
    public int size()
    {
        return groupOf.length;
    }

    @Override
    public boolean isMargined(final int instrument)
    {
        return groupOf[instrument] >= 0;
    }

    @Override
    public long longKopecks(final int instrument)
    {
        return Round.divide(longE2[instrument], Hundredths.PER_KOPECK);
    }

    @Override
    public long shortKopecks(final int instrument)
    {
        return Round.divide(shortE2[instrument], Hundredths.PER_KOPECK);
    }

    @Override
    public PortfolioMargin portfolio()
    {
        return new SpanPortfolio(this);
    }

    @Override
    public PortfolioMargin model()
    {
        return new SpanModel(market);
    }

    /** A combined commodity. */
    static final class Group
    {
        final SpanParameters span;
        final SpanScenarios scenarios;
        final SpanParameters.TierSpread[] spreads;
        int tiers;

        private Group(final MarginMarket market, final int group)
        {
            this.span = market.group(group).span();
            this.spreads = span.spreads().toArray(SpanParameters.TierSpread[]::new);
            this.scenarios = new SpanScenarios(span, market.group(group).risk().rate1E6() / E6);
        }
    }

    /** A credit between combined commodities. */
    static final class Credit
    {
        final int[] groups;
        final int[] ratios;
        final long rateE6;

        private Credit(final MarginMarket market, final GroupOffset offset)
        {
            this.groups = offset.legs().stream().mapToInt(leg -> market.groupOf(leg.group())).toArray();
            this.ratios = offset.legs().stream().mapToInt(GroupOffset.Leg::ratio).toArray();
            this.rateE6 = offset.rateE6();
        }
    }
}
