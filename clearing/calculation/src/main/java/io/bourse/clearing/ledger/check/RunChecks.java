// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.ledger.Workers;
import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.table.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;

/**
 * The invariants (rules 5), in integers and exact, over the tables as they were written, not over what was in
 * memory when they were. Every check that fails names the record. What is compared goes another way than what it is
 * compared with: rows of positions are added up and held against trades, postings and money, never calculated again.
 */
public final class RunChecks
{
    /** Ranges per thread, so that none waits long for the other. */
    private static final int PIECES_PER_THREAD = 4;

    private final CheckInput input;
    private final Names names;
    private final int pieces;
    private final List<CheckResult> results = new ArrayList<>();
    private final CheckResult[] carries = new CheckResult[4];
    private PositionScan positions;
    private TradeScan trades;
    private LedgerScan ledger;
    private PaymentScan payments;
    private MovementScan movements;
    private MovementScan earlierMovements;

    /**
     * Checks of one run.
     *
     * @param input what is compared.
     */
    public RunChecks(final CheckInput input)
    {
        this.input = input;
        this.names = new Names(input.calculation());
        this.pieces = input.calculation().threads() <= 1 ? 1 : PIECES_PER_THREAD * input.calculation().threads();
    }

    /**
     * Checks everything that the tables of a run can show. First come the checks that look at single records: what is
     * wrong with one of them usually shows in the totals too, and the first failure is the one that stops the run.
     *
     * @return this.
     */
    public RunChecks check()
    {
        scan();
        checkTrades();
        checkPositions();
        checkPostings();
        Collections.addAll(results, carries);
        checkMatcher();
        checkSums();
        checkMovements();
        checkMargin();
        checkAccounts();
        return this;
    }

    /**
     * Goes through the tables and judges nothing, as a rehearsal does that has written a part of them.
     *
     * @return what was counted.
     */
    public RunTotals rehearse()
    {
        scan();
        return totals();
    }

    private void scan()
    {
        final CalculationInput calculation = input.calculation();
        final List<LedgerScan> ledgers = new ArrayList<>();
        final List<PositionScan> positionScans = new ArrayList<>();
        final List<TradeScan> tradeScans = new ArrayList<>();
        final List<Callable<Void>> tasks = new ArrayList<>();
        for (final RegisterRange range : RegisterRange.split(input.books(), names, pieces))
        {
            final LedgerScan scan = new LedgerScan(input, names);
            ledgers.add(scan);
            tasks.add(Workers.task(() -> scan.scan(range)));
        }
        final long rows = input.books().positions().rows();
        for (int piece = 0; piece < pieces; piece++)
        {
            final PositionScan scan = new PositionScan(input, names);
            final long from = rows * piece / pieces;
            final long to = rows * (piece + 1) / pieces;
            positionScans.add(scan);
            tasks.add(Workers.task(() -> scan.scan(from, to)));
            final TradeScan tradeScan = new TradeScan(calculation, names);
            final long fromTrade = (long)calculation.tradeCount() * piece / pieces;
            final long toTrade = (long)calculation.tradeCount() * (piece + 1) / pieces;
            tradeScans.add(tradeScan);
            tasks.add(Workers.task(() -> tradeScan.scan(fromTrade, toTrade)));
        }
        payments = new PaymentScan(input.books().payments(), names, input.calculation().contracts().length);
        tasks.add(Workers.task(payments::scan));
        addCarries(tasks);
        Workers.run(calculation.threads(), tasks);
        ledger = ledgers.getFirst();
        ledgers.stream().skip(1).forEach(ledger::merge);
        ledger.sums.merge(payments.sums);
        positions = positionScans.getFirst();
        positionScans.stream().skip(1).forEach(positions::merge);
        trades = tradeScans.getFirst();
        tradeScans.stream().skip(1).forEach(trades::merge);
        movements = MovementScan.of(calculation.movements(), names, calculation.contracts().length);
        earlierMovements = MovementScan.of(calculation.paidMovements(), names, calculation.contracts().length);
        new EarlierMovements(names, input.books().positions())
            .addTo(positions.sums, calculation.paidMovements());
    }

    private void addCarries(final List<Callable<Void>> tasks)
    {
        final CalculationInput calculation = input.calculation();
        final CarryScan carry = new CarryScan(names);
        final Table now = input.books().positions();
        tasks.add(Workers.task(() -> carries[0] = carry.positions(
            "I5 positions at the opening equal those the previous evening run has left",
            calculation.carried(), RunTables.POSITION_END, now, RunTables.POSITION_BEGIN)));
        tasks.add(Workers.task(() -> carries[1] = carry.positions(
            "I2 margin taken off as paid equals what the last run of the day has booked",
            null == input.paidRun() ? null : input.paidRun().positions(), RunTables.POSITION_VM_DAY,
            now, RunTables.POSITION_VM_PAID)));
        tasks.add(Workers.task(() -> carries[2] = carry.openingMoney(
            input.opening(), input.books().money(), calculation.registers().size())));
        tasks.add(Workers.task(() -> carries[3] = carry.paidMoney(
            input.paidRun(), input.opening(), input.books().money())));
    }

