// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.house;

import io.bourse.clearing.margin.GroupOffset;
import io.bourse.clearing.margin.HouseParameters;
import io.bourse.clearing.margin.Hundredths;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.MarginInstrument;
import io.bourse.clearing.margin.MarginMarket;
import io.bourse.clearing.margin.Netting;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.clearing.model.Round;
import io.bourse.clearing.model.TheoreticalPrice;

/**
 * What one contract adds to each scenario, to interest risk, minimum and value, in hundredths of a kopeck (suffix E2).
 */
public final class HouseArrays implements MarginArrays
{
    private static final double E6 = 1e6;
    private static final int MAX_SOMC_RATIO = 5;
    private static final double LARGEST_LOTS = 1e12;

    final MarginMarket market;
    final Group[] groups;
    final Offset[] offsets;
    /** Losses of all instruments, one row after the other. */
    final long[] lossesE2;
    final int[] rowOf;
    final int[] groupOf;
    final int[] familyOf;
    final boolean[] isOption;
    final long[] interestE2;
    /** Units of the underlying that one contract moves with. */
    final long[] unitsE6;
    /** Money that one contract moves with, of which offsets want the sign. */
    final long[] exposureKopecks;
    final long[] minimumE2;
    final long[] valueE2;
    /** What no amount of one contract exceeds. */
    final long[] largestE2;
    /** Margin of one lot alone, bought and sold. */
    final long[] longE2;
    final long[] shortE2;
    /** Lots of a position alone that are each charged like the first; 0 when none are. */
    final long[] evenLots;
    /** Ordinal of the future that an option of an expiring series becomes, -1 for none. */
    final int[] exercised;
    final boolean[] isExpiring;
    /** Whether a future is so close to its last day that its group nets no more than half. */
    final boolean[] isHalf;

    /**
     * Arrays of all instruments.
     *
     * @param market instruments at the prices of a run.
     * @throws ArithmeticException when an amount does not fit.
     */
    public HouseArrays(final MarginMarket market)
    {
        this.market = market;
        this.groups = new Group[market.groups()];
        for (int i = 0; i < groups.length; i++)
        {
            groups[i] = new Group(market, i);
        }
        this.offsets = market.parameters().offsets().stream()
            .map(offset -> new Offset(market, offset)).toArray(Offset[]::new);
        final int size = market.size();
        this.rowOf = new int[size];
        this.groupOf = new int[size];
        this.familyOf = new int[size];
        this.isOption = new boolean[size];
        this.interestE2 = new long[size];
        this.unitsE6 = new long[size];
        this.exposureKopecks = new long[size];
        this.minimumE2 = new long[size];
        this.valueE2 = new long[size];
        this.largestE2 = new long[size];
        this.longE2 = new long[size];
        this.shortE2 = new long[size];
        this.evenLots = new long[size];
        this.exercised = new int[size];
        this.isExpiring = new boolean[size];
        this.isHalf = new boolean[size];
        this.lossesE2 = new long[place()];
        for (int i = 0; i < size; i++)
        {
            if (groupOf[i] >= 0)
            {
                fill(market.instrument(i));
            }
        }
        final HousePortfolio one = new HousePortfolio(this);
        for (int i = 0; i < size; i++)
        {
            if (groupOf[i] >= 0)
            {
                alone(i, one);
            }
        }
    }

    private int place()
    {
        int next = 0;
        for (int i = 0; i < groupOf.length; i++)
        {
            final MarginInstrument instrument = market.instrument(i);
            groupOf[i] = null == instrument ? -1 : instrument.group();
            rowOf[i] = next;
            next += null == instrument ? 0 : groups[groupOf[i]].scenarios.count();
        }
        return next;
    }

