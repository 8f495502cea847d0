// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.LargestRemainder;
import io.bourse.clearing.model.Round;
import io.bourse.clearing.model.VariationMargin;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Delivery against payment (rules 1.9). Obligations of an asset, a date and a currency are settled together, dates
 * first, then assets by code, then roubles before other currencies; a register's are netted, whatever instruments they
 * come from.
 * <p>
 * When every seller has the assets and every buyer the money, all of them are settled as they were agreed. Else all of
 * them are marked to the settlement price, that of the asset's spot instrument if it has one: everybody pays or
 * receives the difference to it, so that what is left has one price and any part of it can be settled alone. As much is
 * delivered as both sides are able to, shared out by largest remainder in the order of the registers. Who was not able
 * to pays a penalty; the rest is due again in the next evening run. After some days it is closed out: neither side
 * delivers any more, who failed pays a premium for each step and who was able to receives it.
 * <p>
 * What is paid in another currency than roubles comes from what the register holds of it. No register can owe it, so
 * the difference to the settlement price is paid in roubles at the tick value of the run, as penalties and premiums
 * are.
 */
public final class DeliverySettlement
{
    private static final long ONE_E6 = 1_000_000;

    private final Contract[] contracts;
    private final RegisterOrder registers;
    private final DeliveryParameters parameters;
    private final int tradingDate;
    private final SettlementBooks books;

    private DeliverySettlement(
        final Contract[] contracts,
        final RegisterOrder registers,
        final DeliveryParameters parameters,
        final int tradingDate,
        final Holdings holdings)
    {
        this.contracts = contracts;
        this.registers = registers;
        this.parameters = parameters;
        this.tradingDate = tradingDate;
        this.books = new SettlementBooks(contracts, registers, holdings);
    }

    /**
     * Settles what is due.
     *
     * @param contracts by ordinal, with the prices of the run.
     * @param registers at the cut.
     * @param parameters of penalties and close-outs.
     * @param tradingDate YYYYMMDD of the run.
     * @param due rows whose settlement date is not after the trading date.
     * @param holdings before.
     * @return what is settled and what is left.
     * @throws ArithmeticException when an amount does not fit.
     */
    public static SettlementResult settle(
        final Contract[] contracts,
        final RegisterOrder registers,
        final DeliveryParameters parameters,
        final int tradingDate,
        final List<DueObligation> due,
        final Holdings holdings)
    {
        return new DeliverySettlement(contracts, registers, parameters, tradingDate, holdings).run(due);
    }

    private SettlementResult run(final List<DueObligation> due)
    {
        final Map<GroupKey, TreeMap<Integer, Party>> groups = new TreeMap<>();
        for (final DueObligation row : due)
        {
            final Contract contract = contracts[row.instrument()];
            final GroupKey key = new GroupKey(row.settleDate(), contract.terms().asset(), contract.terms().currency());
            groups.computeIfAbsent(key, absent -> new TreeMap<>(Comparator.comparingInt(registers::rank)))
                .computeIfAbsent(row.account(), Party::new)
                .add(row);
        }
        groups.forEach((key, parties) -> settle(key, new ArrayList<>(parties.values())));
        return books.result();
    }

    private void settle(final GroupKey key, final List<Party> parties)
    {
        if (parties.stream().allMatch(party -> isAble(key, party)))
        {
            for (final Party party : parties)
            {
                pay(key, party, party.money);
                books.close(key, party, 0, 0, false);
                books.tell(key, party, 1, party.units, 0);
            }
            return;
        }
        settleMarked(key, parties, new Step(key, parties));
    }

    /** Adds to what a party receives, below 0 to what it pays. */
    private static void pay(final GroupKey key, final Party party, final long money)
    {
        if (key.isForeign())
        {
            party.paidForeign = Math.addExact(party.paidForeign, money);
        }
        else
        {
            party.paid = Math.addExact(party.paid, money);
        }
    }

