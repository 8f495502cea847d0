// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.collateral.CollateralRule;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.funds.InstructionsFile;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.method.MarginMethods;
import io.bourse.clearing.report.file.CsvWriter;
import io.bourse.clearing.requirement.CashFunds;
import io.bourse.clearing.requirement.CoveredFunds;
import io.bourse.clearing.requirement.LevelMargin;
import io.bourse.clearing.requirement.MarginFigures;
import io.bourse.clearing.requirement.MatcherLimits;
import io.bourse.clearing.requirement.OpenObligations;
import io.bourse.clearing.requirement.RegisterFreeFunds;
import io.bourse.clearing.requirement.RequirementInput;
import io.bourse.clearing.requirement.Requirements;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.store.OpeningPosition;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.LimitLevel;
import org.agrona.collections.Long2LongHashMap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Margin of a run: the table of the registers, the levels above them, and the limits for the matcher. Needs the
 * positions and the money that the run has written.
 *
 * @param priced what the run begins with.
 * @param arrays scenarios at the prices of the run.
 */
public record RunMargin(Priced priced, MarginArrays arrays)
{
    private static final String LEVELS = "margin-levels.csv";
    private static final List<String> FILES = List.of(
        RunDirectory.manifestOf(RunTables.MARGIN), MarginFigures.FILE_NAME, LEVELS, MatcherLimits.FILE_NAME);
    private static final String COLUMNS = "level;code;settlement_account;go_positions;go;go_matcher";

    /**
     * Scenarios at the prices of a run; null without parameters of margin.
     *
     * @throws io.bourse.clearing.PreconditionException when parameters do not fit the instruments.
     * @throws CheckFailedException when an amount does not fit.
     */
    public static RunMargin of(final Priced priced)
    {
        final ClearingContext ctx = priced.cut().ctx();
        try
        {
            return null == ctx.margin() ? null : new RunMargin(priced, MarginMethods.arrays(
                ctx.margin(), priced.contracts(), ctx.prices(), priced.cut().day().tradingDate(),
                priced.cut().isEvening()));
        }
        catch (final ArithmeticException ex)
        {
            throw new CheckFailedException("amounts fit into 64 bits", "margin reason=\"" + ex.getMessage() + "\"");
        }
    }

    private ClearingContext ctx()
    {
        return priced.cut().ctx();
    }

    private IngestedDay day()
    {
        return priced.cut().day();
    }

    /** Writes the table, the levels and the limits into the directory of the run. */
    public void write(final Path directory) throws IOException
    {
        write(directory, directory);
    }

    /**
     * Writes what follows from a run.
     *
     * @param directory of the run, with positions, obligations, money and pledges.
     * @param target that table, levels and limits go to.
     */
    public void write(final Path directory, final Path target) throws IOException
    {
        final MarginFigures margin;
        try (Table positions = Table.open(directory, RunTables.POSITIONS);
            Table obligations = Table.open(directory, RunTables.OBLIGATIONS))
        {
            margin = Requirements.write(input(positions, obligations), target);
        }
        Json.write(target.resolve(MarginFigures.FILE_NAME), margin);
        writeLevels(target.resolve(LEVELS), margin.levels());
        Json.write(
            target.resolve(MatcherLimits.FILE_NAME),
            MatcherLimits.of(day(), priced.gone(), arrays, margin, free(directory, margin)));
    }

    private RequirementInput input(final Table positions, final Table obligations)
    {
        final boolean[] ended = priced.gone();
        return new RequirementInput(
            day(),
            positions,
            day().openOrders(ended),
            OpenObligations.of(obligations, priced.contracts(), arrays),
            ended,
            new InstrumentOrder(priced.contracts()),
            ctx().margin(),
            arrays,
            unseenLots(ctx(), day()),
            ctx().options().threads());
    }

    /** Positions that the matcher does not know, by {@link RequirementInput#key}. */
    static Long2LongHashMap unseenLots(final ClearingContext ctx, final IngestedDay day)
    {
        final Long2LongHashMap unseen = new Long2LongHashMap(0);
        for (final OpeningPosition position : ctx.openingPositions())
        {
            final int instrument = day.instruments().byId(position.instrumentId()).ordinal();
            unseen.put(RequirementInput.key(day.accountOf(position.client()), instrument), position.lots());
        }
        return unseen;
    }

    private RegisterFreeFunds free(final Path directory, final MarginFigures margin) throws IOException
    {
        final List<Asset> assets =
            Json.read(directory.resolve(InstructionsFile.FILE_NAME), InstructionsFile.class).assets();
        try (Table money = Table.open(directory, RunTables.MONEY);
            Table pledges = Table.open(directory, RunTables.PLEDGES))
        {
            return new CoveredFunds(new CashFunds(day(), money, margin), margin,
                new CollateralRule(assets, ctx().funds().collateralShareE6()), assets.size(), day(), pledges);
        }
        catch (final ArithmeticException ex)
        {
            throw new CheckFailedException("amounts fit into 64 bits", "free funds reason=\"" + ex.getMessage() + "\"");
        }
    }

    private static void writeLevels(final Path file, final List<LevelMargin> levels) throws IOException
    {
        DurableFile.write(file, out ->
        {
            final CsvWriter csv = new CsvWriter(out, COLUMNS);
            for (final LevelMargin level : levels)
            {
                csv.text(level.level().name())
                    .text(level.code())
                    .text(level.settlementAccount())
                    .money(level.positionsKopecks())
                    .money(level.requiredKopecks())
                    .money(level.matcherKopecks())
                    .endRow();
            }
            csv.finish();
        });
    }

    /** What an earlier step has written for the matcher; null without margin. */
    public static MatcherLimits limits(final ClearingContext ctx, final RunDirectory directory)
    {
        return null == ctx.margin() ? null : directory.read(MatcherLimits.FILE_NAME, MatcherLimits.class);
    }

    /** Files of this step that are alike whenever they are written from the same run. */
    public static List<String> files()
    {
        return FILES;
    }

    /** Files of this step, for the digests of the run. */
    public static List<String> files(final ClearingContext ctx)
    {
        return null == ctx.margin() ? List.of() : FILES;
    }

    /** Takes away what an earlier attempt has written: without its manifest the table is none. */
    static void discard(final RunDirectory directory) throws IOException
    {
        for (final String name : FILES)
        {
            Files.deleteIfExists(directory.file(name));
        }
    }

    /** Margin of settlement accounts, on their own portfolios. */
    public static Map<String, Long> required(final RunDirectory directory)
    {
        final Map<String, Long> required = new TreeMap<>();
        directory.find(MarginFigures.FILE_NAME, MarginFigures.class)
            .map(MarginFigures::levels).orElse(List.of()).stream()
            .filter(level -> LimitLevel.SETTLEMENT_ACCOUNT == level.level())
            .forEach(level -> required.put(level.code(), level.requiredKopecks()));
        return required;
    }
}
