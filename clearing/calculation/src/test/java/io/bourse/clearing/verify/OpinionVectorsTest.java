// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.clearing.Vectors;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The golden vectors as days of one trade, and their whole day. */
@Tag("venue")
class OpinionVectorsTest
{
    private static final int OPTION_EXCHANGE_PCT_E6 = 6_325_000;
    private static final int OPTION_CLEARING_PCT_E6 = 4_675_000;

    @TempDir
    private Path directory;

    private final OpinionDay day = new OpinionDay();

    static List<CSVRecord> margins()
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

    @ParameterizedTest
    @MethodSource("margins")
    void shouldMarginAFuture(final CSVRecord vector) throws IOException
    {
        final boolean isCarried = !vector.get("sp_prev").isEmpty() && vector.get("trade_price").isEmpty();
        final boolean isPaid = !vector.get("vm_day").isEmpty() && 0 != Vectors.kopecks(vector.get("vm_day"));
        final long qty = Long.parseLong(vector.get("qty"));
        day.contracts.add(future(1, vector, "W2", 0, 0, isPaid ? new Contract.Paid(
            Vectors.priceE5(vector.get("sp_day")), Vectors.priceE5(vector.get("W1")), 0) : null));
        hold(qty, isCarried, isCarried ? 0 : Vectors.priceE5(vector.get("trade_price")), isPaid);
        day.chargesFees = false;
        final long total = Vectors.kopecks(vector.get("vm_total"));
        final long paid = isPaid ? Vectors.kopecks(vector.get("vm_day")) : 0;
        final List<long[]> rows = List.of(
            row(0, isCarried ? qty : 0, isCarried ? 0 : qty, total, paid, 0, 0),
            row(1, isCarried ? -qty : 0, isCarried ? 0 : -qty, -total, -paid, 0, 0));
        assertAgree(rows, vector.toString());
    }

    @ParameterizedTest
    @MethodSource("perpetuals")
    void shouldMarginAPerpetual(final CSVRecord vector) throws IOException
    {
        final long qty = Long.parseLong(vector.get("qty"));
        final ClearingTerms terms = new ClearingTerms(ContractStyle.PERPETUAL, OptionRight.NONE, SettlementType.CASH,
            0, Long.parseLong(vector.get("lot")), 0, 0, false);
        day.contracts.add(new Contract(1, "P", terms, Vectors.priceE5(vector.get("R")),
            Vectors.priceE5(vector.get("W")), Vectors.priceE5(vector.get("sp")),
            Vectors.priceE5(vector.get("ref_price")), Vectors.scaled(vector.get("swap_rate"), 4), null, 0, 0));
        hold(qty, true, 0, false);
        final long vm = Vectors.kopecks(vector.get("vm"));
        assertAgree(List.of(row(0, qty, 0, vm, 0, 0, 0), row(1, -qty, 0, -vm, 0, 0, 0)), vector.toString());
    }

    @ParameterizedTest
    @MethodSource("fees")
    void shouldChargeATaker(final CSVRecord vector) throws IOException
    {
        final long priceE5 = Vectors.priceE5(vector.get("price"));
        final boolean isOption = "OPT".equals(vector.get("type"));
        day.contracts.add(new Contract(1, "F", ClearingTerms.plain(ContractStyle.FUTURE, 0),
            Vectors.priceE5(vector.get("R")), Vectors.priceE5(vector.get("W")), priceE5, priceE5, 0, null,
            Vectors.scaled(vector.get("exch_rate_pct"), 6), Vectors.scaled(vector.get("clr_rate_pct"), 6)));
        long tradeE5 = priceE5;
        if (isOption)
        {
            tradeE5 = Vectors.priceE5(vector.get("premium"));
            final ClearingTerms terms = new ClearingTerms(ContractStyle.MARGINED_OPTION, OptionRight.CALL,
                SettlementType.PHYSICAL, priceE5, 1, 1, 0, false);
            day.contracts.add(new Contract(2, "O", terms, Vectors.priceE5(vector.get("R")),
                Vectors.priceE5(vector.get("W")), tradeE5, tradeE5, 0, null, OPTION_EXCHANGE_PCT_E6,
                OPTION_CLEARING_PCT_E6));
        }
        final int instrument = isOption ? 1 : 0;
        day.registers = 2;
        day.trades.add(new long[]{instrument, tradeE5, 1, 0, 1, DayTables.BUYER_TAKES});
        final List<long[]> rows = List.of(
            row(0, 0, 1, 0, 0, Vectors.kopecks(vector.get("exch_fee")), Vectors.kopecks(vector.get("clr_fee"))),
            row(1, 0, -1, 0, 0, 0, 0));
        rows.forEach(row -> row[RunTables.POSITION_INSTRUMENT] = instrument);
        assertAgree(rows, vector.toString());
    }

