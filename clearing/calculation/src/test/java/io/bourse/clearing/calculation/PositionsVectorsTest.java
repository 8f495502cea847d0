// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.clearing.Vectors;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** The golden vectors of positions, margin and fees, through the whole calculation. */
class PositionsVectorsTest
{
    private static final int SI = 0;
    private static final int RI = 1;

    @TempDir
    private Path scratch;

    static List<CSVRecord> vm()
    {
        return Vectors.read("vm.csv");
    }

    static List<CSVRecord> perpetuals()
    {
        return Vectors.read("vm_perpetual.csv");
    }

    static List<CSVRecord> fees()
    {
        return Vectors.read("fees.csv");
    }

    @ParameterizedTest(name = "case {index}")
    @MethodSource("vm")
    void shouldBookVariationMarginOfTheDayAndTheEvening(final CSVRecord vector)
    {
        final boolean hasDay = !vector.get("sp_day").isEmpty();
        final DayBook book = new DayBook();
        book.chargesFees = false;
        final int one = book.account("AA01001");
        final int other = book.account("AA01002");
        final int lots = Integer.parseInt(vector.get("qty"));
        if (vector.get("trade_price").isEmpty())
        {
            book.carried.add(new DayBook.Carried(one, 0, lots));
        }
        else
        {
            book.trade(0, Vectors.priceE5(vector.get("trade_price")), Math.abs(lots),
                lots > 0 ? one : other, lots > 0 ? other : one);
        }
        long paid = 0;
        if (hasDay)
        {
            book.contracts.add(future(vector, 1, true, 0, 0));
            paid = rows(book).get("AA01001/1").marginDay();
            book.contracts.clear();
            book.paidTradeCount = book.trades.size();
        }
        book.contracts.add(future(vector, 1, false, 0, 0));
        final OracleRow evening = rows(book).get("AA01001/1");
        assertEquals(Vectors.kopecks(vector.get("vm_day")), paid);
        assertEquals(paid, evening.marginPaid());
        assertEquals(Vectors.kopecks(vector.get("vm_eve")), evening.marginDay() - evening.marginPaid());
        assertEquals(Vectors.kopecks(vector.get("vm_total")), evening.marginDay());
    }

    @ParameterizedTest(name = "case {index}")
    @MethodSource("perpetuals")
    void shouldBookMarginOfPerpetuals(final CSVRecord vector)
    {
        final DayBook book = new DayBook();
        book.contracts.add(new Contract(
            1,
            "P",
            new ClearingTerms(ContractStyle.PERPETUAL, OptionRight.NONE, SettlementType.CASH, 0,
                Long.parseLong(vector.get("lot")), 0, 0, false),
            Vectors.priceE5(vector.get("R")),
            Vectors.priceE5(vector.get("W")),
            Vectors.priceE5(vector.get("sp")),
            Vectors.priceE5(vector.get("ref_price")),
            Vectors.scaled(vector.get("swap_rate"), 4),
            null,
            0,
            0));
        final int lots = Integer.parseInt(vector.get("qty"));
        book.carried.add(new DayBook.Carried(book.account("AA01001"), 0, lots));
        book.trade(0, Vectors.priceE5(vector.get("ref_price")), Math.abs(lots), book.account("AA01002"),
            book.account("AA01003"));
        final TreeMap<String, OracleRow> rows = rows(book);
        final long vm = Vectors.kopecks(vector.get("vm"));
        assertEquals(vm, rows.get("AA01001/1").marginDay());
        final long bought = lots > 0 ? vm : -vm;
        assertEquals(bought, rows.get("AA01002/1").marginDay());
        assertEquals(-bought, rows.get("AA01003/1").marginDay());
    }

