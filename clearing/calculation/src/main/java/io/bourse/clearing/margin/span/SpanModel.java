// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.span;

import io.bourse.clearing.margin.GroupOffset;
import io.bourse.clearing.margin.Hundredths;
import io.bourse.clearing.margin.MarginInstrument;
import io.bourse.clearing.margin.MarginMarket;
import io.bourse.clearing.margin.ModelPortfolio;
import io.bourse.clearing.margin.SpanParameters;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The formulas of rules 2.2 as they are written there, in floating point, for one portfolio at a time.
 */
final class SpanModel extends ModelPortfolio
{
    private static final double E6 = 1e6;
    private static final double SMALLEST_DELTA = 1e-9;

    SpanModel(final MarginMarket market)
    {
        super(market);
    }

    /** What a combined commodity comes to, kopecks; deltas by tier. */
    record Risk(
        double scanRisk,
        int active,
        double netDelta,
        double timeRisk,
        double priceRiskPerDelta,
        double scanRange,
        double calendar,
        double delivery,
        double shortOptionMinimum,
        double value)
    {
        double beforeCredit()
        {
            return scanRisk + calendar + delivery;
        }

        /** What a delta is credited: no more than what a contract can lose in a day. */
        double creditPerDelta()
        {
            return Math.max(0, Math.min(priceRiskPerDelta, scanRange));
        }

        double total(final double credit)
        {
            final double after = beforeCredit() - Math.min(credit, beforeCredit());
            return Math.max(0, Math.max(shortOptionMinimum, after) - value);
        }
    }

    @Override
    protected double margin(final List<Lots> portfolio)
    {
        final Map<Integer, Risk> risks = new TreeMap<>();
        for (int group = 0; group < market.groups(); group++)
        {
            final int wanted = group;
            final List<Lots> part = portfolio.stream()
                .filter(one -> wanted == one.instrument().group())
                .sorted(Comparator.comparingInt(one -> one.instrument().ordinal()))
                .toList();
            if (!part.isEmpty())
            {
                risks.put(group, risk(group, part));
            }
        }
        final double[] credits = credits(risks);
        return risks.entrySet().stream().mapToDouble(entry -> entry.getValue().total(credits[entry.getKey()])).sum();
    }

    /** Steps 1 to 4 and 6 for the positions of one group. */
    Risk risk(final int group, final List<Lots> part)
    {
        final SpanParameters span = market.group(group).span();
        final SpanScenarios scenarios = new SpanScenarios(span, market.group(group).risk().rate1E6() / E6);
        final double[] losses = new double[SpanScenarios.COUNT];
        int active = 0;
        for (int i = 0; i < losses.length; i++)
        {
            final int scenario = i;
            losses[i] = part.stream().mapToDouble(one ->
                one.quantity() * scenarios.lossE2(one.instrument(), scenario)).sum() / Hundredths.PER_KOPECK;
            active = losses[i] > losses[active] ? i : active;
        }
        final double[] deltas = new double[tiers(part)];
        part.forEach(one -> deltas[one.instrument().tier() - 1] += one.quantity() * delta(scenarios, one.instrument()));
        final double netDelta = Arrays.stream(deltas).sum();
        final double timeRisk = (losses[0] + losses[1]) / 2;
        final double adjusted = (losses[active] + losses[SpanScenarios.pair(active)]) / 2;
        final double perDelta = losses[active] <= 0 || Math.abs(netDelta) < SMALLEST_DELTA ?
            0 : (adjusted - timeRisk) / Math.abs(netDelta);
        final double[] outright = deltas.clone();
        final double calendar = calendarCharge(span, outright);
        return new Risk(Math.max(0, losses[active]), active, netDelta, timeRisk, perDelta,
            part.stream().mapToDouble(one -> scanRange(scenarios, one.instrument())).max().orElse(0),
            calendar,
            deliveryCharge(span, part, deltas, outright),
            part.stream().filter(one -> one.instrument().isOption()).mapToDouble(one ->
                Math.max(0, -one.quantity()) * span.shortOptionKopecks()).sum(),
            part.stream().mapToDouble(one -> one.quantity() * one.instrument().valueKopecks()).sum());
    }

    private double delta(final SpanScenarios scenarios, final MarginInstrument instrument)
    {
        return scenarios.compositeDelta(instrument) * instrument.lotUnits() / market.smallestLot(instrument.group());
    }

    private double scanRange(final SpanScenarios scenarios, final MarginInstrument instrument)
    {
        return scenarios.scanRange(instrument) * market.smallestLot(instrument.group()) / instrument.lotUnits();
    }

    private static int tiers(final List<Lots> part)
    {
        return part.stream().mapToInt(one -> one.instrument().tier()).max().orElse(1);
    }

    /** Walks the table of spreads; what a spread uses up is taken off the deltas. */
    static double calendarCharge(final SpanParameters span, final double[] deltas)
    {
        double charge = 0;
        for (final SpanParameters.TierSpread spread : span.spreads())
        {
            final boolean isThere = Math.max(spread.first(), spread.second()) <= deltas.length;
            if (isThere && deltas[spread.first() - 1] * deltas[spread.second() - 1] < 0)
            {
                final double first = deltas[spread.first() - 1];
                final double spreads = Math.min(Math.abs(first), Math.abs(deltas[spread.second() - 1]));
                deltas[spread.first() - 1] -= Math.signum(first) * spreads;
                deltas[spread.second() - 1] += Math.signum(first) * spreads;
                charge += spreads * spread.chargeKopecks();
            }
        }
        return charge;
    }

    private static double deliveryCharge(
        final SpanParameters span, final List<Lots> part, final double[] deltas, final double[] outright)
    {
        return part.stream()
            .filter(one -> one.instrument().familyClearingsLeft() <= span.deliveryClearings())
            .mapToInt(one -> one.instrument().tier() - 1).distinct().sorted()
            .mapToDouble(tier -> Math.abs(outright[tier]) * span.deliveryOutrightKopecks() +
                (Math.abs(deltas[tier]) - Math.abs(outright[tier])) * span.deliverySpreadKopecks())
            .sum();
    }

    /** Step 5: credit of each group. */
    private double[] credits(final Map<Integer, Risk> risks)
    {
        final double[] credits = new double[market.groups()];
        final double[] left = new double[market.groups()];
        risks.forEach((group, risk) -> left[group] = risk.netDelta());
        for (final GroupOffset offset : market.parameters().offsets())
        {
            final double spreads = spreads(offset.legs(), left);
            for (final GroupOffset.Leg leg : offset.legs())
            {
                final int group = market.groupOf(leg.group());
                if (spreads > 0)
                {
                    final double used = spreads * Math.abs(leg.ratio());
                    credits[group] += used * risks.get(group).creditPerDelta() * offset.rateE6() / E6;
                    left[group] -= Math.signum(left[group]) * used;
                }
            }
        }
        return credits;
    }

    private double spreads(final List<GroupOffset.Leg> legs, final double[] left)
    {
        final double side = left[market.groupOf(legs.getFirst().group())] * legs.getFirst().ratio();
        double spreads = Double.MAX_VALUE;
        for (final GroupOffset.Leg leg : legs)
        {
            final double delta = left[market.groupOf(leg.group())];
            spreads = delta * leg.ratio() * side <= 0 ?
                0 : Math.min(spreads, Math.abs(delta) / Math.abs(leg.ratio()));
        }
        return spreads;
    }
}
