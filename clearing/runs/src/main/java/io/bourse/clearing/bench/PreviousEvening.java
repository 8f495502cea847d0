// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.Workers;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.model.PriceBand;
import io.bourse.clearing.model.SettlementMethod;
import io.bourse.clearing.price.FixedPrice;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.price.PriceRun;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.clearing.table.ColumnWriter;
import io.bourse.clearing.table.TableSpec;
import io.bourse.clearing.table.TableWriter;
import io.bourse.clearing.verify.CalculationFile;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * Writes the directory of the evening run before the synthetic day: what the registers carry into it.
 */
final class PreviousEvening
{
    private final SyntheticDay day;
    private final RunDirectory run;
    private final int threads;

    PreviousEvening(final SyntheticDay day, final Path baseDir, final int threads)
    {
        this.day = day;
        this.run = new RunStore(baseDir).directory(
            SyntheticDay.PREVIOUS_DATE, RunIds.number(SyntheticDay.PREVIOUS_RUN), ClearingKind.EVENING);
        this.threads = threads;
    }

    /** Makes the directory. */
    void write() throws IOException
    {
        DurableFile.deleteTree(run.path());
        run.create();
        writePositions();
        writeMoney();
        new CalculationFile(
            CalculationFile.FORMAT,
            Integer.toString(SyntheticDay.PREVIOUS_DATE),
            day.registers().size(),
            0,
            0,
            "",
            List.of(),
            true,
            FeePrice.TRADE,
            0,
            contracts()).write(run.path());
        DurableFile.write(run.file(RunDirectory.PRICES_JSON), prices().json());
        run.enter(RunPhase.REPORTED, RunPhase.REPORTED, null, "", List.of(
            CalculationFile.FILE_NAME,
            RunDirectory.PRICES_JSON,
            RunDirectory.manifestOf(RunTables.POSITIONS),
            RunDirectory.manifestOf(RunTables.MONEY)));
    }

    private void writePositions() throws IOException
    {
        final SyntheticTrades trades = day.trades();
        // Only the last register can be without a position, and only if the number of registers is odd.
        writeTable(RunTables.POSITIONS, account -> 0 != trades.carriedLots(account), column -> switch (column)
        {
            case RunTables.POSITION_ACCOUNT -> account -> account;
            case RunTables.POSITION_INSTRUMENT -> trades::carriedInstrument;
            case RunTables.POSITION_BEGIN, RunTables.POSITION_END -> trades::carriedLots;
            default -> account -> 0;
        });
    }

    private void writeMoney() throws IOException
    {
        final SyntheticTrades trades = day.trades();
        writeTable(RunTables.MONEY, account -> true, column -> switch (column)
        {
            case RunTables.MONEY_ACCOUNT -> account -> account;
            case RunTables.MONEY_BEGIN, RunTables.MONEY_END -> trades::money;
            default -> account -> 0;
        });
    }

    /** One row for every register that is chosen, in the order of the codes. */
    private void writeTable(
        final TableSpec spec,
        final IntPredicate chosen,
        final IntFunction<IntToLongFunction> values) throws IOException
    {
        try (TableWriter writer = TableWriter.create(run.path(), spec))
        {
            final List<Callable<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < spec.columns().size(); i++)
            {
                final ColumnWriter column = writer.column(i);
                final IntToLongFunction value = values.apply(i);
                tasks.add(() ->
                {
                    for (int rank = 0; rank < day.registers().size(); rank++)
                    {
                        final int account = day.registers().accountAt(rank);
                        if (chosen.test(account))
                        {
                            column.put(value.applyAsLong(account));
                        }
                    }
                    return null;
                });
            }
            Workers.run(threads, tasks);
            writer.seal();
        }
    }

    private List<Contract> contracts()
    {
        return day.instruments().all().stream().map(instrument -> new Contract(
            instrument.instrumentId(),
            instrument.symbol(),
            instrument.terms(),
            instrument.priceTickE5(),
            instrument.tickValueE5(),
            instrument.previousE5(),
            instrument.previousE5(),
            0,
            null,
            instrument.exchangeFeePctE6(),
            instrument.clearingFeePctE6())).toList();
    }

    private PriceProposal prices()
    {
        final List<FixedPrice> prices = day.instruments().all().stream().map(instrument -> new FixedPrice(
            instrument.instrumentId(),
            instrument.symbol(),
            false,
            instrument.priceTickE5(),
            instrument.tickValueE5(),
            instrument.previousE5(),
            instrument.previousE5(),
            0,
            SettlementMethod.PREVIOUS,
            new PriceBand(instrument.lowLimitE5(), instrument.highLimitE5()),
            null,
            null,
            new FixedPrice.Inputs(0, List.of(), null, null, instrument.previousE5(), instrument.tickValueE5(), null,
                null)))
            .toList();
        return new PriceProposal(
            PriceProposal.FORMAT,
            new PriceRun(SyntheticDay.PREVIOUS_DATE, true, 0),
            "",
            prices,
            List.of(),
            List.of());
    }
}
