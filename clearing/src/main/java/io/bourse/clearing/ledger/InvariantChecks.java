// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.ingest.Accounts;
import io.bourse.clearing.ingest.CarriedPositions;
import io.bourse.clearing.ingest.OrderRegister;
import io.bourse.clearing.ingest.TradeColumns;
import io.bourse.clearing.model.Sum128;

/**
 * The invariants of sheet section 5, in integers and exact, as far as this house has the things they speak of. Every
 * check names the first record that breaks it.
 */
public final class InvariantChecks
{
    private final RunInput input;
    private final PositionTable table;
    private final Ledger ledger;
    private final MoneyTable money;
    private final List<CheckResult> results = new ArrayList<>();

    /**
     * Checks of one run.
     *
     * @param input of the calculation.
     * @param table its rows.
     * @param ledger its postings.
     * @param money its amounts.
     */
    public InvariantChecks(
        final RunInput input, final PositionTable table, final Ledger ledger, final MoneyTable money)
    {
        this.input = input;
        this.table = table;
        this.ledger = ledger;
        this.money = money;
    }

    /** Checks all that needs nothing but the calculation: I1, I2, I3, I4, I7. */
    public void checkCalculation()
    {
        zeroSums("I1 positions at the opening sum to zero", "lots", table::begin);
        zeroSums("I1 positions at the cut sum to zero", "lots", table::end);
        zeroSums("I2 variation margin of the run sums to zero", "kopecks", table::margin);
        zeroSums("I2 variation margin of the day sums to zero", "kopecks", table::wholeMargin);
        checkLedger();
        checkMoney();
        checkFees();
    }

    /**
     * Checks the trades against the order register and against the engine's count (I6).
     *
     * @param orders register of the day.
     * @param streamTrades trades of the whole stream up to the cut.
     * @param engineTrades trades the engine counts.
     */
    public void checkTrades(final OrderRegister orders, final long streamTrades, final long engineTrades)
    {
        final TradeColumns trades = input.trades();
        String failure = "";
        for (int trade = 0; trade < input.tradeCount() && failure.isEmpty(); trade++)
        {
            if (trades.filledByRegister(trade) != trades.qtyLots(trade))
            {
                failure = "tradeId=" + trades.tradeId(trade) + " qtyLots=" + trades.qtyLots(trade) +
                    " filledByOrders=" + trades.filledByRegister(trade) + " buyOrderId=" + trades.orderId(2 * trade) +
                    " sellOrderId=" + trades.orderId(2 * trade + 1);
            }
        }
        add("I6 every trade took from both orders what it says", input.tradeCount(), failure);
        add("I6 order events fit together", orders.eventCount(),
            orders.anomalies().isEmpty() ? "" : orders.anomalies().getFirst());
        add("I6 trades of the stream equal trades of the engine", streamTrades,
            streamTrades == engineTrades ? "" : "streamTrades=" + streamTrades + " engineTrades=" + engineTrades);
    }

    /**
     * Ties the positions out against those the engine holds. Positions that were there before the stream began are
     * unknown to the engine.
     *
     * @param name of the check.
     * @param expected what the other side holds.
     * @param beforeStream positions held before the first trade of the stream.
     */
    public void checkPositions(
        final String name, final CarriedPositions expected, final CarriedPositions beforeStream)
    {
        final CarriedPositions difference = new CarriedPositions();
        for (int row = 0; row < table.size(); row++)
        {
            difference.add(table.account(row), table.instrument(row), table.end(row));
        }
        negate(difference, expected);
        negate(difference, beforeStream);
        final long[] keys = difference.sortedKeys();
        add(name, table.size(), 0 == keys.length ? "" : describe(keys[0], expected, beforeStream, difference));
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

    private void add(final String name, final long compared, final String failure)
    {
        results.add(new CheckResult(name, compared, failure));
    }

    /**
     * All outcomes so far.
     *
     * @return read-only view.
     */
    public List<CheckResult> results()
    {
        return Collections.unmodifiableList(results);
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

    private void zeroSums(final String name, final String unit, final RowValue value)
    {
        final Sum128[] sums = new Sum128[input.prices().length];
        Arrays.setAll(sums, i -> new Sum128());
        for (int row = 0; row < table.size(); row++)
        {
            sums[table.instrument(row)].add(value.of(row));
        }
        String failure = "";
        for (int i = sums.length - 1; i >= 0; i--)
        {
            if (!sums[i].isZero())
            {
                failure = "instrumentId=" + input.prices()[i].instrumentId() + " " + unit + "=" + sums[i];
            }
        }
        add(name, table.size(), failure);
    }

    private void checkLedger()
    {
        add("I3 debits equal credits", ledger.postings().size(),
            ledger.debits().equals(ledger.credits()) ?
                "" : "debitKopecks=" + ledger.debits() + " creditKopecks=" + ledger.credits());
        String failure = "";
        for (int i = input.prices().length - 1; i >= 0; i--)
        {
            final long balance = ledger.balance(ledger.transit(i));
            if (0 != balance)
            {
                failure = "instrumentId=" + input.prices()[i].instrumentId() + " transitKopecks=" + balance;
            }
        }
        add("I3 margin transit is empty", input.prices().length, failure);
    }

    private void checkMoney()
    {
        String failure = "";
        for (int account = money.size() - 1; account >= 0; account--)
        {
            final long expected = money.begin(account) + money.paidMargin(account) + money.margin(account) -
                money.exchangeFee(account) - money.clearingFee(account);
            if (money.end(account) != expected)
            {
                failure = "client=" + input.accounts().name(account) + " amountEndKopecks=" + money.end(account) +
                    " expectedKopecks=" + expected;
            }
        }
        add("I4 amount at the end equals beginning and movements", money.size(), failure);
    }

    private void checkFees()
    {
        final Sum128 exchange = new Sum128();
        final Sum128 clearing = new Sum128();
        for (int leg = 0; leg < 2 * table.tradeCount(); leg++)
        {
            exchange.add(table.legExchangeFee(leg));
            clearing.add(table.legClearingFee(leg));
        }
        exchange.add(Math.negateExact(ledger.balance(ledger.exchangeFees())));
        clearing.add(Math.negateExact(ledger.balance(ledger.clearingFees())));
        add("I7 fee income equals fees of the trades", 2L * table.tradeCount(),
            exchange.isZero() && clearing.isZero() ?
                "" : "exchangeDifferenceKopecks=" + exchange + " clearingDifferenceKopecks=" + clearing);
    }

    private static void negate(final CarriedPositions from, final CarriedPositions subtrahend)
    {
        for (final long key : subtrahend.sortedKeys())
        {
            from.add(
                CarriedPositions.accountId(key),
                CarriedPositions.instrument(key),
                Math.negateExact(subtrahend.lots(key)));
        }
    }

    private String describe(
        final long key,
        final CarriedPositions expected,
        final CarriedPositions beforeStream,
        final CarriedPositions difference)
    {
        final Accounts accounts = input.accounts();
        final long expectedLots = expected.lots(key) + beforeStream.lots(key);
        return "client=" + accounts.name(CarriedPositions.accountId(key)) +
            " instrumentId=" + input.prices()[CarriedPositions.instrument(key)].instrumentId() +
            " lots=" + (expectedLots + difference.lots(key)) + " expectedLots=" + expectedLots;
    }

    private interface RowValue
    {
        long of(int row);
    }
}