    private void checkTrades()
    {
        final long count = input.calculation().tradeCount();
        add("I6 every trade is as the stream told it", count, trades.unchanged.text());
        add("I6 every trade is there once, in the order of trading", count, trades.order.text());
        add("I6 every trade is of known registers and instruments", count, trades.contents.text());
    }

    private void checkMatcher()
    {
        final MatcherTotals matcher = input.matcher();
        if (null == matcher)
        {
            return;
        }
        final FirstFailure counts = new FirstFailure();
        final FirstFailure interest = new FirstFailure();
        for (int i = 0; i < positions.sums.instruments(); i++)
        {
            if (trades.isCleared(i) &&
                (matcher.sessionTrades()[i] != trades.trades[i] || matcher.sessionLots()[i] != trades.lots[i]))
            {
                counts.note("instrumentId=" + names.instrumentId(i) + " trades=" + trades.trades[i] +
                    " matcherTrades=" + matcher.sessionTrades()[i] + " lots=" + trades.lots[i] + " matcherLots=" +
                    matcher.sessionLots()[i]);
            }
            if (null != matcher.openInterestLots() && trades.isCleared(i) &&
                matcher.openInterestLots()[i] != positions.sums.lots(InstrumentSums.LONG_TRADED, i))
            {
                interest.note("instrumentId=" + names.instrumentId(i) + " openInterestLots=" +
                    positions.sums.lots(InstrumentSums.LONG_TRADED, i) + " matcherLots=" +
                    matcher.openInterestLots()[i]);
            }
        }
        final long streamTrades = matcher.streamTrades();
        add("I6 trades of the stream equal trades of the matcher", streamTrades,
            streamTrades == matcher.totalTrades() ?
                "" : "streamTrades=" + streamTrades + " matcherTrades=" + matcher.totalTrades());
        add("I6 trades and lots per instrument equal those of the matcher", input.calculation().tradeCount(),
            counts.text());
        if (null != matcher.openInterestLots())
        {
            add("I12 open interest equals that of the matcher", input.books().positions().rows(), interest.text());
        }
    }

    private void checkPositions()
    {
        final long rows = input.books().positions().rows();
        final InstrumentSums sums = positions.sums;
        add("I1 positions are in order, each pair once", rows, positions.order.text());
        add("I1 every position is beginning, trades and movements", rows, positions.arithmetic.text());
        final PairDrill drill = new PairDrill(input, names);
        add("I6 lots bought are those of the trades", rows, differing(sums.lots(InstrumentSums.BUYS_PRINT),
            trades.buysPrint, i -> drill.ofTrades(i, RunTables.POSITION_BUYS, DayTables.TRADE_BUYER)));
        add("I6 lots sold are those of the trades", rows, differing(sums.lots(InstrumentSums.SELLS_PRINT),
            trades.sellsPrint, i -> drill.ofTrades(i, RunTables.POSITION_SELLS, DayTables.TRADE_SELLER)));
        final long[] movedPrint = movements.prints.clone();
        for (int i = 0; i < movedPrint.length; i++)
        {
            movedPrint[i] += earlierMovements.prints[i];
        }
        add("I8 lots moved are those of the movements of the day", rows,
            differing(sums.lots(InstrumentSums.MOVED_PRINT), movedPrint, drill::ofMovements));
        add("I8 no position is left in a contract that has ended", rows, positions.ended.text());
        add("I2 nothing is taken off as paid without an earlier run of the day", rows, positions.paid.text());
        add("I7 fees are charged in the evening only and never below zero", rows, positions.fees.text());
    }

    private void checkPostings()
    {
        final long registers = input.books().money().rows();
        add("I3 postings are those that the positions ask for, each once", input.books().ledger().rows(),
            ledger.entries.text());
        add("I3 payments are in order, each once, between a register and an account of the house", payments.rows,
            payments.contents.text());
        add("I4 money tells of the positions", registers, ledger.money.text());
        add("I4 amount at the end equals beginning and postings", registers, ledger.moved.text());
    }

    private void checkSums()
    {
        final InstrumentSums sums = positions.sums;
        zero("I1 positions at the opening sum to zero", "lots", sums.lots(InstrumentSums.BEGIN));
        final long[] traded = new long[sums.instruments()];
        Arrays.setAll(traded, i -> sums.lots(InstrumentSums.BEGIN, i) + sums.lots(InstrumentSums.BUYS, i) -
            sums.lots(InstrumentSums.SELLS, i));
        zero("I1 positions after the trades sum to zero", "lots", traded);
        zero("I1 positions at the end sum to zero", "lots", sums.lots(InstrumentSums.END));
    }

    private static String differing(final long[] prints, final long[] others, final IntFunction<String> drill)
    {
        for (int i = 0; i < prints.length; i++)
        {
            if (prints[i] != others[i])
            {
                return drill.apply(i);
            }
        }
        return "";
    }

