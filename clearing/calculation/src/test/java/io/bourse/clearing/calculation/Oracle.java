// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.OptionRight;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The formulas of rules 1.3 and 1.4 written down once more, as slowly and as plainly as possible: decimals, a sorted
 * map, no shared code with what it judges.
 */
final class Oracle
{
    private record Pair(String code, int instrumentId, int account, int instrument)
    {
    }

    private final DayBook book;
    private final TreeMap<Pair, List<Leg>> legs =
        new TreeMap<>(Comparator.comparing(Pair::code).thenComparingInt(Pair::instrumentId));

    private record Leg(DayBook.Trade trade, boolean isBuy, boolean takes, boolean isPaid)
    {
    }

    Oracle(final DayBook book)
    {
        this.book = book;
    }

    /** Rows as {@link DayBook#rows} gives them; of one instrument if it is not below 0. */
    String rows(final int wanted)
    {
        book.carried.forEach(c -> legsOf(c.account(), c.instrument()));
        book.movements.forEach(m -> legsOf(m.account(), m.instrument()));
        book.paidMovements.forEach(m -> legsOf(m.account(), m.instrument()));
        for (int i = 0; i < book.trades.size(); i++)
        {
            final DayBook.Trade trade = book.trades.get(i);
            final int taker = trade.flags() & DayTables.TAKER_MASK;
            final boolean isPaid = i < book.paidTradeCount;
            legsOf(trade.buyer(), trade.instrument())
                .add(new Leg(trade, true, DayTables.SELLER_TAKES != taker, isPaid));
            legsOf(trade.seller(), trade.instrument())
                .add(new Leg(trade, false, DayTables.BUYER_TAKES != taker, isPaid));
        }
        final Map<Pair, Long> crossedOff = crossedOff(wanted);
        final StringBuilder text = new StringBuilder();
        legs.forEach((pair, legsOfPair) ->
        {
            final OracleRow row = row(pair, legsOfPair, crossedOff.getOrDefault(pair, 0L));
            if (!row.isNothing() && (wanted < 0 || wanted == pair.instrument))
            {
                text.append(row).append('\n');
            }
        });
        return text.toString();
    }

    private List<Leg> legsOf(final int account, final int instrument)
    {
        return legs.computeIfAbsent(pair(account, instrument), pair -> new ArrayList<>());
    }

    private Pair pair(final int account, final int instrument)
    {
        return new Pair(
            book.codes.get(account), book.contracts.get(instrument).instrumentId(), account, instrument);
    }

    private long lots(final Pair pair, final boolean isBuy)
    {
        return legs.get(pair).stream().filter(leg -> leg.isBuy == isBuy).mapToLong(leg -> leg.trade.lots()).sum();
    }

    /** Lots of options that are paired with other series, by series: lot by lot on two lists for each underlying. */
    private Map<Pair, Long> crossedOff(final int wanted)
    {
        final Map<String, List<List<Pair>>> lists = new TreeMap<>();
        final Map<Pair, long[]> seen = new TreeMap<>(legs.comparator());
        for (final DayBook.Trade trade : book.trades)
        {
            final ClearingTerms terms = book.contracts.get(trade.instrument()).terms();
            final boolean isLooked = terms.isOption() && OptionRight.NONE != terms.right() &&
                0 != terms.underlyingId() && (wanted < 0 || wanted == trade.instrument());
            for (int side = 0; side < 2 && isLooked; side++)
            {
                final Pair pair = pair(0 == side ? trade.buyer() : trade.seller(), trade.instrument());
                final long own = Math.min(lots(pair, true), lots(pair, false));
                final long[] counts = seen.computeIfAbsent(pair, p -> new long[2]);
                final List<Pair> list = lists.computeIfAbsent(
                    pair.code + "/" + terms.underlyingId() + "/" + terms.lotUnits(),
                    key -> List.of(new ArrayList<>(), new ArrayList<>()))
                    .get((0 == side) == (OptionRight.CALL == terms.right()) ? 0 : 1);
                for (int lot = 0; lot < trade.lots(); lot++)
                {
                    counts[side]++;
                    if (counts[side] > own)
                    {
                        list.add(pair);
                    }
                }
            }
        }
        final Map<Pair, Long> crossedOff = new TreeMap<>(legs.comparator());
        lists.values().forEach(both -> both.forEach(list ->
            list.subList(0, Math.min(both.getFirst().size(), both.getLast().size()))
                .forEach(pair -> crossedOff.merge(pair, 1L, Long::sum))));
        return crossedOff;
    }