    @ParameterizedTest(name = "case {index}")
    @MethodSource("fees")
    void shouldChargeTheTaker(final CSVRecord vector)
    {
        final boolean isOption = "OPT".equals(vector.get("type"));
        final DayBook book = new DayBook();
        final long priceE5 = Vectors.priceE5(vector.get("price"));
        book.contracts.add(charged(vector, 1, ContractStyle.FUTURE, priceE5,
            Vectors.scaled(vector.get("exch_rate_pct"), 6), Vectors.scaled(vector.get("clr_rate_pct"), 6)));
        // BaseOptFee of the exchange's example: 0.06325 and 0.04675 of the premium.
        book.contracts.add(charged(vector, 2, ContractStyle.MARGINED_OPTION, 0, 6_325_000, 4_675_000));
        book.trade(
            isOption ? 1 : 0,
            isOption ? Vectors.priceE5(vector.get("premium")) : priceE5,
            1,
            book.account("AA01001"),
            book.account("AA01002"));
        final TreeMap<String, OracleRow> rows = rows(book);
        final String instrument = isOption ? "/2" : "/1";
        assertEquals(Vectors.kopecks(vector.get("exch_fee")), rows.get("AA01001" + instrument).exchangeFee());
        assertEquals(Vectors.kopecks(vector.get("clr_fee")), rows.get("AA01001" + instrument).clearingFee());
        assertEquals(0, rows.get("AA01002" + instrument).exchangeFee());
        assertEquals(0, rows.get("AA01002" + instrument).clearingFee());
    }

    @Test
    void shouldEndTheDayWithItsPositionsAndMoney()
    {
        final DayBook book = day(false);
        final TreeMap<String, OracleRow> rows = rows(book);
        final TreeMap<String, OracleRow> intraday = rows(day(true));
        final List<CSVRecord> positions = Vectors.read("day_expected_positions.csv");
        assertEquals(positions.size(), rows.size());
        for (final CSVRecord vector : positions)
        {
            final OracleRow row = rows.get(vector.get("client") + "/" + (1 + instrument(vector)));
            assertEquals(Long.parseLong(vector.get("pos_beg")), row.begin(), vector.toString());
            assertEquals(Long.parseLong(vector.get("pos_end")), row.end(), vector.toString());
            assertEquals(Vectors.kopecks(vector.get("vm_day")), intraday.get(row.key()).marginDay(), vector.toString());
            assertEquals(Vectors.kopecks(vector.get("vm_day")), row.marginPaid(), vector.toString());
            assertEquals(
                Vectors.kopecks(vector.get("vm_eve")), row.marginDay() - row.marginPaid(), vector.toString());
            assertEquals(Vectors.kopecks(vector.get("vm_total")), row.marginDay(), vector.toString());
        }
        for (final CSVRecord vector : Vectors.read("day_expected_money.csv"))
        {
            final List<OracleRow> own =
                rows.values().stream().filter(row -> row.code().equals(vector.get("client"))).toList();
            final long exchange = own.stream().mapToLong(OracleRow::exchangeFee).sum();
            final long clearing = own.stream().mapToLong(OracleRow::clearingFee).sum();
            assertEquals(-Vectors.kopecks(vector.get("fee_exchange")), exchange, vector.toString());
            assertEquals(-Vectors.kopecks(vector.get("fee_clearing")), clearing, vector.toString());
            assertEquals(
                Vectors.kopecks(vector.get("amount_end")),
                Vectors.kopecks(vector.get("amount_beg")) + own.stream().mapToLong(OracleRow::marginDay).sum() -
                    exchange - clearing,
                vector.toString());
        }
    }

