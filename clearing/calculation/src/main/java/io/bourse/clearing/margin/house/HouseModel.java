// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin.house;

import io.bourse.clearing.margin.GroupOffset;
import io.bourse.clearing.margin.HouseParameters;
import io.bourse.clearing.margin.MarginInstrument;
import io.bourse.clearing.margin.MarginMarket;
import io.bourse.clearing.margin.ModelPortfolio;
import io.bourse.clearing.margin.Netting;
import io.bourse.clearing.model.TheoreticalPrice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The formulas of rules 2.3 as they are written there, in floating point, for one portfolio at a time.
 */
final class HouseModel extends ModelPortfolio
{
    private static final double E3 = 1e3;
    private static final double E6 = 1e6;

    HouseModel(final MarginMarket market)
    {
        super(market);
    }

    private static double units(final Lots lots)
    {
        final MarginInstrument instrument = lots.instrument();
        return lots.quantity() * instrument.delta(instrument.price(), instrument.years()) * instrument.lotUnits();
    }

    private static double interest(final Lots lots)
    {
        final MarginInstrument instrument = lots.instrument();
        return instrument.isOption() ? 0 : lots.quantity() * instrument.price() * instrument.interestRisk() *
            instrument.days() / TheoreticalPrice.YEAR_DAYS * instrument.kopecksPerPoint();
    }

    /** Market and interest risk, kopecks; of one portfolio the scenario of its worst loss, the first of equals. */
    record Risk(double market, double interest, int scenario)
    {
        double total()
        {
            return market + interest;
        }
    }

    @Override
    protected double margin(final List<Lots> portfolio)
    {
        final double[] margins = new double[market.groups()];
        final double[] exposures = new double[market.groups()];
        for (int group = 0; group < margins.length; group++)
        {
            final int wanted = group;
            final List<Lots> part = only(portfolio, one -> wanted == one.instrument().group());
            margins[group] = part.isEmpty() ? 0 : groupMargin(group, part);
            exposures[group] = part.stream().mapToDouble(HouseModel::exposure).sum();
        }
        double total = Arrays.stream(margins).sum();
        final double[] available = margins.clone();
        for (final GroupOffset offset : market.parameters().offsets())
        {
            final int first = market.groupOf(offset.legs().getFirst().group());
            final int second = market.groupOf(offset.legs().getLast().group());
            final double sides = exposures[first] * offset.legs().getFirst().ratio() *
                exposures[second] * offset.legs().getLast().ratio();
            if (sides > 0)
            {
                final double both = Math.min(available[first], available[second]);
                total += interContract(both, both, offset.rateE6() / E6,
                    offset.netting().stricter(switches().inter())) - 2 * both;
                available[first] -= both;
                available[second] -= both;
            }
        }
        return total;
    }

    /** A + B less what opposite deltas are worth (rules 2.3, inter-contract). */
    static double interContract(final double first, final double second, final double rate, final Netting netting)
    {
        return first + second - factor(netting) * rate * Math.min(first, second);
    }

    private static double factor(final Netting netting)
    {
        return switch (netting)
        {
            case NET -> 2;
            case HALF -> 1;
            case NONE -> 0;
        };
    }

    /** The side that a lot is on is a matter of whole kopecks: an option that hardly moves is on none. */
    private static double exposure(final Lots lots)
    {
        return lots.quantity() * HouseScenarios.exposureKopecks(lots.instrument());
    }

    private double groupMargin(final int group, final List<Lots> part)
    {
        final HouseParameters house = market.group(group).house();
        final Netting netting = netting(house, part);
        double margin = Math.max(risk(group, part, netting).total(), shortOptionMinimum(group, part));
        double futuresAlone = 0;
        if (switches().noFuturesDiscount())
        {
            futuresAlone = risk(group, only(part, one -> !one.instrument().isOption()), netting).total();
            margin = Math.max(margin, futuresAlone);
        }
        if (part.stream().anyMatch(one -> isExpiring(one, house)))
        {
            final List<Lots> after = expired(part, house);
            margin = Math.max(margin, house.expiryWeightE6() / E6 *
                Math.max(risk(group, after, netting).total(), shortOptionMinimum(group, after)));
        }
        final double value = part.stream().mapToDouble(one -> one.quantity() * one.instrument().valueKopecks()).sum();
        return Math.max(futuresAlone, margin - value);
    }

    private static boolean isExpiring(final Lots lots, final HouseParameters house)
    {
        return lots.instrument().isOption() && lots.instrument().clearingsLeft() <= house.expiryClearings();
    }

    private List<Lots> expired(final List<Lots> part, final HouseParameters house)
    {
        final List<Lots> after = new ArrayList<>();
        for (final Lots one : part)
        {
            final MarginInstrument option = one.instrument();
            if (!isExpiring(one, house))
            {
                after.add(one);
            }
            else if (option.exercised() >= 0)
            {
                after.add(new Lots(market.instrument(option.exercised()), one.quantity() * option.exerciseSign()));
            }
        }
        return after;
    }