    @Test
    void shouldAgreeWithTheWholeDay() throws IOException
    {
        final List<CSVRecord> margins = Vectors.read("vm.csv");
        day.contracts.add(future(1, margins.get(0), "W2", 2_655, 1_965, paidOf(margins.get(0))));
        day.contracts.add(future(2, margins.get(3), "W2", 3_795, 2_805, paidOf(margins.get(3))));
        final List<String> clients = new ArrayList<>();
        final List<CSVRecord> expected = Vectors.read("day_expected_positions.csv");
        expected.stream().map(row -> row.get("client")).distinct().sorted().forEach(clients::add);
        day.registers = clients.size();
        for (final CSVRecord row : Vectors.read("day_open_positions.csv"))
        {
            day.carried.add(new long[]{clients.indexOf(row.get("client")), instrument(row),
                Long.parseLong(row.get("qty"))});
        }
        for (final CSVRecord row : Vectors.read("day_trades.csv"))
        {
            day.trades.add(new long[]{instrument(row), Vectors.priceE5(row.get("price")),
                Long.parseLong(row.get("qty")), clients.indexOf(row.get("buyer")),
                clients.indexOf(row.get("seller")), "B".equals(row.get("taker_side")) ? 0 : 1});
            if ("1".equals(row.get("window(1=before day clearing)")))
            {
                day.paidTrades = day.trades.size();
            }
        }
        final List<long[]> rows = new ArrayList<>();
        for (final CSVRecord row : expected)
        {
            rows.add(expectedRow(row, clients));
        }
        assertAgree(rows, "day");
    }

    private long[] expectedRow(final CSVRecord expected, final List<String> clients)
    {
        final int account = clients.indexOf(expected.get("client"));
        final int instrument = instrument(expected);
        final long[] row = row(account, Long.parseLong(expected.get("pos_beg")), 0,
            Vectors.kopecks(expected.get("vm_total")), Vectors.kopecks(expected.get("vm_day")), 0, 0);
        row[RunTables.POSITION_INSTRUMENT] = instrument;
        row[RunTables.POSITION_END] = Long.parseLong(expected.get("pos_end"));
        for (final long[] trade : day.trades)
        {
            row[RunTables.POSITION_BUYS] += trade[0] == instrument && trade[3] == account ? trade[2] : 0;
            row[RunTables.POSITION_SELLS] += trade[0] == instrument && trade[4] == account ? trade[2] : 0;
        }
        for (final CSVRecord fee : Vectors.read("day_expected_fees.csv"))
        {
            if (fee.get("client").equals(expected.get("client")) && instrument(fee) == instrument)
            {
                row[RunTables.POSITION_FEE_EX] += Vectors.kopecks(fee.get("exch_fee"));
                row[RunTables.POSITION_FEE_CC] += Vectors.kopecks(fee.get("clr_fee"));
            }
        }
        return row;
    }

    private static int instrument(final CSVRecord row)
    {
        return "SI".equals(row.get("instrument")) ? 0 : 1;
    }

    private static Contract.Paid paidOf(final CSVRecord vector)
    {
        return new Contract.Paid(Vectors.priceE5(vector.get("sp_day")), Vectors.priceE5(vector.get("W1")), 0);
    }

    private static Contract future(
        final int id,
        final CSVRecord vector,
        final String tickValue,
        final long exchangePctE6,
        final long clearingPctE6,
        final Contract.Paid paid)
    {
        final String previous = vector.get("sp_prev");
        return new Contract(id, "F" + id, ClearingTerms.plain(ContractStyle.FUTURE, 0),
            Vectors.priceE5(vector.get("R")), Vectors.priceE5(vector.get(tickValue)),
            Vectors.priceE5(vector.get("sp_eve")), previous.isEmpty() ? 0 : Vectors.priceE5(previous), 0, paid,
            exchangePctE6, clearingPctE6);
    }

    private void hold(final long qty, final boolean isCarried, final long priceE5, final boolean isPaid)
    {
        day.registers = 2;
        if (isCarried)
        {
            day.carried.add(new long[]{0, 0, qty});
            day.carried.add(new long[]{1, 0, -qty});
        }
        else
        {
            day.trades.add(new long[]{0, priceE5, Math.abs(qty), qty > 0 ? 0 : 1, qty > 0 ? 1 : 0, 0});
            day.paidTrades = isPaid ? 1 : 0;
        }
    }

    private static long[] row(
        final int account,
        final long begin,
        final long traded,
        final long vmDay,
        final long vmPaid,
        final long exchangeFee,
        final long clearingFee)
    {
        return new long[]{account, 0, begin, Math.max(0, traded), Math.max(0, -traded), 0, begin + traded, vmDay,
            vmPaid, exchangeFee, clearingFee};
    }

    private void assertAgree(final List<long[]> rows, final String message) throws IOException
    {
        final SecondOpinionResult result = SecondOpinion.compare(
            day.write(directory),
            OpinionDay.write(directory.resolve("20261121/2-E"), RunTables.POSITIONS, rows),
            SecondOpinionOptions.full(directory.resolve("scratch")));
        assertEquals(List.of(), result.differences(), message);
        assertEquals(rows.size(), result.rowsCompared(), message);
    }
}