    private OracleRow row(final Pair pair, final List<Leg> legsOfPair, final long withOthers)
    {
        final Contract contract = book.contracts.get(pair.instrument);
        long begin = 0;
        BigDecimal day = BigDecimal.ZERO;
        BigDecimal paid = BigDecimal.ZERO;
        for (final DayBook.Carried row : book.carried)
        {
            if (row.account() == pair.account && row.instrument() == pair.instrument)
            {
                begin += row.lots();
                if (ContractStyle.PREMIUM_OPTION != contract.terms().style())
                {
                    day = day.add(times(row.lots(), day(contract, contract.previousE5())));
                    paid = paid.add(times(row.lots(), paid(contract, contract.previousE5())));
                }
            }
        }
        long bought = 0;
        long sold = 0;
        for (final Leg leg : legsOfPair)
        {
            final long lots = leg.isBuy ? leg.trade.lots() : -leg.trade.lots();
            bought += Math.max(0, lots);
            sold += Math.max(0, -lots);
            day = day.add(times(lots, day(contract, leg.trade.priceE5())));
            paid = leg.isPaid ? paid.add(times(lots, paid(contract, leg.trade.priceE5()))) : paid;
        }
        long moved = 0;
        for (final DayBook.Movement movement : of(book.movements, pair))
        {
            moved += movement.lots();
            final boolean isTakenOver =
                MovementKind.PORTING == movement.kind() || MovementKind.CLOSE_OUT == movement.kind();
            day = day.add(times(movement.lots(), perContract(contract, contract.settlementE5(), contract.tickValueE5(),
                isTakenOver ? 0 : contract.swapRateE4(), movement.priceE5())));
        }
        for (final DayBook.Movement movement : of(book.paidMovements, pair))
        {
            moved += movement.lots();
            day = day.add(times(movement.lots(), day(contract, movement.priceE5())));
            paid = paid.add(times(movement.lots(), paid(contract, movement.priceE5())));
        }
        final long same = Math.min(bought, sold);
        final long[] fees = !book.chargesFees ? new long[2] : fees(contract, legsOfPair,
            same + (bought > sold ? withOthers : 0), same + (sold > bought ? withOthers : 0));
        return new OracleRow(pair.code, pair.instrumentId, begin, bought, sold, moved, begin + bought - sold + moved,
            kopecks(day), kopecks(paid), fees[0], fees[1]);
    }

    private static List<DayBook.Movement> of(final List<DayBook.Movement> movements, final Pair pair)
    {
        return movements.stream()
            .filter(m -> m.account() == pair.account && m.instrument() == pair.instrument).toList();
    }

    private static BigDecimal day(final Contract contract, final long priceE5)
    {
        return perContract(
            contract, contract.settlementE5(), contract.tickValueE5(), contract.swapRateE4(), priceE5);
    }

    private static BigDecimal paid(final Contract contract, final long priceE5)
    {
        final Contract.Paid paid = contract.paid();
        return null == paid ? BigDecimal.ZERO :
            perContract(contract, paid.settlementE5(), paid.tickValueE5(), paid.swapRateE4(), priceE5);
    }

    private static BigDecimal perContract(
        final Contract contract, final long settlementE5, final long tickValueE5, final long swapE4, final long priceE5)
    {
        final BigDecimal k = k(tickValueE5, contract.priceTickE5());
        return switch (contract.terms().style())
        {
            case FUTURE, MARGINED_OPTION -> unit(settlementE5, k).subtract(unit(priceE5, k));
            case PREMIUM_OPTION -> unit(priceE5, k).negate();
            case PERPETUAL, SPOT, STRATEGY -> e5(settlementE5).subtract(e5(priceE5)).multiply(e5(tickValueE5))
                .subtract(BigDecimal.valueOf(swapE4, 4)
                    .multiply(BigDecimal.valueOf(contract.terms().lotUnits())).multiply(e5(contract.priceTickE5())))
                .divide(e5(contract.priceTickE5()), 2, RoundingMode.HALF_UP);
        };
    }