    private double shortOptionMinimum(final int group, final List<Lots> part)
    {
        final double rate = market.group(group).house().somcE6() / E6 * switches().somcRatioE3() / E3;
        return part.stream().filter(one -> one.instrument().isOption() && one.quantity() < 0).mapToDouble(one ->
            rate * -one.quantity() * one.instrument().riskPrice() * one.instrument().kopecksPerPoint()).sum();
    }

    /** What group, register and the last days of futures leave of netting. */
    private Netting netting(final HouseParameters house, final List<Lots> part)
    {
        final Netting netting = house.netting().stricter(switches().calendar());
        final boolean isClose = part.stream().anyMatch(one -> 0 != one.quantity() && !one.instrument().isOption() &&
            one.instrument().clearingsLeft() <= house.halfClearings());
        return isClose ? netting.stricter(Netting.HALF) : netting;
    }

    /** Market and interest risk of positions in one group. */
    Risk risk(final int group, final List<Lots> part, final Netting netting)
    {
        final Map<Integer, List<Lots>> families = new TreeMap<>();
        only(part, one -> 0 != one.quantity()).forEach(one ->
            families.computeIfAbsent(one.instrument().family(), family -> new ArrayList<>()).add(one));
        double bought = 0;
        double sold = 0;
        for (final List<Lots> family : families.values())
        {
            final double units = family.stream().mapToDouble(HouseModel::units).sum();
            bought += Math.max(0, units);
            sold += Math.max(0, -units);
        }
        final Concentration concentration = new Concentration(market.group(group).risk());
        final Risk net = netted(group, part, concentration.rate(bought - sold), 0, Integer.MAX_VALUE);
        if (Netting.NET == netting || families.size() < 2)
        {
            return net;
        }
        final Risk half = half(group, families, concentration.rate(Math.max(bought, sold)));
        final Risk stricter = half.total() > net.total() ? half : net;
        if (Netting.HALF == netting)
        {
            return stricter;
        }
        final Risk none = none(group, families, concentration.rate(bought + sold));
        return none.total() > stricter.total() ? none : stricter;
    }

    /** All that families need alone. */
    private Risk none(final int group, final Map<Integer, List<Lots>> families, final double rate)
    {
        double losses = 0;
        double interest = 0;
        for (final List<Lots> family : families.values())
        {
            final Risk alone = netted(group, family, rate, 0, Integer.MAX_VALUE);
            losses += alone.market();
            interest += alone.interest();
        }
        return new Risk(losses, interest, 0);
    }

    /** The bigger of what families lose when prices fall and when they rise, each with the interest of its side. */
    private Risk half(final int group, final Map<Integer, List<Lots>> families, final double rate)
    {
        final HouseScenarios scenarios = new HouseScenarios(market.group(group).house().stepNum());
        double down = 0;
        double downInterest = 0;
        double up = 0;
        double upInterest = 0;
        for (final List<Lots> family : families.values())
        {
            final double interest = family.stream().mapToDouble(HouseModel::interest).sum();
            down += netted(group, family, rate, 0, scenarios.downCount()).market();
            downInterest += Math.max(0, interest);
            up += netted(group, family, rate, scenarios.upFrom(), Integer.MAX_VALUE).market();
            upInterest += Math.max(0, -interest);
        }
        return down + downInterest >= up + upInterest ?
            new Risk(down, downInterest, 0) : new Risk(up, upInterest, 0);
    }

    private Risk netted(final int group, final List<Lots> part, final double rate, final int from, final int limit)
    {
        final HouseScenarios scenarios = new HouseScenarios(market.group(group).house().stepNum());
        final double[] valuesNow =
            part.stream().mapToDouble(one -> HouseScenarios.valueNow(one.instrument())).toArray();
        double most = Double.NEGATIVE_INFINITY;
        int worst = from;
        for (int scenario = from; scenario < Math.min(limit, scenarios.count()); scenario++)
        {
            double loss = 0;
            for (int i = 0; i < valuesNow.length; i++)
            {
                final Lots one = part.get(i);
                loss += one.quantity() * scenarios.loss(one.instrument(), rate, scenario, valuesNow[i]);
            }
            if (loss > most)
            {
                most = loss;
                worst = scenario;
            }
        }
        return new Risk(Math.max(0, most), Math.abs(part.stream().mapToDouble(HouseModel::interest).sum()), worst);
    }

    private static List<Lots> only(final List<Lots> portfolio, final Predicate<Lots> wanted)
    {
        return portfolio.stream().filter(wanted).sorted(Comparator.comparingInt(one -> one.instrument().ordinal()))
            .toList();
    }
}
