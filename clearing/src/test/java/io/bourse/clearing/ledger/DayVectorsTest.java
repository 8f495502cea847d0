// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;

import io.bourse.clearing.Vectors;

/** The whole day of the sheet's vectors, equal to the kopeck. */
class DayVectorsTest
{
    private static final int SI = 0;
    private static final int RI = 1;

    private final Book book = load();

    @Test
    void shouldCarryTheDayPositionsAndMargin()
    {
        final PositionTable day = book.intraday();
        final PositionTable evening = book.evening();
        final List<CSVRecord> expected = Vectors.read("day_expected_positions.csv");
        assertEquals(expected.size(), evening.size());
        for (final CSVRecord row : expected)
        {
            final int index = row(evening, row.get("client"), instrument(row.get("instrument")));
            assertEquals(Long.parseLong(row.get("pos_beg")), evening.begin(index), row.toString());
            assertEquals(Long.parseLong(row.get("pos_end")), evening.end(index), row.toString());
            final int dayIndex = row(day, row.get("client"), instrument(row.get("instrument")));
            assertEquals(Vectors.kopecks(row.get("vm_day")), day.margin(dayIndex), row.toString());
            assertEquals(Vectors.kopecks(row.get("vm_day")), evening.paidMargin(index), row.toString());
            assertEquals(Vectors.kopecks(row.get("vm_eve")), evening.margin(index), row.toString());
            assertEquals(Vectors.kopecks(row.get("vm_total")), evening.wholeMargin(index), row.toString());
        }
    }

    @Test
    void shouldChargeTheDayFees()
    {
        final PositionTable evening = book.evening();
        int legs = 0;
        for (final CSVRecord row : Vectors.read("day_expected_fees.csv"))
        {
            final int trade = Integer.parseInt(row.get("trade_id")) - 1;
            final int leg = 2 * trade + ("B".equals(row.get("side")) ? 0 : 1);
            assertEquals(row.get("client"), book.accounts.name(book.trades.account(leg)));
            assertEquals(Long.parseLong(row.get("scalped_qty")), evening.legScalpedLots(leg), row.toString());
            assertEquals(Vectors.kopecks(row.get("exch_fee")), evening.legExchangeFee(leg), row.toString());
            assertEquals(Vectors.kopecks(row.get("clr_fee")), evening.legClearingFee(leg), row.toString());
            legs++;
        }
        assertEquals(2 * book.trades.size(), legs);
    }

    @Test
    void shouldEndTheDayWithItsMoney()
    {
        final RunInput input = book.eveningInput();
        final PositionTable evening = PositionCalculator.calculate(input);
        final Ledger ledger = Ledger.of(evening, book.accounts.size(), book.contracts.size());
        final long[] begins = new long[book.accounts.size()];
        final List<CSVRecord> expected = Vectors.read("day_expected_money.csv");
        Arrays.fill(begins, Vectors.kopecks(expected.getFirst().get("amount_beg")));
        final MoneyTable money = MoneyTable.of(begins, evening, ledger);
        for (final CSVRecord row : expected)
        {
            final int account = book.account(row.get("client"));
            assertEquals(Vectors.kopecks(row.get("amount_beg")), money.begin(account), row.toString());
            assertEquals(Vectors.kopecks(row.get("vm_day")), money.paidMargin(account), row.toString());
            assertEquals(Vectors.kopecks(row.get("vm_eve")), money.margin(account), row.toString());
            assertEquals(-Vectors.kopecks(row.get("fee_exchange")), money.exchangeFee(account), row.toString());
            assertEquals(-Vectors.kopecks(row.get("fee_clearing")), money.clearingFee(account), row.toString());
            assertEquals(Vectors.kopecks(row.get("amount_end")), money.end(account), row.toString());
        }
        final InvariantChecks checks = new InvariantChecks(input, evening, ledger, money);
        checks.checkCalculation();
        checks.requireAll();
        assertEquals(8, checks.results().size());
    }

    private static Book load()
    {
        // The sheet does not print the day's prices beside it; they are those of vm.csv cases 1 and 4.
        final Book book = new Book();
        book.contracts.add(contract("vm.csv", 0, 1, 2_655, 1_965));
        book.contracts.add(contract("vm.csv", 3, 2, 3_795, 2_805));
        final List<CSVRecord> trades = new ArrayList<>(Vectors.read("day_trades.csv"));
        for (final CSVRecord row : Vectors.read("day_open_positions.csv"))
        {
            book.carried.add(
                book.account(row.get("client")),
                instrument(row.get("instrument")),
                Long.parseLong(row.get("qty")));
        }
        for (final CSVRecord row : trades)
        {
            book.trades.add(
                Long.parseLong(row.get("trade_id")),
                instrument(row.get("instrument")),
                Vectors.priceE5(row.get("price")),
                Long.parseLong(row.get("qty")),
                book.account(row.get("buyer")),
                book.account(row.get("seller")),
                "B".equals(row.get("taker_side")));
            if ("1".equals(row.get("window(1=before day clearing)")))
            {
                book.cut = book.trades.size();
            }
        }
        return book;
    }

    private static Book.Contract contract(
        final String file, final int row, final int id, final long exchangePctE6, final long clearingPctE6)
    {
        final CSVRecord vm = Vectors.read(file).get(row);
        return new Book.Contract(
            id,
            Vectors.priceE5(vm.get("R")),
            Vectors.priceE5(vm.get("W1")),
            Vectors.priceE5(vm.get("W2")),
            Vectors.priceE5(vm.get("sp_prev")),
            Vectors.priceE5(vm.get("sp_day")),
            Vectors.priceE5(vm.get("sp_eve")),
            exchangePctE6,
            clearingPctE6);
    }

    private static int instrument(final String name)
    {
        return "SI".equals(name) ? SI : RI;
    }

    private int row(final PositionTable table, final String client, final int instrument)
    {
        for (int row = 0; row < table.size(); row++)
        {
            if (client.equals(book.accounts.name(table.account(row))) && instrument == table.instrument(row))
            {
                return row;
            }
        }
        throw new AssertionError("no row: client=" + client + " instrument=" + instrument);
    }
}
