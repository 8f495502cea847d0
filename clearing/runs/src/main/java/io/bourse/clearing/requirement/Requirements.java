// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.ingest.IngestedAccounts;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.Workers;
import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.table.TableWriter;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.LimitLevel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * Margin of all registers and of the levels above them (rules 1.1, 2.3). Registers go to threads in parts that follow
 * from the input, and every result is the same with any number of threads.
 */
public final class Requirements
{
    private static final int ROWS_OF_A_PART = 1 << 18;

    private final RequirementInput input;
    private final RegisterChoices choices;
    private final int rowsOfAPart;
    private final SortedMap<String, NettedPortfolio> firms = new TreeMap<>();
    private final List<ClientMargin> clients = new ArrayList<>();
    private final Sum128 positionsKopecks = new Sum128();
    private final Sum128 requiredKopecks = new Sum128();
    private long rows;
    private int sampled;

    private Requirements(final RequirementInput input, final int rowsOfAPart)
    {
        this.input = input;
        this.choices = new RegisterChoices(input);
        this.rowsOfAPart = rowsOfAPart;
    }

    /**
     * Calculates margin and writes the table RunTables.MARGIN. What an earlier attempt has left is written over.
     *
     * @param input of the run.
     * @param directory of the run.
     * @return margin of the levels, and of the registers that have a limit.
     * @throws IOException when files cannot be read or written.
     * @throws CheckFailedException when an amount does not fit, or the model does not agree.
     */
    public static MarginFigures write(final RequirementInput input, final Path directory) throws IOException
    {
        return write(input, directory, ROWS_OF_A_PART);
    }

    static MarginFigures write(final RequirementInput input, final Path directory, final int rowsOfAPart)
        throws IOException
    {
        return new Requirements(input, rowsOfAPart).write(directory);
    }

    private MarginFigures write(final Path directory) throws IOException
    {
        final List<LevelMargin> levels;
        try (TableWriter table = TableWriter.create(directory, RunTables.MARGIN))
        {
            final OpenLots open = input.openLots();
            final PartQueue finished = new PartQueue(part -> take(part, table));
            final List<PartRange> ranges = PartRange.split(input, open, rowsOfAPart);
            final List<Callable<Void>> passes = new ArrayList<>();
            for (int i = 0; i < ranges.size(); i++)
            {
                final int index = i;
                passes.add(() ->
                {
                    finished.finish(index, new RegisterPass(input, choices, open, ranges.get(index)).call());
                    return null;
                });
            }
            Workers.run(input.threads(), passes);
            // The disk has its part of sealing, the processor all of the levels.
            final List<Callable<List<LevelMargin>>> last = List.of(
                () ->
                {
                    table.seal();
                    return List.of();
                },
                this::levels);
            levels = Workers.run(input.threads(), last).getLast();
        }
        catch (final UncheckedIOException ex)
        {
            throw ex.getCause();
        }
        return new MarginFigures(
            MarginFigures.FORMAT,
            rows,
            positionsKopecks.toString(),
            requiredKopecks.toString(),
            levels,
            List.copyOf(clients),
            sampled);
    }

    private void take(final RegisterPart part, final TableWriter table)
    {
        table.column(RunTables.MARGIN_ACCOUNT).putAll(part.accounts, part.size);
        table.column(RunTables.MARGIN_POSITIONS).putAll(part.positionsKopecks, part.size);
        table.column(RunTables.MARGIN_REQUIRED).putAll(part.requiredKopecks, part.size);
        for (int i = 0; i < part.size; i++)
        {
            positionsKopecks.add(part.positionsKopecks[i]);
            requiredKopecks.add(part.requiredKopecks[i]);
        }
        for (int i = 0; i < part.firms.size(); i++)
        {
            final NettedPortfolio portfolio = part.portfolios.get(i);
            final NettedPortfolio before = firms.putIfAbsent(AccountCode.unpack(part.firms.get(i)), portfolio);
            if (null != before)
            {
                before.add(portfolio);
            }
        }
        clients.addAll(part.limited);
        sampled += part.sampled;
        rows += part.size;
    }

    /** Brokerage firms, then settlement accounts, by code; each by whichever thread comes to it. */
    private List<LevelMargin> levels()
    {
        final IngestedAccounts accounts = input.day().settlementAccounts();
        final int size = input.margined().length;
        final SortedMap<String, NettedPortfolio> settlements = new TreeMap<>();
        // The matcher knows only of firms that were assigned.
        final SortedMap<String, NettedPortfolio> assigned = new TreeMap<>();
        accounts.defined().forEach(code -> settlements.put(code, new NettedPortfolio(size)));
        final List<LevelPass> passes = new ArrayList<>();
        firms.forEach((code, portfolio) ->
        {
            final String settlement = accounts.ofFirm(code);
            settlements.computeIfAbsent(settlement, name -> new NettedPortfolio(size)).add(portfolio);
            if (accounts.assigned().containsKey(code))
            {
                assigned.computeIfAbsent(settlement, name -> new NettedPortfolio(size)).add(portfolio);
            }
            passes.add(new LevelPass(
                input, choices, LimitLevel.BROKERAGE_FIRM, code, settlement, portfolio, portfolio));
        });
        final NettedPortfolio nothing = new NettedPortfolio(size);
        settlements.forEach((code, portfolio) -> passes.add(new LevelPass(
            input, choices, LimitLevel.SETTLEMENT_ACCOUNT, code, code, portfolio,
            assigned.getOrDefault(code, nothing))));
        final List<LevelMargin> levels = Workers.run(input.threads(), passes);
        sampled += settlements.size();
        return List.copyOf(levels);
    }
}
