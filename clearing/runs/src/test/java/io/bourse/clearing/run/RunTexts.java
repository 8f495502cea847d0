// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.file.Digests;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.run.proof.RunManifest;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.verify.CalculationFile;
import io.bourse.engine.protocol.AccountCode;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Tables of a run as text, for tests that name what they expect. */
public final class RunTexts
{
    private final RunBooks books;
    private final CalculationFile calculation;
    private final Table registers;

    private RunTexts(final Path run) throws IOException
    {
        books = RunBooks.open(run);
        calculation = CalculationFile.read(run);
        registers = Table.open(
            run.getParent().getParent().resolve("ingest"), DayTables.REGISTERS, calculation.registers());
    }

    /** client, isin_id, pos_beg, buys, sells, pos_end, vm_day, vm_paid, vm of the run, fee_ex, fee_cc. */
    static List<List<String>> positions(final Path run) throws IOException
    {
        final RunTexts texts = new RunTexts(run);
        try (RunBooks books = texts.books; Table registers = texts.registers)
        {
            final List<List<String>> rows = new ArrayList<>();
            final Table table = books.positions();
            for (long row = 0; row < table.rows(); row++)
            {
                rows.add(texts.position(table, row));
            }
            return rows;
        }
    }

    private List<String> position(final Table table, final long row)
    {
        final long day = table.longs(RunTables.POSITION_VM_DAY).get(row);
        final long paid = table.longs(RunTables.POSITION_VM_PAID).get(row);
        return List.of(
            client(table.ints(RunTables.POSITION_ACCOUNT).get(row)),
            Integer.toString(calculation.contracts()
                .get(table.ints(RunTables.POSITION_INSTRUMENT).get(row)).instrumentId()),
            Integer.toString(table.ints(RunTables.POSITION_BEGIN).get(row)),
            Integer.toString(table.ints(RunTables.POSITION_BUYS).get(row)),
            Integer.toString(table.ints(RunTables.POSITION_SELLS).get(row)),
            Integer.toString(table.ints(RunTables.POSITION_END).get(row)),
            money(day),
            money(paid),
            money(day - paid),
            money(table.longs(RunTables.POSITION_FEE_EX).get(row)),
            money(table.longs(RunTables.POSITION_FEE_CC).get(row)));
    }

    /** amount_beg, vm_paid, vm, premium, fee, amount_end by client. */
    static Map<String, List<String>> money(final Path run) throws IOException
    {
        final RunTexts texts = new RunTexts(run);
        try (RunBooks books = texts.books; Table registers = texts.registers)
        {
            final Map<String, List<String>> rows = new TreeMap<>();
            final Table table = books.money();
            for (long row = 0; row < table.rows(); row++)
            {
                final List<String> fields = new ArrayList<>();
                for (int column = RunTables.MONEY_BEGIN; column <= RunTables.MONEY_END; column++)
                {
                    fields.add(money(table.longs(column).get(row)));
                }
                rows.put(texts.client(table.ints(RunTables.MONEY_ACCOUNT).get(row)), fields);
            }
            return rows;
        }
    }

    /** SHA-256 by name of everything that the same run always has the same of. */
    static Map<String, String> digests(final Path run) throws IOException
    {
        final Map<String, String> digests = new TreeMap<>();
        if (Files.exists(run))
        {
            try (Stream<Path> files = Files.walk(run))
            {
                for (final Path file : files.filter(RunTexts::isReproducible).toList())
                {
                    digests.put(run.relativize(file).toString(), Digests.sha256Of(file));
                }
            }
        }
        return digests;
    }

    private static boolean isReproducible(final Path file)
    {
        final String name = file.getFileName().toString();
        return Files.isRegularFile(file) && !name.startsWith("audit-head") && !name.startsWith("timings") &&
            !RunManifest.FILE_NAME.equals(name) &&
            !name.startsWith("progress") && !"report.html".equals(name) && !"effective.json".equals(name) &&
            !name.endsWith(".p7s") && !name.startsWith(".") && !file.toString().contains("/packages/");
    }

    private String client(final int accountId)
    {
        return AccountCode.unpack(registers.longs(DayTables.REGISTER_CODE).get(accountId));
    }

    private static String money(final long kopecks)
    {
        return BigDecimal.valueOf(kopecks, 2).toString();
    }
}
