// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.table.Table;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * I9: what is left and what was settled is what was carried and what the run has made, worked out from trades and
 * closing movements and not from the plan; it nets to zero per asset, date and currency.
 */
public final class ObligationChecks
{
    private final Names names;
    private final Contract[] contracts;
    private final List<ObligationCursor> wanted;
    private final ObligationCursor left;
    private final ObligationCursor settled;
    private final long rows;
    private final FirstFailure different = new FirstFailure();
    private final Map<String, Sum128[]> leftSums = new TreeMap<>();
    private final Map<String, Sum128[]> settledSums = new TreeMap<>();

    private ObligationChecks(
        final CalculationInput calculation,
        final Table carried,
        final Table obligations,
        final Table settlements,
        final int[] settleDates,
        final long[] accruedE5)
    {
        this.names = new Names(calculation);
        this.contracts = calculation.contracts();
        this.wanted = List.of(
            ObligationSources.left(names, carried),
            ObligationSources.ofMovements(calculation, names, settleDates),
            ObligationSources.ofTrades(calculation, names, settleDates, accruedE5));
        this.left = ObligationSources.left(names, obligations);
        this.settled = ObligationSources.settled(names, settlements);
        this.rows = (null == obligations ? 0 : obligations.rows()) + (null == settlements ? 0 : settlements.rows());
    }

    /**
     * Checks the obligations of a run.
     *
     * @param calculation what the run calculated from, with its movements.
     * @param carried RunTables.OBLIGATIONS of the last completed run, or null.
     * @param obligations RunTables.OBLIGATIONS of the run.
     * @param settlements RunTables.SETTLEMENTS of the run, or null.
     * @param settleDates by ordinal: YYYYMMDD of what the run makes, 0 when it is not settled here.
     * @param accruedE5 by ordinal: interest that a unit of the asset has earned, in the currency of its payment x
     *     100 000.
     * @return outcomes.
     */
    public static List<CheckResult> of(
        final CalculationInput calculation,
        final Table carried,
        final Table obligations,
        final Table settlements,
        final int[] settleDates,
        final long[] accruedE5)
    {
        return new ObligationChecks(calculation, carried, obligations, settlements, settleDates, accruedE5).check();
    }

    private List<CheckResult> check()
    {
        wanted.forEach(this::next);
        next(left);
        next(settled);
        for (ObligationCursor place = first(); null != place; place = first())
        {
            check(place);
        }
        return List.of(
            new CheckResult("I9 obligations are those carried and those of contracts that end, each once",
                rows, different.text()),
            new CheckResult("I9 obligations net to zero", rows, Stream.of(leftSums, settledSums)
                .map(ObligationChecks::unbalanced).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "))));
    }

    private void next(final ObligationCursor cursor)
    {
        if (!cursor.next())
        {
            different.note(cursor.name() + " settleDate=" + cursor.settleDate + " is out of order");
        }
    }

    private ObligationCursor first()
    {
        ObligationCursor first = null;
        for (final ObligationCursor cursor : List.of(left, settled, wanted.get(0), wanted.get(1), wanted.get(2)))
        {
            if (!cursor.isDone() && (null == first || cursor.isBefore(first)))
            {
                first = cursor;
            }
        }
        return first;
    }

    private void check(final ObligationCursor first)
    {
        final Place place = new Place(first.name(), sumKey(first));
        final Place.Sum asked = new Place.Sum();
        final ObligationCursor[] here = wanted.stream()
            .filter(cursor -> !cursor.isDone() && cursor.isAt(first) && cursor != first)
            .toArray(ObligationCursor[]::new);
        final boolean isLeft = !left.isDone() && left.isAt(first);
        final boolean isSettled = !settled.isDone() && settled.isAt(first);
        for (final ObligationCursor cursor : here)
        {
            asked.add(cursor);
        }
        if (wanted.contains(first))
        {
            asked.add(first);
        }
        final Place.Sum found = new Place.Sum();
        if (isLeft)
        {
            found.add(left);
            add(leftSums, place.sumKey, left);
        }
        final int date = first.settleDate;
        final int account = first.account;
        final int instrument = first.instrument;
        for (boolean more = isSettled; more; more = isStill(account, instrument, date))
        {
            found.add(settled);
            add(settledSums, place.sumKey + " kind=" + settled.kind, settled);
            next(settled);
        }
        for (final ObligationCursor cursor : here)
        {
            next(cursor);
        }
        if (wanted.contains(first))
        {
            next(first);
        }
        if (isLeft)
        {
            next(left);
        }
        compare(place, asked, found, isLeft || isSettled);
    }

    private boolean isStill(final int account, final int instrument, final int date)
    {
        return !settled.isDone() && settled.account == account && settled.instrument == instrument &&
            settled.settleDate == date;
    }

    private void compare(final Place place, final Place.Sum asked, final Place.Sum found, final boolean isThere)
    {
        final String facts = " wantedUnits=" + asked.units + " wantedKopecks=" + asked.money;
        if (!isThere)
        {
            if (!asked.isNothing())
            {
                different.note(place.name + " has no obligation," + facts);
            }
        }
        else if (found.units != asked.units || found.money != asked.money)
        {
            different.note(place.name + " units=" + found.units + " kopecks=" + found.money + facts);
        }
    }

    /** What nets to zero: an asset of a date, and what is paid for it in a currency; a contract that has none. */
    private String sumKey(final ObligationCursor cursor)
    {
        final int instrument = cursor.instrument;
        return names.isInstrument(instrument) && contracts[instrument].terms().hasAsset() ?
            "asset=" + contracts[instrument].terms().asset() + " settleDate=" + cursor.settleDate +
            (contracts[instrument].terms().isForeign() ? " currency=" + contracts[instrument].terms().currency() : "") :
            "instrumentId=" + names.instrumentId(instrument);
    }

    private static void add(
        final Map<String, Sum128[]> sums, final String key, final ObligationCursor cursor)
    {
        final Sum128[] sum = sums.computeIfAbsent(key, absent -> new Sum128[]{new Sum128(), new Sum128()});
        sum[0].add(cursor.units);
        sum[1].add(cursor.money);
    }

    private static String unbalanced(final Map<String, Sum128[]> sums)
    {
        for (final Map.Entry<String, Sum128[]> sum : sums.entrySet())
        {
            if (!sum.getValue()[0].isZero() || !sum.getValue()[1].isZero())
            {
                return sum.getKey() + " units=" + sum.getValue()[0] + " kopecks=" + sum.getValue()[1];
            }
        }
        return "";
    }

    /** Where rows of several tables meet. */
    private record Place(String name, String sumKey)
    {
        private static final class Sum
        {
            private long units;
            private long money;

            void add(final ObligationCursor cursor)
            {
                units += cursor.units;
                money += cursor.money;
            }

            boolean isNothing()
            {
                return 0 == units && 0 == money;
            }
        }
    }
}
