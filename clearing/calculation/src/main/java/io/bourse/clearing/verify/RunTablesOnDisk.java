// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;
import io.bourse.engine.protocol.AccountCode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a run was calculated from and what came of it, opened from its files alone.
 */
public final class RunTablesOnDisk implements AutoCloseable
{
    private final RunPlace place;
    private final CalculationFile calculation;
    private final List<Table> opened = new ArrayList<>();
    private final Table registers;
    private final LongColumn codes;

    private RunTablesOnDisk(final RunPlace place) throws IOException
    {
        this.place = place;
        this.calculation = CalculationFile.read(place.directory());
        this.registers = kept(Table.open(place.ingest(), DayTables.REGISTERS, calculation.registers()));
        this.codes = registers.longs(DayTables.REGISTER_CODE);
    }

    /**
     * Opens the files of a run.
     *
     * @param place of the run.
     * @return files.
     * @throws IOException when they cannot be read.
     * @throws io.bourse.clearing.InputCorruptException when one is missing or too short.
     */
    public static RunTablesOnDisk open(final RunPlace place) throws IOException
    {
        return new RunTablesOnDisk(place);
    }

    private Table kept(final Table table)
    {
        opened.add(table);
        return table;
    }

    /**
     * What the calculation was given besides tables.
     *
     * @return contents of the file.
     */
    public CalculationFile calculation()
    {
        return calculation;
    }

    /**
     * Where the files are.
     *
     * @return place of the run.
     */
    public RunPlace place()
    {
        return place;
    }

    /**
     * Registers at the cut.
     *
     * @return DayTables.REGISTERS.
     */
    public Table registers()
    {
        return registers;
    }

    /**
     * Trades before the cut.
     *
     * @return DayTables.TRADES.
     * @throws IOException when it cannot be read.
     */
    public Table trades() throws IOException
    {
        return kept(Table.open(
            place.ingest().resolve(calculation.day()), DayTables.TRADES, calculation.tradeCount()));
    }

    /**
     * A table of the run.
     *
     * @param spec of it.
     * @return table, null when the run does not have it.
     * @throws IOException when it cannot be read.
     */
    public Table table(final TableSpec spec) throws IOException
    {
        return place.has(spec) ? kept(place.open(spec)) : null;
    }

    /**
     * Everything that the second opinion needs.
     *
     * @return input; closed with this.
     * @throws IOException when a table cannot be read.
     */
    public SecondOpinionInput secondOpinionInput() throws IOException
    {
        final RunPlace carried =
            calculation.carriedRun().isEmpty() ? null : place.sibling(calculation.carriedRun());
        final List<Table> paidMovements = new ArrayList<>();
        for (final String earlier : calculation.earlierRuns())
        {
            if (place.sibling(earlier).has(RunTables.MOVEMENTS))
            {
                paidMovements.add(kept(place.sibling(earlier).open(RunTables.MOVEMENTS)));
            }
        }
        final Table movements = table(RunTables.MOVEMENTS);
        return new SecondOpinionInput(
            calculation.contracts(),
            this::accountName,
            trades(),
            calculation.tradeCount(),
            calculation.paidTradeCount(),
            null == carried ? null : kept(carried.open(RunTables.POSITIONS)),
            null == movements ? List.of() : List.of(movements),
            paidMovements,
            calculation.chargesFees(),
            calculation.feePrice(),
            calculation.vatPctE6());
    }

    /**
     * Code of a register.
     *
     * @param account id.
     * @return packed code; 0 when there is no such register.
     */
    public long accountCode(final int account)
    {
        return account >= 0 && account < registers.rows() ? codes.get(account) : 0;
    }

    /**
     * Code of a register as text.
     *
     * @param account id.
     * @return text; the id when there is no such register.
     */
    public String accountName(final int account)
    {
        return 0 == accountCode(account) ? Integer.toString(account) : AccountCode.unpack(accountCode(account));
    }

    /**
     * An instrument.
     *
     * @param ordinal of it.
     * @return contract; null when there is none.
     */
    public Contract contract(final int ordinal)
    {
        return ordinal >= 0 && ordinal < calculation.contracts().size() ? calculation.contracts().get(ordinal) : null;
    }

    @Override
    public void close()
    {
        opened.forEach(Table::close);
    }
}