    private void fill(final MarginInstrument instrument)
    {
        final int i = instrument.ordinal();
        final Group group = groups[groupOf[i]];
        final HouseParameters house = group.house;
        final double money = instrument.riskPrice() * instrument.kopecksPerPoint();
        final double delta = instrument.delta(instrument.price(), instrument.years());
        familyOf[i] = instrument.family();
        isOption[i] = instrument.isOption();
        interestE2[i] = isOption[i] ? 0 : Hundredths.of(instrument.price() * instrument.interestRisk() *
            instrument.days() / TheoreticalPrice.YEAR_DAYS * instrument.kopecksPerPoint());
        unitsE6[i] = Hundredths.rounded(delta * instrument.lotUnits() * E6);
        exposureKopecks[i] = HouseScenarios.exposureKopecks(instrument);
        minimumE2[i] = !isOption[i] ? 0 : Hundredths.of(house.somcE6() / E6 * money);
        valueE2[i] = Math.multiplyExact(instrument.valueKopecks(), Hundredths.PER_KOPECK);
        exercised[i] = instrument.exercised();
        isExpiring[i] = isOption[i] && instrument.clearingsLeft() <= house.expiryClearings();
        isHalf[i] = !isOption[i] && instrument.clearingsLeft() <= house.halfClearings();
        // What concentration makes of the losses must fit too: the farthest prices are the farthest losses.
        group.scenarios.fill(instrument, group.concentration.highestRate(), lossesE2, rowOf[i]);
        final long concentrated = largestLoss(i);
        group.scenarios.fill(instrument, group.concentration.lowestRate(), lossesE2, rowOf[i]);
        final long others = Math.max(Math.max(Math.abs(interestE2[i]), Math.abs(exposureKopecks[i])),
            Math.max(Math.multiplyExact(minimumE2[i], MAX_SOMC_RATIO), Math.abs(valueE2[i])));
        largestE2[i] = Math.max(Math.max(largestLoss(i), concentrated), Math.max(others, Math.abs(unitsE6[i])));
    }

    private long largestLoss(final int instrument)
    {
        long largest = 0;
        for (int i = 0; i < groups[groupOf[instrument]].scenarios.count(); i++)
        {
            largest = Math.max(largest, Math.abs(lossesE2[rowOf[instrument] + i]));
        }
        return largest;
    }

    /** A position alone costs what one lot costs, as often as there are lots, up to LK1. */
    private void alone(final int instrument, final HousePortfolio one)
    {
        one.begin();
        one.add(instrument, 1, 0, 0);
        longE2[instrument] = one.positionsE2();
        one.begin();
        one.add(instrument, -1, 0, 0);
        shortE2[instrument] = one.positionsE2();
        final long before = Math.abs(unitsE6[instrument]);
        final long after = exercised[instrument] < 0 ? 0 : Math.abs(unitsE6[exercised[instrument]]);
        final double lots =
            groups[groupOf[instrument]].concentration.lowestLimit() * E6 / Math.max(1, Math.max(before, after));
        final long fitting = Long.MAX_VALUE / Math.max(1, Math.max(longE2[instrument], shortE2[instrument]));
        evenLots[instrument] = Math.min(fitting, (long)Math.min(lots, LARGEST_LOTS));
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
        return new HousePortfolio(this);
    }

    @Override
    public PortfolioMargin model()
    {
        return new HouseModel(market);
    }

    /** A group of instruments. */
    static final class Group
    {
        final HouseParameters house;
        final HouseScenarios scenarios;
        final Concentration concentration;

        private Group(final MarginMarket market, final int group)
        {
            this.house = market.group(group).house();
            this.scenarios = new HouseScenarios(house.stepNum());
            this.concentration = new Concentration(market.group(group).risk());
        }
    }

    /** An offset between two groups. */
    static final class Offset
    {
        final int first;
        final int second;
        /** Whether exposures of one sign are on opposite sides. */
        final boolean isOfEqualSigns;
        final long rateE6;
        final Netting netting;

        private Offset(final MarginMarket market, final GroupOffset offset)
        {
            this.first = market.groupOf(offset.legs().getFirst().group());
            this.second = market.groupOf(offset.legs().getLast().group());
            this.isOfEqualSigns = offset.legs().getFirst().ratio() > 0 == offset.legs().getLast().ratio() > 0;
            this.rateE6 = offset.rateE6();
            this.netting = offset.netting();
        }

        boolean isOpposite(final long firstExposure, final long secondExposure)
        {
            final int sides = Long.signum(firstExposure) * Long.signum(secondExposure);
            return isOfEqualSigns ? sides > 0 : sides < 0;
        }
    }
}
