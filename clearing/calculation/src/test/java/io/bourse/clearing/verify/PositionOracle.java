// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.OptionRight;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The formulas of the rules as a person would do them by hand: one register and instrument after the other. */
public final class PositionOracle
{
    private static final BigDecimal FLOOR = new BigDecimal("0.01");
    private static final BigDecimal TWO = new BigDecimal(2);

    private final OpinionDay day;

    private PositionOracle(final OpinionDay day)
    {
        this.day = day;
    }

    /** Rows of RunTables.POSITIONS. */
    public static List<long[]> positions(final OpinionDay day)
    {
        final PositionOracle oracle = new PositionOracle(day);
        final Map<Integer, long[]> rows = new TreeMap<>();
        for (int account = 0; account < day.registers; account++)
        {
            for (int instrument = 0; instrument < day.contracts.size(); instrument++)
            {
                final long[] row = oracle.row(account, instrument);
                boolean isNothing = true;
                for (int i = RunTables.POSITION_BEGIN; i < row.length; i++)
                {
                    isNothing &= 0 == row[i];
                }
                if (!isNothing)
                {
                    rows.put(account * day.contracts.size() + instrument, row);
                }
            }
        }
        return new ArrayList<>(rows.values());
    }

    private long[] row(final int account, final int instrument)
    {
        final Contract contract = day.contracts.get(instrument);
        final long[] row = new long[RunTables.POSITIONS.columns().size()];
        row[RunTables.POSITION_ACCOUNT] = account;
        row[RunTables.POSITION_INSTRUMENT] = instrument;
        BigDecimal vmDay = BigDecimal.ZERO;
        BigDecimal vmPaid = BigDecimal.ZERO;
        for (final long[] carried : day.carried)
        {
            if (carried[0] == account && carried[1] == instrument)
            {
                row[RunTables.POSITION_BEGIN] += carried[2];
                vmDay = vmDay.add(today(contract, carried[2], contract.previousE5(), true));
                vmPaid = vmPaid.add(paid(contract, carried[2], contract.previousE5(), true));
            }
        }
        for (int i = 0; i < day.trades.size(); i++)
        {
            final long[] trade = day.trades.get(i);
            for (int side = 0; side < 2; side++)
            {
                if (trade[0] == instrument && trade[3 + side] == account)
                {
                    final long lots = 0 == side ? trade[2] : -trade[2];
                    row[RunTables.POSITION_BUYS + side] += trade[2];
                    vmDay = vmDay.add(today(contract, lots, trade[1], false));
                    vmPaid = i < day.paidTrades ? vmPaid.add(paid(contract, lots, trade[1], false)) : vmPaid;
                }
            }
        }
        for (final long[] movement : of(day.movements, account, instrument))
        {
            row[RunTables.POSITION_MOVED] += movement[3];
            final boolean isTakenOver = MovementKind.PORTING.ordinal() == movement[2] ||
                MovementKind.CLOSE_OUT.ordinal() == movement[2];
            vmDay = vmDay.add(margin(contract, movement[3], movement[4], false, contract.settlementE5(),
                contract.tickValueE5(), isTakenOver ? 0 : contract.swapRateE4()));
        }
        for (final long[] movement : of(day.paidMovements, account, instrument))
        {
            row[RunTables.POSITION_MOVED] += movement[3];
            vmDay = vmDay.add(today(contract, movement[3], movement[4], false));
            vmPaid = vmPaid.add(paid(contract, movement[3], movement[4], false));
        }
        row[RunTables.POSITION_END] = row[RunTables.POSITION_BEGIN] + row[RunTables.POSITION_BUYS] -
            row[RunTables.POSITION_SELLS] + row[RunTables.POSITION_MOVED];
        row[RunTables.POSITION_VM_DAY] = kopecks(vmDay);
        row[RunTables.POSITION_VM_PAID] = kopecks(vmPaid);
        addFees(row);
        return row;
    }