    private boolean isAble(final GroupKey key, final Party party)
    {
        if (party.isSeller() && books.units(party.account, key.asset) < -party.units)
        {
            return false;
        }
        final boolean needsMoney = key.isForeign() || party.units > 0;
        return !needsMoney || party.money >= 0 || books.cash(party.account, key.currency) >= -party.money;
    }

    private void settleMarked(final GroupKey key, final List<Party> parties, final Step step)
    {
        final List<Party> sellers = new ArrayList<>();
        final List<Party> buyers = new ArrayList<>();
        for (final Party party : parties)
        {
            party.due = party.units / step.units;
            party.marked = Math.addExact(party.money, Math.multiplyExact(party.due, step.money));
        }
        mark(key, parties, step);
        for (final Party party : parties)
        {
            party.able = able(key, party, step);
            if (0 != party.due)
            {
                (party.isSeller() ? sellers : buyers).add(party);
            }
        }
        final long both = Math.min(able(sellers), able(buyers));
        share(sellers, both);
        share(buyers, both);
        final boolean closes = parameters.closeOutDays() > 0 &&
            parameters.days(key.asset, key.currency).between(key.settleDate, tradingDate) >=
            parameters.closeOutDays();
        for (final Party party : parties)
        {
            pay(key, party, Math.negateExact(Math.multiplyExact(party.done, step.money)));
            party.penalty = Round.multiplyDivide(
                Math.multiplyExact(party.failed(), step.kopecks), parameters.penaltyE6(), ONE_E6);
        }
        if (closes)
        {
            compensate(key, parties, step);
        }
        for (final Party party : parties)
        {
            final long restUnits = party.rest() * step.units;
            books.close(key, party, restUnits, Math.negateExact(Math.multiplyExact(party.rest(), step.money)),
                closes);
            books.tell(key, party, step.units, party.done * step.units, closes ? restUnits : 0);
        }
    }

    private long able(final GroupKey key, final Party party, final Step step)
    {
        if (party.isSeller())
        {
            final long able = Math.min(-party.due, books.units(party.account, key.asset) / step.units);
            return key.isForeign() && step.money < 0 ?
                Math.min(able, books.cash(party.account, key.currency) / -step.money) : able;
        }
        final long cash = Math.addExact(books.cash(party.account, key.currency), key.isForeign() ? 0 : party.paid);
        return step.money <= 0 ? party.due : Math.min(party.due, Math.max(0, cash) / step.money);
    }

    /** Pays the difference to the settlement price. In roubles it comes to nothing, as it does in the currency. */
    private static void mark(final GroupKey key, final List<Party> parties, final Step step)
    {
        if (!key.isForeign())
        {
            for (final Party party : parties)
            {
                party.paid = party.marked;
                party.marked = 0;
            }
            return;
        }
        final List<Party> payers = new ArrayList<>();
        final List<Party> receivers = new ArrayList<>();
        for (final Party party : parties)
        {
            party.paid = step.roubles(party.marked);
            if (0 != party.paid)
            {
                (party.paid < 0 ? payers : receivers).add(party);
            }
        }
        final long both = Math.min(roubles(payers), roubles(receivers));
        shareRoubles(payers, both);
        shareRoubles(receivers, both);
    }

    private static long roubles(final List<Party> side)
    {
        return side.stream().mapToLong(party -> Math.absExact(party.paid)).reduce(0, Math::addExact);
    }

    private static void shareRoubles(final List<Party> side, final long total)
    {
        final long[] weights = side.stream().mapToLong(party -> Math.absExact(party.paid)).toArray();
        final long[] shares = LargestRemainder.share(total, weights, weights.length);
        for (int i = 0; i < shares.length; i++)
        {
            side.get(i).paid = side.get(i).paid < 0 ? -shares[i] : shares[i];
        }
    }

    private static long able(final List<Party> side)
    {
        return side.stream().mapToLong(party -> party.able).reduce(0, Math::addExact);
    }

    private static void share(final List<Party> side, final long total)
    {
        final List<Party> able = side.stream().filter(party -> party.able > 0).toList();
        final long[] weights = able.stream().mapToLong(party -> party.able).toArray();
        final long[] shares = LargestRemainder.share(total, weights, weights.length);
        for (int i = 0; i < shares.length; i++)
        {
            able.get(i).done = able.get(i).isSeller() ? -shares[i] : shares[i];
        }
    }

