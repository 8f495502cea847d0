// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.table.TableSpec;
import io.bourse.engine.protocol.AccountCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Two runs of two registers, row by row. The register with id 0 comes second in the order of codes. */
class RunDiffTablesTest
{
    private static final int BB = 0;
    private static final int AA = 1;
    private static final Contract RTS = contract(7, "RTS");
    private static final Contract SI = contract(9, "SI");
    private static final int BANK = HouseAccounts.BANK;
    private static final long PAY = PostingCode.PAY.ordinal();
    private static final long EXPIRY = MovementKind.EXPIRY.ordinal();
    @TempDir
    private Path directory;

    private static Contract contract(final int id, final String symbol)
    {
        return new Contract(id, symbol, ClearingTerms.plain(ContractStyle.FUTURE, 0), 1, 1, 1, 1, 0, null, 0, 0);
    }

    private RunPlace run(final String name, final Contract... contracts) throws IOException
    {
        final RunPlace place = new RunPlace(directory.resolve(name), WrittenRun.NAME);
        write(place.ingest(), DayTables.REGISTERS,
            new long[]{AccountCode.pack("BB01000"), 0}, new long[]{AccountCode.pack("AA01000"), 1});
        Files.createDirectories(place.directory());
        new CalculationFile(CalculationFile.FORMAT, "20261121", 2, 0, 0, "", List.of(), true, FeePrice.TRADE, 0,
            List.of(contracts)).write(place.directory());
        return place;
    }

    private static void write(final Path parent, final TableSpec spec, final long[]... rows) throws IOException
    {
        OpinionDay.write(parent, spec, List.of(rows)).close();
    }

    private static RowDifference difference(
        final String account, final String instrument, final String column, final String a, final String b)
    {
        return new RowDifference(account, instrument, column, a, b);
    }

    private static RunDiff.ColumnTotal total(final String column, final String a, final String b)
    {
        return new RunDiff.ColumnTotal(column, a, b);
    }