    private static List<long[]> of(final List<long[]> rows, final int account, final int instrument)
    {
        return rows.stream().filter(row -> row[0] == account && row[1] == instrument).toList();
    }

    private static BigDecimal today(
        final Contract contract, final long lots, final long priceE5, final boolean isCarried)
    {
        return margin(contract, lots, priceE5, isCarried, contract.settlementE5(), contract.tickValueE5(),
            contract.swapRateE4());
    }

    private static BigDecimal paid(
        final Contract contract, final long lots, final long priceE5, final boolean isCarried)
    {
        return null == contract.paid() ? BigDecimal.ZERO : margin(contract, lots, priceE5, isCarried,
            contract.paid().settlementE5(), contract.paid().tickValueE5(), contract.paid().swapRateE4());
    }

    private static BigDecimal margin(
        final Contract contract,
        final long lots,
        final long priceE5,
        final boolean isCarried,
        final long settlementE5,
        final long tickValueE5,
        final long swapE4)
    {
        final BigDecimal k = points(tickValueE5, contract.priceTickE5());
        final BigDecimal perContract = switch (contract.terms().style())
        {
            case FUTURE, MARGINED_OPTION -> unit(settlementE5, k).subtract(unit(priceE5, k));
            case PERPETUAL -> e5(settlementE5).subtract(e5(priceE5)).multiply(e5(tickValueE5))
                .divide(e5(contract.priceTickE5()), 20, RoundingMode.HALF_UP)
                .subtract(BigDecimal.valueOf(swapE4, 4).multiply(BigDecimal.valueOf(contract.terms().lotUnits())))
                .setScale(2, RoundingMode.HALF_UP);
            case PREMIUM_OPTION -> isCarried ? BigDecimal.ZERO : unit(priceE5, k).negate();
            case SPOT, STRATEGY -> BigDecimal.ZERO;
        };
        return perContract.multiply(BigDecimal.valueOf(lots));
    }

    private void addFees(final long[] row)
    {
        final int instrument = (int)row[RunTables.POSITION_INSTRUMENT];
        final long[] left = new long[2];
        Arrays.fill(left, Math.min(row[RunTables.POSITION_BUYS], row[RunTables.POSITION_SELLS]));
        left[row[RunTables.POSITION_BUYS] > row[RunTables.POSITION_SELLS] ? 0 : 1] +=
            crossedOff((int)row[RunTables.POSITION_ACCOUNT], instrument);
        for (final long[] trade : day.trades)
        {
            for (int side = 0; side < 2 && day.chargesFees; side++)
            {
                if (trade[0] == instrument && trade[3 + side] == row[RunTables.POSITION_ACCOUNT])
                {
                    final long scalped = Math.min(trade[2], left[side]);
                    left[side] -= scalped;
                    if ((trade[5] & 3) == side || (trade[5] & 3) >= 2)
                    {
                        final long exchange = fee(instrument, trade[1], true, trade[2], scalped);
                        final long clearing = fee(instrument, trade[1], false, trade[2], scalped);
                        row[RunTables.POSITION_FEE_EX] += exchange;
                        row[RunTables.POSITION_FEE_CC] += clearing;
                        row[RunTables.POSITION_VAT_EX] += vat(exchange);
                        row[RunTables.POSITION_VAT_CC] += vat(clearing);
                    }
                }
            }
        }
    }