    /** Every step that failed costs the premium; of the two sides of one that never came, one at least has failed. */
    private void compensate(final GroupKey key, final List<Party> parties, final Step step)
    {
        final long premium = Round.multiplyDivide(step.kopecks, parameters.closeOutPremiumE6(), ONE_E6);
        long owed = 0;
        for (final Party party : parties)
        {
            final long received = Math.multiplyExact(party.blameless(), premium);
            party.paid = Math.addExact(party.paid, received);
            owed = Math.addExact(owed, party.blameless());
        }
        for (final Party party : parties)
        {
            final long toOthers = Math.min(owed, party.failed());
            owed -= toOthers;
            books.payPremium(
                key, party, toOthers * premium, (party.failed() - toOthers) * premium);
        }
    }

    /** What is delivered together. */
    record GroupKey(int settleDate, String asset, String currency) implements Comparable<GroupKey>
    {
        private static final Comparator<GroupKey> ORDER = Comparator.comparingInt(GroupKey::settleDate)
            .thenComparing(GroupKey::asset)
            .thenComparing(GroupKey::currency);

        /** Whether it is paid in another currency than roubles. */
        boolean isForeign()
        {
            return !currency.isEmpty();
        }

        @Override
        public int compareTo(final GroupKey other)
        {
            return ORDER.compare(this, other);
        }
    }

    /**
     * The smallest part of a group that can be delivered alone, and its money at the settlement price. Whatever is due
     * in the group is a multiple of it.
     */
    private final class Step
    {
        private final long units;
        /** In the currency that it is paid in. */
        private final long money;
        private final long kopecks;
        /** Roubles and what is paid per lot and point of the price. */
        private final long pointValueE5;
        private final long paymentPointE5;

        Step(final GroupKey key, final List<Party> parties)
        {
            long common = 0;
            Contract first = null;
            for (final Party party : parties)
            {
                for (final DueObligation row : party.rows)
                {
                    final Contract contract = contracts[row.instrument()];
                    common = divisor(contract.terms().lotUnits(), common);
                    // What an earlier run has left stands in one instrument and need not be whole lots of it.
                    common = divisor(Math.absExact(row.units()), common);
                    first = null == first || contract.instrumentId() < first.instrumentId() ? contract : first;
                }
            }
            // A future that has ended keeps its last price, and so does not mark what fails after it.
            final Contract spot = spot(key);
            final Contract priced = null == spot ? first : spot;
            units = common;
            pointValueE5 = priced.pointValueE5();
            paymentPointE5 = priced.paymentPointE5();
            money = money(priced, paymentPointE5);
            kopecks = money(priced, pointValueE5);
        }

        private long money(final Contract priced, final long pointE5)
        {
            return Round.multiplyDivide(
                VariationMargin.unit(priced.settlementE5(), pointE5), units, priced.terms().lotUnits());
        }

        /** Roubles of an amount of the currency, at the tick value of the run. */
        long roubles(final long hundredths)
        {
            return Round.multiplyDivide(hundredths, pointValueE5, paymentPointE5);
        }

        /** Instrument of the spot market with a price of the run, smallest id; null when the asset has none. */
        private Contract spot(final GroupKey key)
        {
            Contract spot = null;
            for (final Contract contract : contracts)
            {
                final boolean isPriced = ContractStyle.SPOT == contract.terms().style() &&
                    key.asset.equals(contract.terms().asset()) && key.currency.equals(contract.terms().currency()) &&
                    contract.settlementE5() > 0;
                if (isPriced && (null == spot || contract.instrumentId() < spot.instrumentId()))
                {
                    spot = contract;
                }
            }
            return spot;
        }

        /** Greatest common divisor; of 0 and a number that number. */
        private static long divisor(final long a, final long b)
        {
            return 0 == b ? a : divisor(b, a % b);
        }
    }
}