    @Test
    void shouldFindNothingWhenInstrumentsWereDefinedInAnotherOrder() throws IOException
    {
        final RunPlace a = run("a", RTS, SI);
        final RunPlace b = run("b", SI, RTS);
        for (final RunPlace place : List.of(a, b))
        {
            final int rts = a == place ? 0 : 1;
            write(place.directory(), RunTables.POSITIONS, new long[]{AA, rts, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
            write(place.directory(), RunTables.LEDGER,
                new long[]{AA, rts, 0, HouseAccounts.transit(rts), AA, 100});
            write(place.directory(), RunTables.MOVEMENTS, new long[]{AA, rts, EXPIRY, 3, 105, 1 - rts});
            write(place.directory(), RunTables.OBLIGATIONS, new long[]{AA, rts, 20261123, 10, -100});
            write(place.directory(), RunTables.SETTLEMENTS, new long[]{AA, rts, 20261123, 0, 10, -100});
        }
        final List<RunDiff.TableDiff> diffs = RunDiff.diff(a, b, 9);
        assertEquals(List.of("positions", "ledger", "movements", "obligations", "settlements"),
            diffs.stream().map(RunDiff.TableDiff::table).toList());
        diffs.forEach(diff -> assertEquals(0, diff.differenceCount(), diff.toString()));
        assertEquals(List.of(total("amount", "1.00", "1.00")), diffs.get(1).columns());
        assertEquals(List.of(total("lots", "3", "3")), diffs.get(2).columns(), "prices are not added up");
        assertEquals(List.of(total("units", "10", "10"), total("money", "-1.00", "-1.00")), diffs.get(3).columns());
        assertEquals(11, diffs.getFirst().columns().size());
    }

    @Test
    void shouldNameTheAccountsOfAPosting() throws IOException
    {
        final RunPlace a = run("a", RTS, SI);
        final RunPlace b = run("b", RTS, SI);
        write(a.directory(), RunTables.LEDGER, new long[]{AA, 1, 0, HouseAccounts.transit(1), AA, 100},
            new long[]{BB, 5, 99, HouseAccounts.transit(5), BB, 7});
        write(b.directory(), RunTables.LEDGER, new long[]{AA, 1, 0, HouseAccounts.transit(0), AA, 101},
            new long[]{BB, 5, 99, HouseAccounts.transit(5), 77, 7});
        final RunDiff.TableDiff diff = RunDiff.diff(a, b, 9).getFirst();
        assertEquals(List.of(
            difference("AA01000", "SI/VM", "debit", "transit:9", "transit:7"),
            difference("AA01000", "SI/VM", "amount", "1.00", "1.01"),
            difference("BB01000", "5/99", "credit", "cash:BB01000", "cash:77")), diff.differences());
        assertEquals(List.of(total("amount", "1.07", "1.08")), diff.columns());
    }

    @Test
    void shouldNameTheAccountsOfAPayment() throws IOException
    {
        final RunPlace a = run("a");
        final RunPlace b = run("b");
        write(a.directory(), RunTables.PAYMENTS, new long[]{AA, PAY, BANK, AA, 100, 5});
        write(b.directory(), RunTables.PAYMENTS, new long[]{AA, PAY, AA, BANK, 100, 6});
        final RunDiff.TableDiff diff = RunDiff.diff(a, b, 9).getFirst();
        assertEquals(List.of(
            difference("AA01000", "PAY", "debit", "bank", "cash:AA01000"),
            difference("AA01000", "PAY", "credit", "cash:AA01000", "bank"),
            difference("AA01000", "PAY", "reference", "5", "6")), diff.differences());
        assertEquals(List.of(total("amount", "1.00", "1.00")), diff.columns());
        assertEquals(3, diff.differenceCount());
    }

    @Test
    void shouldNameTheFirstOfAllDifferencesInTheOrderOfCodes() throws IOException
    {
        final RunPlace a = run("a");
        final RunPlace b = run("b");
        write(a.directory(), RunTables.MARGIN, new long[]{AA, 5, 6}, new long[]{BB, 7, 8});
        write(b.directory(), RunTables.MARGIN, new long[]{BB, 7, 9});
        final RunDiff.TableDiff diff = RunDiff.diff(a, b, 9).getFirst();
        assertEquals(List.of(
            difference("AA01000", "", "go_positions", "0.05", "none"),
            difference("AA01000", "", "go", "0.06", "none"),
            difference("BB01000", "", "go", "0.08", "0.09")), diff.differences());
        assertEquals(List.of(total("go_positions", "0.12", "0.07"), total("go", "0.14", "0.09")), diff.columns());
        assertEquals(List.of(2L, 1L), List.of(diff.rowsA(), diff.rowsB()));
        assertEquals(List.of(difference("AA01000", "", "go_positions", "none", "0.05")),
            RunDiff.diff(b, a, 1).getFirst().differences());
        assertEquals(3, RunDiff.diff(b, a, 1).getFirst().differenceCount());
    }

    @Test
    void shouldNameThePledgesOfARunThatAnotherDoesNotKnowAtAll() throws IOException
    {
        final RunPlace a = run("a");
        final RunPlace b = run("b");
        write(b.directory(), RunTables.PLEDGES, new long[]{BB, 3, 10, 1, 11, 500});
        final RunDiff.TableDiff diff = RunDiff.diff(a, b, 9).getFirst();
        assertEquals(List.of(
            difference("BB01000", "asset:3", "units_beg", "none", "10"),
            difference("BB01000", "asset:3", "units_pay", "none", "1"),
            difference("BB01000", "asset:3", "units", "none", "11"),
            difference("BB01000", "asset:3", "value", "none", "5.00")), diff.differences());
        assertEquals(List.of(0L, 1L), List.of(diff.rowsA(), diff.rowsB()));
        assertEquals(total("value", "0.00", "5.00"), diff.columns().getLast());
    }
}