    /** Legs are in the order of trading. */
    private long[] fees(
        final Contract contract, final List<Leg> legsOfPair, final long scalpedBuys, final long scalpedSells)
    {
        final long[] fees = new long[2];
        long buysLeft = scalpedBuys;
        long sellsLeft = scalpedSells;
        for (final Leg leg : legsOfPair)
        {
            final long half = Math.min(leg.trade.lots(), leg.isBuy ? buysLeft : sellsLeft);
            buysLeft -= leg.isBuy ? half : 0;
            sellsLeft -= leg.isBuy ? 0 : half;
            if (leg.takes)
            {
                fees[0] += leg(fee(contract, leg.trade.priceE5(), true), leg.trade.lots(), half);
                fees[1] += leg(fee(contract, leg.trade.priceE5(), false), leg.trade.lots(), half);
            }
        }
        return fees;
    }

    private static long leg(final BigDecimal perContract, final long lots, final long half)
    {
        final BigDecimal fee = perContract.multiply(BigDecimal.valueOf(lots - half))
            .add(perContract.multiply(BigDecimal.valueOf(half)).divide(BigDecimal.valueOf(2)));
        return kopecks(fee.setScale(2, RoundingMode.HALF_UP));
    }

    private BigDecimal fee(final Contract contract, final long tradePriceE5, final boolean ofExchange)
    {
        final boolean isPrevious = FeePrice.PREV_SP == book.feePrice;
        final long priceE5 = isPrevious ? contract.previousE5() : tradePriceE5;
        if (!contract.terms().isOption())
        {
            return future(contract, priceE5, ofExchange);
        }
        final BigDecimal rate = rate(contract, ofExchange);
        if (0 == rate.signum())
        {
            return BigDecimal.ZERO;
        }
        final BigDecimal premium = unit(priceE5, k(contract.tickValueE5(), contract.priceTickE5())).abs();
        final BigDecimal fee = premium.multiply(rate).movePointLeft(2).setScale(2, RoundingMode.HALF_UP);
        for (final Contract underlying : book.contracts)
        {
            if (underlying.instrumentId() == contract.terms().underlyingId())
            {
                final long ofUnderlying = isPrevious ? underlying.previousE5() : underlying.settlementE5();
                return fee.min(future(underlying, ofUnderlying, ofExchange).multiply(BigDecimal.TWO));
            }
        }
        return fee;
    }

    private static BigDecimal future(final Contract contract, final long priceE5, final boolean ofExchange)
    {
        final BigDecimal rate = rate(contract, ofExchange);
        final BigDecimal notional = unit(priceE5, k(contract.tickValueE5(), contract.priceTickE5())).abs();
        return 0 == rate.signum() ? BigDecimal.ZERO : new BigDecimal("0.01")
            .max(notional.multiply(rate).movePointLeft(2).setScale(2, RoundingMode.HALF_UP));
    }

    private static BigDecimal rate(final Contract contract, final boolean ofExchange)
    {
        return BigDecimal.valueOf(ofExchange ? contract.exchangeFeePctE6() : contract.clearingFeePctE6(), 6);
    }

    private static BigDecimal k(final long tickValueE5, final long priceTickE5)
    {
        return e5(tickValueE5).divide(e5(priceTickE5), 5, RoundingMode.HALF_UP);
    }

    private static BigDecimal unit(final long priceE5, final BigDecimal k)
    {
        return e5(priceE5).multiply(k).setScale(2, RoundingMode.HALF_UP);
    }

    private static BigDecimal e5(final long value)
    {
        return BigDecimal.valueOf(value, 5);
    }

    private static BigDecimal times(final long lots, final BigDecimal perContract)
    {
        return perContract.multiply(BigDecimal.valueOf(lots));
    }

    private static long kopecks(final BigDecimal roubles)
    {
        return roubles.movePointRight(2).longValueExact();
    }
}