    @Test
    void shouldChargeEveryLegOfTheDayItsFee()
    {
        final DayBook book = day(false);
        final List<CSVRecord> vectors = Vectors.read("day_expected_fees.csv");
        assertEquals(2 * book.trades.size(), vectors.size());
        try (DayBook.Tables tables = book.new Tables(scratch))
        {
            final LegFees legs = LegFees.of(tables.input(2));
            for (final CSVRecord vector : vectors)
            {
                final int trade = Integer.parseInt(vector.get("trade_id")) - 1;
                final int leg = 2 * trade + ("B".equals(vector.get("side")) ? 0 : 1);
                assertEquals(Integer.parseInt(vector.get("scalped_qty")), legs.scalpedLots(leg), vector.toString());
                assertEquals(Vectors.kopecks(vector.get("exch_fee")), legs.exchangeFee(leg), vector.toString());
                assertEquals(Vectors.kopecks(vector.get("clr_fee")), legs.clearingFee(leg), vector.toString());
            }
            final long[] expected = new long[book.trades.size()];
            Arrays.setAll(expected, trade -> legs.vmUnit(book.trades.get(trade).instrument(),
                book.trades.get(trade).priceE5()));
            for (int trade = 0; trade < expected.length; trade++)
            {
                assertEquals(expected[trade], legs.vmUnit(trade));
            }
        }
    }

    /** The vectors of the day have no prices; they are those of vm.csv cases 1 and 4. */
    private static DayBook day(final boolean isIntraday)
    {
        final DayBook book = new DayBook();
        final List<CSVRecord> prices = Vectors.read("vm.csv");
        book.contracts.add(future(prices.get(0), 1, isIntraday, 2_655, 1_965));
        book.contracts.add(future(prices.get(3), 2, isIntraday, 3_795, 2_805));
        for (final CSVRecord row : Vectors.read("day_open_positions.csv"))
        {
            book.carried.add(new DayBook.Carried(
                book.account(row.get("client")), instrument(row), Integer.parseInt(row.get("qty"))));
        }
        for (final CSVRecord row : Vectors.read("day_trades.csv"))
        {
            final boolean isFirst = "1".equals(row.get("window(1=before day clearing)"));
            if (isFirst || !isIntraday)
            {
                book.trades.add(new DayBook.Trade(
                    Long.parseLong(row.get("trade_id")),
                    Vectors.priceE5(row.get("price")),
                    Integer.parseInt(row.get("qty")),
                    instrument(row),
                    book.account(row.get("buyer")),
                    book.account(row.get("seller")),
                    "B".equals(row.get("taker_side")) ? 0 : 1));
                book.paidTradeCount = isFirst && !isIntraday ? book.trades.size() : book.paidTradeCount;
            }
        }
        book.chargesFees = !isIntraday;
        return book;
    }

    private static int instrument(final CSVRecord row)
    {
        return "SI".equals(row.get("instrument")) ? SI : RI;
    }

    private static Contract future(
        final CSVRecord vm, final int id, final boolean isIntraday, final long exchangePctE6, final long clearingPctE6)
    {
        final boolean isRevalued = !isIntraday && !vm.get("sp_day").isEmpty();
        return new Contract(
            id,
            "F" + id,
            ClearingTerms.plain(ContractStyle.FUTURE, 0),
            Vectors.priceE5(vm.get("R")),
            Vectors.priceE5(vm.get(isIntraday ? "W1" : "W2")),
            Vectors.priceE5(vm.get(isIntraday ? "sp_day" : "sp_eve")),
            Vectors.priceE5(vm.get("sp_prev")),
            0,
            isRevalued ? new Contract.Paid(Vectors.priceE5(vm.get("sp_day")), Vectors.priceE5(vm.get("W1")), 0) : null,
            exchangePctE6,
            clearingPctE6);
    }

    private static Contract charged(
        final CSVRecord vector,
        final int id,
        final ContractStyle style,
        final long settlementE5,
        final long exchangePctE6,
        final long clearingPctE6)
    {
        return new Contract(
            id,
            "F" + id,
            new ClearingTerms(style, OptionRight.NONE, SettlementType.CASH, 0, 1, 1, 0, false),
            Vectors.priceE5(vector.get("R")),
            Vectors.priceE5(vector.get("W")),
            settlementE5,
            0,
            0,
            null,
            exchangePctE6,
            clearingPctE6);
    }

    private TreeMap<String, OracleRow> rows(final DayBook book)
    {
        final TreeMap<String, OracleRow> rows = new TreeMap<>();
        book.rows(scratch, 2, row -> rows.put(row.key(), row));
        return rows;
    }
}
