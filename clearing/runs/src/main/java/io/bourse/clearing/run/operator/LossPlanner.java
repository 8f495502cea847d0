// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.operator;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.defaults.CoverLayer;
import io.bourse.clearing.defaults.CoverLine;
import io.bourse.clearing.defaults.Declaration;
import io.bourse.clearing.defaults.DefaultFund;
import io.bourse.clearing.defaults.DefaultOutcome;
import io.bourse.clearing.defaults.FundUse;
import io.bourse.clearing.defaults.Waterfall;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.layout.SortedRegisters;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.AccountCode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a defaulter owes after the last published run, and which layer pays it into which register. Money of registers
 * under the same settlement account covers each other first, in the order of codes. Clients who have gone to other
 * members take along what they have; what they owe stays as far as the next run cannot fetch it back.
 */
final class LossPlanner
{
    private final Path baseDir;
    private final IngestedDay day;
    private final Declaration declaration;
    private final Set<Long> firms = new HashSet<>();
    /** Kopecks that went along, by account id of clients who have gone or will. */
    private final Map<Integer, Long> ported = new TreeMap<>();

    /** Who pays what. */
    record Loss(Waterfall waterfall, List<CoverLine> lines)
    {
    }

    LossPlanner(
        final Path baseDir,
        final IngestedDay day,
        final Declaration declaration,
        final Set<String> portedRegisters,
        final DefaultOutcome outcome)
    {
        this.baseDir = baseDir;
        this.day = day;
        this.declaration = declaration;
        declaration.firms().forEach(firm -> firms.add(AccountCode.packPrefix(firm)));
        portedRegisters.forEach(code -> ported.put(day.accountOf(code), outcome.carriedKopecks(code)));
    }

    Loss loss(final DefaultFund fund, final List<FundUse> before)
    {
        try
        {
            final RunDirectory run = lastPublished();
            requireClosed(run);
            requireDelivered(run);
            return shared(money(run), fund, before);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private RunDirectory lastPublished() throws IOException
    {
        final List<RunDirectory> published = new RunStore(baseDir).published();
        if (published.isEmpty())
        {
            throw new PreconditionException("no run was published, the debt of the defaulter is not known: defaultId=" +
                declaration.defaultId());
        }
        return published.getLast();
    }

    private boolean isUnder(final int account)
    {
        return firms.contains(AccountCode.brokerageFirm(day.registers().code(account)));
    }

    private void requireClosed(final RunDirectory run) throws IOException
    {
        try (Table positions = run.open(RunTables.POSITIONS))
        {
            final IntColumn accounts = positions.ints(RunTables.POSITION_ACCOUNT);
            final IntColumn lots = positions.ints(RunTables.POSITION_END);
            for (long row = 0; row < positions.rows(); row++)
            {
                if (0 != lots.get(row) && isUnder(accounts.get(row)))
                {
                    throw new PreconditionException("the defaulter still holds positions, close them out and run " +
                        "clearing first: defaultId=" + declaration.defaultId() + " register=" +
                        day.registers().name(accounts.get(row)) + " instrumentId=" + day.instruments().byOrdinal(
                        positions.ints(RunTables.POSITION_INSTRUMENT).get(row)).instrumentId() + " lots=" +
                        lots.get(row) + " runId=" + run.runId());
                }
            }
        }
    }

    /** Penalties, marks and premiums of deliveries come later and would be a new debt. */
    private void requireDelivered(final RunDirectory run) throws IOException
    {
        try (Table obligations = run.open(RunTables.OBLIGATIONS))
        {
            for (long row = 0; row < obligations.rows(); row++)
            {
                final int account = obligations.ints(RunTables.OBLIGATION_ACCOUNT).get(row);
                final int date = obligations.ints(RunTables.OBLIGATION_DATE).get(row);
                if (0 != date && isUnder(account))
                {
                    throw new PreconditionException("the defaulter still has deliveries to come, let evening runs " +
                        "settle them or close them out first: defaultId=" + declaration.defaultId() + " register=" +
                        day.registers().name(account) + " instrumentId=" + day.instruments().byOrdinal(
                        obligations.ints(RunTables.OBLIGATION_INSTRUMENT).get(row)).instrumentId() +
                        " settleDate=" + date + " units=" + obligations.longs(RunTables.OBLIGATION_UNITS).get(row) +
                        " runId=" + run.runId());
                }
            }
        }
    }

    /** Kopecks by rank of the register. */
    private SortedMap<Integer, Long> money(final RunDirectory run) throws IOException
    {
        final SortedMap<Integer, Long> money = new TreeMap<>();
        try (Table table = run.open(RunTables.MONEY))
        {
            final IntColumn accounts = table.ints(RunTables.MONEY_ACCOUNT);
            final LongColumn ends = table.longs(RunTables.MONEY_END);
            for (long row = 0; row < table.rows(); row++)
            {
                final Long carried = ported.get(accounts.get(row));
                final long kopecks = null == carried ? ends.get(row) :
                    Math.min(0, Math.addExact(ends.get(row), carried));
                if (0 != kopecks && isUnder(accounts.get(row)))
                {
                    money.put(day.registers().rank(accounts.get(row)), kopecks);
                }
            }
        }
        return money;
    }

    private Loss shared(
        final SortedMap<Integer, Long> money, final DefaultFund fund, final List<FundUse> before)
    {
        long loss = 0;
        long own = 0;
        for (final long kopecks : money.values())
        {
            loss = Math.addExact(loss, Math.max(0, -kopecks));
            own = Math.addExact(own, Math.max(0, kopecks));
        }
        final Waterfall waterfall =
            Waterfall.of(loss, fund.capacities(declaration.settlementAccount(), own, before));
        final SortedMap<CoverLayer, Long> left = new TreeMap<>(waterfall.used());
        final List<CoverLine> lines = new ArrayList<>();
        long given = waterfall.used().get(CoverLayer.OWN_MONEY);
        for (final Map.Entry<Integer, Long> register : money.entrySet())
        {
            if (register.getValue() > 0)
            {
                final long gives = Math.min(given, register.getValue());
                add(lines, register.getKey(), CoverLayer.OWN_MONEY, -gives);
                given -= gives;
            }
            else
            {
                fill(lines, register.getKey(), -register.getValue(), left);
            }
        }
        return new Loss(waterfall, lines);
    }

    private void fill(
        final List<CoverLine> lines, final int rank, final long owed, final SortedMap<CoverLayer, Long> left)
    {
        long rest = owed;
        for (final Map.Entry<CoverLayer, Long> layer : left.entrySet())
        {
            final long taken = Math.min(rest, layer.getValue());
            add(lines, rank, layer.getKey(), taken);
            layer.setValue(layer.getValue() - taken);
            rest -= taken;
        }
    }

    private void add(final List<CoverLine> lines, final int rank, final CoverLayer layer, final long kopecks)
    {
        if (0 != kopecks)
        {
            final SortedRegisters registers = day.registers();
            lines.add(new CoverLine(registers.name(registers.accountAt(rank)), layer, kopecks));
        }
    }
}