    private void checkMovements()
    {
        add("I8 every movement is of a known register and instrument", movements.rows, movements.contents.text());
        add("I8 exercised lots equal assigned lots", movements.rows, movements.exerciseFailure());
        add("I8 expired positions sum to zero", movements.rows, movements.expiryFailure());
    }

    private void checkMargin()
    {
        final InstrumentSums sums = positions.sums;
        final Sum128[] paid = sums.money(InstrumentSums.MARGIN_PAID);
        final Sum128[] run = sums.money(InstrumentSums.MARGIN_DAY);
        Arrays.setAll(run, i -> run[i].subtract(paid[i]));
        zero("I2 margin of the day sums to zero", sums.money(InstrumentSums.MARGIN_DAY));
        zero("I2 margin paid earlier sums to zero", paid);
        zero("I2 margin of the run sums to zero", run);
    }

    private void checkAccounts()
    {
        final LedgerSums sums = ledger.sums;
        final long count = input.books().ledger().rows();
        final Sum128 all = new Sum128();
        for (final PostingCode code : PostingCode.values())
        {
            all.add(sums.received[code.ordinal()]);
            all.subtract(sums.paid[code.ordinal()]);
        }
        for (int i = 0; i < sums.transit.length; i++)
        {
            all.add(sums.transit[i]);
            all.add(sums.exchangeIncome[i]);
            all.add(sums.clearingIncome[i]);
            all.add(sums.vat[i]);
        }
        for (final Sum128 house : sums.house)
        {
            all.add(house);
        }
        all.add(sums.elsewhere);
        add("I3 debits equal credits", count, all.isZero() ? "" : "differenceKopecks=" + all);
        zero("I3 margin transit is empty", sums.transit);
        add("I3 suspense and rounding are empty", count,
            sums.elsewhere.isZero() ? "" : "kopecks=" + sums.elsewhere);
        final Sum128 settlement = sums.house[-HouseAccounts.SETTLEMENT];
        add("I3 the account of settled obligations is empty", payments.rows,
            settlement.isZero() ? "" : "kopecks=" + settlement);
        checkFees(sums);
    }

    private void checkFees(final LedgerSums sums)
    {
        final FirstFailure failure = new FirstFailure();
        final Sum128[] exchange = positions.sums.money(InstrumentSums.EXCHANGE_FEE);
        final Sum128[] clearing = positions.sums.money(InstrumentSums.CLEARING_FEE);
        final Sum128[] vat = positions.sums.money(InstrumentSums.VAT);
        for (int i = 0; i < vat.length; i++)
        {
            if (!sums.exchangeIncome[i].equals(exchange[i]) || !sums.clearingIncome[i].equals(clearing[i]) ||
                !sums.vat[i].equals(vat[i]))
            {
                failure.note("instrumentId=" + names.instrumentId(i) + " exchangeIncome=" + sums.exchangeIncome[i] +
                    " fee_ex=" + exchange[i] + " clearingIncome=" + sums.clearingIncome[i] + " fee_cc=" +
                    clearing[i] + " vatOwed=" + sums.vat[i] + " vat=" + vat[i]);
            }
        }
        add("I7 fee income and tax equal what the registers pay", input.books().ledger().rows(), failure.text());
    }

    private void zero(final String name, final String unit, final long[] sums)
    {
        final FirstFailure failure = new FirstFailure();
        for (int i = 0; i < sums.length; i++)
        {
            if (0 != sums[i])
            {
                failure.note("instrumentId=" + names.instrumentId(i) + " " + unit + "=" + sums[i]);
            }
        }
        add(name, input.books().positions().rows(), failure.text());
    }

    private void zero(final String name, final Sum128[] sums)
    {
        final FirstFailure failure = new FirstFailure();
        for (int i = 0; i < sums.length; i++)
        {
            if (!sums[i].isZero())
            {
                failure.note("instrumentId=" + names.instrumentId(i) + " kopecks=" + sums[i]);
            }
        }
        add(name, input.books().positions().rows(), failure.text());
    }

    private void add(final String name, final long compared, final String failure)
    {
        results.add(new CheckResult(name, compared, failure));
    }

    /**
     * Adds the outcome of a check made elsewhere.
     *
     * @param result of it.
     */
    public void add(final CheckResult result)
    {
        results.add(result);
    }

    /**
     * All outcomes so far, in the order of the checks.
     *
     * @return read-only view.
     */
    public List<CheckResult> results()
    {
        return Collections.unmodifiableList(results);
    }

    /**
     * What the tables add up to.
     *
     * @return totals.
     * @throws IllegalStateException before {@link #check}.
     */
    public RunTotals totals()
    {
        if (null == positions)
        {
            throw new IllegalStateException("totals are counted by the checks: check first");
        }
        return new RunTotals(positions.sums, trades, ledger.sums);
    }

    /**
     * Stops the run when a check does not hold.
     *
     * @throws CheckFailedException of the first that does not.
     */
    public void requireAll()
    {
        for (final CheckResult result : results)
        {
            if (!result.isOk())
            {
                throw new CheckFailedException(result.name(), result.failure());
            }
        }
    }
}
