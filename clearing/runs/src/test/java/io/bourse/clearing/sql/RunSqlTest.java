// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.verify.OpinionDay;
import io.bourse.clearing.verify.PositionOracle;
import io.bourse.clearing.verify.RunPlace;
import io.bourse.clearing.verify.WrittenRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

@Tag("venue")
class RunSqlTest
{
    @TempDir
    private Path baseDir;

    private OpinionDay day;
    private List<long[]> rows;
    private RunPlace place;

    @BeforeEach
    void writeRun() throws IOException
    {
        day = OpinionDay.random(7, 12, 200);
        rows = PositionOracle.positions(day);
        place = WrittenRun.write(baseDir, day, rows);
    }

    @Test
    void shouldShowNamesAndDecimals() throws IOException
    {
        final List<List<String>> answer = ask(
            "select client, isin, pos_end, vm_day, fee_ex from positions order by client, isin_id");
        assertEquals(List.of("client", "isin", "pos_end", "vm_day", "fee_ex"), answer.getFirst());
        final List<List<String>> expected = rows.stream().map(row -> List.of(
            OpinionDay.code((int)row[RunTables.POSITION_ACCOUNT]),
            day.contracts.get((int)row[RunTables.POSITION_INSTRUMENT]).symbol(),
            Long.toString(row[RunTables.POSITION_END]),
            BigDecimal.valueOf(row[RunTables.POSITION_VM_DAY], 2).toPlainString(),
            BigDecimal.valueOf(row[RunTables.POSITION_FEE_EX], 2).toPlainString())).toList();
        assertEquals(expected, answer.subList(1, answer.size()));
    }

    @Test
    void shouldJoinTheTablesOfTheDay() throws IOException
    {
        final List<List<String>> answer =
            ask("select isin, sum(qty), min(price), count(*) from Trades group by isin order by isin");
        final List<List<String>> expected = new ArrayList<>();
        for (int i = 0; i < OpinionDay.STYLES; i++)
        {
            final int instrument = i;
            final List<long[]> trades = day.trades.stream().filter(trade -> trade[0] == instrument).toList();
            expected.add(List.of(
                day.contracts.get(i).symbol(),
                Long.toString(trades.stream().mapToLong(trade -> trade[2]).sum()),
                BigDecimal.valueOf(trades.stream().mapToLong(trade -> trade[1]).min().orElseThrow(), 5).toPlainString(),
                Integer.toString(trades.size())));
        }
        expected.sort((a, b) -> a.getFirst().compareTo(b.getFirst()));
        assertEquals(expected, answer.subList(1, answer.size()));
    }

    @Test
    void shouldBalanceTheLedgerInSql() throws IOException
    {
        assertEquals(
            List.of("0.00"),
            ask("""
                select sum(m) from (
                    select debit as account, -amount as m from ledger union all select credit, amount from ledger)
                where account not like 'cash:%' and account not like 'income:%' and account <> 'vat'
                """).get(1));
        assertEquals(
            List.of(BigDecimal.valueOf(sum(row -> row[RunTables.POSITION_FEE_EX]), 2).toPlainString()),
            ask("select sum(amount) from ledger where code = 'FEE_EX' and credit = 'income:fee_ex'").get(1));
        assertEquals(
            List.of("true"),
            ask("select bool_and(amount_end = amount_beg + vm_paid + pay_paid + vm + premium + pay - fee - vat) " +
                "from money").get(1));
    }

    @Test
    void shouldShowMovementsObligationsInstrumentsAndRegisters() throws IOException
    {
        assertEquals(
            List.of(Integer.toString(day.movements.size()), "CLOSE_OUT, EXPIRY, PORTING"),
            ask("select count(*), (select string_agg(distinct kind, ', ' order by kind) from movements) " +
                "from movements where series = isin").get(1));
        assertEquals(
            List.of("AA01001", "SiZ6", "1000", "-92000.00"),
            ask("select client, isin, units, money from obligations").get(1));
        assertEquals(List.of("0"), ask("select count(*) from settlements where settle_date > 0").get(1));
        assertEquals(
            List.of("2", "USDRUBF", "PERPETUAL", "0.01000"),
            ask("select isin_id, isin, style, min_step from instruments where isin_id = 2").get(1));
        assertEquals(
            List.of("AA01011", "AA01", "AA"),
            ask("select client, brokerage_firm, clearing_firm from registers order by client desc limit 1").get(1));
    }

    @Test
    void shouldShowChecks() throws IOException
    {
        assertEquals(List.of(List.of("I1", "5", "true"), List.of("I2", "7", "true")),
            ask("select name, compared, ok from checks").subList(1, 3));
    }

    @Test
    void shouldListItsTables() throws IOException
    {
        final List<List<String>> answer = ask(RunSql.CATALOGUE);
        assertEquals(
            List.of("checks", "instruments", "ledger", "margin", "money", "movements", "obligations", "orders",
                "payments", "pledges", "positions", "prices", "registers", "reversed_ledger", "reversed_payments",
                "settlements", "trades"),
            answer.stream().skip(1).map(List::getFirst).distinct().toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "delete from positions",
        "drop view positions",
        "create table x as select 1",
        "copy positions to 'positions.csv'",
        "attach 'other.db'",
        "install httpfs",
        "set enable_external_access = true",
        "select 1; select 2",
        "selectt 1",
        "select * from nowhere",
        "select * from read_csv('/etc/passwd')",
        "select * from read_text('positions/table.json')",
        "select * from 'positions.csv'"})
    void shouldRefuseWhatIsNotOneQuestionToTheRun(final String query) throws IOException
    {
        assertThrows(IllegalArgumentException.class, () -> ask(query));
        assertFalse(Files.exists(Path.of("positions.csv")));
    }

    @Test
    void shouldFindARunByAnyOfItsNames() throws IOException
    {
        for (final String name : List.of("20261121/2-E", "20261121/2", "2026112102",
            place.directory().toString(), place.directory().toString() + "/"))
        {
            assertEquals(place.directory(), RunPlace.find(baseDir, name).directory(), name);
        }
        assertTrue(assertThrows(RuntimeException.class, () -> RunPlace.find(baseDir, "20261121/3-E"))
            .getMessage().contains("run=20261121/3-E"));
    }

    private long sum(final ToLongFunction<long[]> value)
    {
        return rows.stream().mapToLong(value).sum();
    }

    /** Names of the columns, then the rows. */
    private List<List<String>> ask(final String query) throws IOException
    {
        final List<List<String>> answer = new ArrayList<>();
        RunSql.query(place, query, new RunSql.RowConsumer()
        {
            @Override
            public void onColumns(final String[] names, final boolean[] isNumber)
            {
                answer.add(Arrays.asList(names));
            }

            @Override
            public void onRow(final String[] values)
            {
                answer.add(Arrays.asList(values));
            }
        });
        return answer;
    }
}
