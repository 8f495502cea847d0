// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.layout.SortedRegisters;
import io.bourse.clearing.ledger.OpeningMoney;
import io.bourse.clearing.ledger.Payments;
import io.bourse.clearing.ledger.RunRows;
import io.bourse.clearing.ledger.RunTablesWriter;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The evening run of a small day, on disk as a run leaves it. */
public final class WrittenRun
{
    static final String NAME = "20261121/2-E";
    private static final String CHECKS = """
        [{"name": "I1", "compared": 5, "failure": ""}, {"name": "I2", "compared": 7, "failure": ""}]
        """;

    private WrittenRun()
    {
    }

    public static RunPlace write(final Path baseDir, final OpinionDay day, final List<long[]> rows) throws IOException
    {
        final RunPlace place = new RunPlace(baseDir, NAME);
        day.write(baseDir);
        OpinionDay.write(place.directory(), RunTables.OBLIGATIONS, List.of(new long[]{1, 0, 0, 1_000, -92_000_00}));
        try (Table registers = Table.open(place.ingest(), DayTables.REGISTERS))
        {
            new RunTablesWriter(place.directory(), 1, done -> { }).write(new RunRows(
                SortedRegisters.of(registers, null),
                day.contracts.toArray(new Contract[0]),
                List.of(new OracleRows(rows)),
                new OpeningMoney(null, 0, Map.of(), 1_000_000_00L),
                Payments.none()));
        }
        new CalculationFile(CalculationFile.FORMAT, "20261121", day.registers, day.trades.size(), day.paidTrades,
            "20261120/2-E", List.of("20261121/1-I"), day.chargesFees, day.feePrice,
            day.vatPctE6, day.contracts)
            .write(place.directory());
        Files.write(place.directory().resolve("checks.json"), CHECKS.getBytes(StandardCharsets.US_ASCII));
        return place;
    }

    public static Map<String, String> digests(final RunPlace place) throws IOException
    {
        final Map<String, String> digests = new TreeMap<>();
        for (final String name : List.of(CalculationFile.FILE_NAME, "checks.json", "positions/table.json",
            "ledger/table.json", "money/table.json"))
        {
            digests.put(name, Digests.sha256Of(place.directory().resolve(name)));
        }
        return digests;
    }
}