    /** Lots of an option that the register has against other options on the same underlying, lot by lot. */
    private long crossedOff(final int account, final int instrument)
    {
        final ClearingTerms terms = day.contracts.get(instrument).terms();
        final List<List<Long>> lists = List.of(new ArrayList<>(), new ArrayList<>());
        final long[][] counts = new long[day.contracts.size()][2];
        for (final long[] trade : day.trades)
        {
            final int series = (int)trade[0];
            final ClearingTerms of = day.contracts.get(series).terms();
            final boolean isAlike = terms.isOption() && of.isOption() && terms.lotUnits() == of.lotUnits() &&
                terms.underlyingId() == of.underlyingId();
            for (int side = 0; side < 2 && isAlike; side++)
            {
                final long own = Math.min(traded(account, series, 0), traded(account, series, 1));
                for (int lot = 0; lot < trade[2] && trade[3 + side] == account; lot++)
                {
                    counts[series][side]++;
                    if (counts[series][side] > own)
                    {
                        lists.get((0 == side) == (OptionRight.CALL == of.right()) ? 0 : 1).add(trade[0]);
                    }
                }
            }
        }
        final int pairs = Math.min(lists.getFirst().size(), lists.getLast().size());
        return lists.stream().flatMap(list -> list.subList(0, pairs).stream()).filter(s -> s == instrument).count();
    }

    private long traded(final int account, final int instrument, final int side)
    {
        return day.trades.stream()
            .filter(trade -> trade[0] == instrument && trade[3 + side] == account).mapToLong(trade -> trade[2]).sum();
    }

    private long vat(final long feeKopecks)
    {
        return kopecks(BigDecimal.valueOf(feeKopecks, 2).multiply(BigDecimal.valueOf(day.vatPctE6, 8))
            .setScale(2, RoundingMode.HALF_UP));
    }

    private long fee(
        final int instrument, final long tradeE5, final boolean isExchange, final long lots, final long scalped)
    {
        final Contract contract = day.contracts.get(instrument);
        final long priceE5 = FeePrice.TRADE == day.feePrice ? tradeE5 : contract.previousE5();
        final BigDecimal one = contract.terms().isOption() ?
            ofOption(contract, priceE5, isExchange) : ofFuture(contract, priceE5, isExchange);
        return kopecks(one.multiply(BigDecimal.valueOf(lots - scalped))
            .add(one.multiply(BigDecimal.valueOf(scalped)).divide(TWO))
            .setScale(2, RoundingMode.HALF_UP));
    }

    private static BigDecimal ofFuture(final Contract contract, final long priceE5, final boolean isExchange)
    {
        final BigDecimal rate = rate(contract, isExchange);
        return 0 == rate.signum() ? BigDecimal.ZERO : FLOOR.max(
            unit(Math.abs(priceE5), points(contract.tickValueE5(), contract.priceTickE5()))
                .multiply(rate)
                .setScale(2, RoundingMode.HALF_UP));
    }

    private BigDecimal ofOption(final Contract contract, final long priceE5, final boolean isExchange)
    {
        final BigDecimal rate = rate(contract, isExchange);
        final BigDecimal premium = unit(Math.abs(priceE5), points(contract.tickValueE5(), contract.priceTickE5()))
            .multiply(rate)
            .setScale(2, RoundingMode.HALF_UP);
        for (final Contract underlying : day.contracts)
        {
            if (underlying.instrumentId() == contract.terms().underlyingId())
            {
                final long atE5 = FeePrice.TRADE == day.feePrice ? underlying.settlementE5() : underlying.previousE5();
                return premium.min(TWO.multiply(ofFuture(underlying, atE5, isExchange)));
            }
        }
        return premium;
    }

    private static BigDecimal rate(final Contract contract, final boolean isExchange)
    {
        return BigDecimal.valueOf(isExchange ? contract.exchangeFeePctE6() : contract.clearingFeePctE6(), 8);
    }

    private static BigDecimal points(final long tickValueE5, final long tickE5)
    {
        return e5(tickValueE5).divide(e5(tickE5), 5, RoundingMode.HALF_UP);
    }

    private static BigDecimal unit(final long priceE5, final BigDecimal k)
    {
        return e5(priceE5).multiply(k).setScale(2, RoundingMode.HALF_UP);
    }

    private static BigDecimal e5(final long value)
    {
        return BigDecimal.valueOf(value, 5);
    }

    private static long kopecks(final BigDecimal roubles)
    {
        return roubles.movePointRight(2).longValueExact();
    }
}
