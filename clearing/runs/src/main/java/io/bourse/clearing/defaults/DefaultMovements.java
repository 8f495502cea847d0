// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.LargestRemainder;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.table.TableWriter;
import io.bourse.engine.protocol.AccountCode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * What approved plans do to positions. Clients go first, with all they have, at the settlement price of the run, so
 * that the margin of the day stays with the holder of the position; premium-style options go at no price, and what was
 * traded for delivery stays where it was traded. Then the rest is taken over. Every group of movements of an instrument
 * at a price sums to zero.
 */
public final class DefaultMovements
{
    private static final Comparator<Row> KIND = Comparator.comparingInt(row -> row.kind.ordinal());

    private final List<DefaultPlan> plans;
    private final RegisterOrder registers;
    private final Contract[] contracts;
    private final ToIntFunction<String> accountOf;
    private final InstrumentOrder order;
    /** By account, then by ordinal: lots as they are before and between the plans. */
    private final Map<Integer, SortedMap<Integer, Integer>> positions = new TreeMap<>();
    private final List<Row> rows = new ArrayList<>();
    private final SortedMap<String, String> waiting = new TreeMap<>();

    private record Row(int account, int instrument, MovementKind kind, int lots, long priceE5)
    {
    }

    /**
     * Movements of plans.
     *
     * @param plans approved, in the order they are carried out.
     * @param registers at the cut.
     * @param contracts by ordinal, with the settlement prices of the run.
     * @param accountOf account id by code of a register, below 0 when it is not defined.
     */
    public DefaultMovements(
        final List<DefaultPlan> plans,
        final RegisterOrder registers,
        final Contract[] contracts,
        final ToIntFunction<String> accountOf)
    {
        this.plans = List.copyOf(plans);
        this.registers = registers;
        this.contracts = contracts;
        this.accountOf = accountOf;
        this.order = new InstrumentOrder(contracts);
    }

    /**
     * What has to be known of positions.
     *
     * @return by ordinal: whether a plan may move it.
     */
    public boolean[] instruments()
    {
        final boolean[] wanted = new boolean[contracts.length];
        for (final DefaultPlan plan : plans)
        {
            if (PlanKind.PORT == plan.kind())
            {
                Arrays.fill(wanted, true);
            }
            for (final TakeOver takeOver : plan.takeOvers())
            {
                if (takeOver.isRest())
                {
                    Arrays.fill(wanted, true);
                }
                else if (find(takeOver.instrumentId()) >= 0)
                {
                    wanted[find(takeOver.instrumentId())] = true;
                }
            }
        }
        return wanted;
    }

    /**
     * Carries the plans out. One that cannot be carried out as a whole does nothing: it waits for a later run.
     *
     * @param held positions of {@link #instruments}, before the movements of the run.
     */
    public void carryOut(final List<PositionRows> held)
    {
        remember(held);
        for (final DefaultPlan plan : plans)
        {
            final int before = rows.size();
            try
            {
                carryOut(plan);
            }
            catch (final PreconditionException | ArithmeticException ex)
            {
                takeBack(before);
                waiting.put(plan.name(), ex.getMessage());
            }
        }
    }

    private void takeBack(final int before)
    {
        final List<Row> undone = rows.subList(before, rows.size());
        undone.forEach(row -> positions.get(row.account).merge(row.instrument, -row.lots, Math::addExact));
        undone.clear();
    }

    /**
     * Plans that cannot be carried out at the cut: they name a register or an instrument that is not defined there, or
     * the others do not hold enough of the opposite.
     *
     * @return why, by name of the plan.
     */
    public SortedMap<String, String> waiting()
    {
        return Collections.unmodifiableSortedMap(waiting);
    }

    /** Positions that may be moved: of clients that go, and of all registers in instruments that are taken over. */
    private void remember(final List<PositionRows> held)
    {
        final Set<Integer> ported = new HashSet<>();
        final Set<Long> firms = new HashSet<>();
        final boolean[] isTakenOver = new boolean[contracts.length];
        for (final DefaultPlan plan : plans)
        {
            if (PlanKind.PORT == plan.kind())
            {
                plan.ports().keySet().forEach(code -> ported.add(accountOf.applyAsInt(code)));
            }
            if (PlanKind.CLOSE_OUT == plan.kind())
            {
                firms.addAll(packed(plan.firms()));
            }
        }
        for (final PositionRows part : held)
        {
            for (int row = 0; row < part.size(); row++)
            {
                isTakenOver[part.instrument(row)] |=
                    0 != part.end(row) && isOf(firms, part.account(row));
            }
        }
        for (final PositionRows part : held)
        {
            for (int row = 0; row < part.size(); row++)
            {
                final boolean isWanted = isTakenOver[part.instrument(row)] || ported.contains(part.account(row));
                if (0 != part.end(row) && isWanted)
                {
                    positions.computeIfAbsent(part.account(row), account -> new TreeMap<>())
                        .put(part.instrument(row), part.end(row));
                }
            }
        }
    }

    private static Set<Long> packed(final List<String> firms)
    {
        final Set<Long> packed = new HashSet<>();
        firms.forEach(firm -> packed.add(AccountCode.packPrefix(firm)));
        return packed;
    }

    private boolean isOf(final Set<Long> firms, final int account)
    {
        return firms.contains(AccountCode.brokerageFirm(registers.code(account)));
    }

    private void carryOut(final DefaultPlan plan)
    {
        if (PlanKind.PORT == plan.kind())
        {
            for (final Map.Entry<String, String> port : plan.ports().entrySet())
            {
                port(account(port.getKey()), account(port.getValue()));
            }
        }
        else if (PlanKind.CLOSE_OUT == plan.kind())
        {
            closeOut(plan);
        }
        else
        {
            plan.cover().forEach(cover -> account(cover.register()));
            for (final CollateralSale sale : plan.sales())
            {
                account(sale.seller());
                account(sale.buyer());
            }
        }
    }

    private void closeOut(final DefaultPlan plan)
    {
        final Set<Integer> ported = new HashSet<>();
        plan.ports().keySet().forEach(code -> ported.add(account(code)));
        final Set<Long> firms = packed(plan.firms());
        final Set<Integer> done = new HashSet<>();
        TakeOver rest = null;
        for (final TakeOver takeOver : plan.takeOvers())
        {
            if (takeOver.isRest())
            {
                rest = takeOver;
            }
            else
            {
                final int instrument = ordinal(takeOver.instrumentId());
                done.add(instrument);
                takeOver(firms, ported, instrument, takeOver);
            }
        }
        for (int instrument = 0; null != rest && instrument < contracts.length; instrument++)
        {
            final ContractStyle style = contracts[instrument].terms().style();
            if (ContractStyle.SPOT != style && ContractStyle.STRATEGY != style && !done.contains(instrument))
            {
                takeOver(firms, ported, instrument, rest);
            }
        }
    }

    private int account(final String code)
    {
        return DefaultPlan.account(accountOf, code);
    }

    private void port(final int from, final int to)
    {
        final SortedMap<Integer, Integer> held = new TreeMap<>(positions.getOrDefault(from, new TreeMap<>()));
        held.forEach((instrument, lots) ->
        {
            final ContractStyle style = contracts[instrument].terms().style();
            if (ContractStyle.SPOT == style)
            {
                return;
            }
            final long priceE5 = ContractStyle.PREMIUM_OPTION == style ? 0 : contracts[instrument].settlementE5();
            move(from, instrument, MovementKind.PORTING, -lots, priceE5);
            move(to, instrument, MovementKind.PORTING, lots, priceE5);
        });
    }

    private void takeOver(
        final Set<Long> firms, final Set<Integer> ported, final int instrument, final TakeOver takeOver)
    {
        final long priceE5 = null == takeOver.priceE5() ? contracts[instrument].settlementE5() : takeOver.priceE5();
        takeOver.requireFor(contracts[instrument].terms().style(), contracts[instrument].priceTickE5());
        final List<Integer> closed = new ArrayList<>();
        long net = 0;
        for (final int account : inOrder())
        {
            if (!ported.contains(account) && isOf(firms, account) && 0 != lots(account, instrument))
            {
                closed.add(account);
                net += lots(account, instrument);
            }
        }
        if (closed.isEmpty())
        {
            return;
        }
        final Map<Integer, Integer> takers = takeOver.isBalancing() ?
            balancing(instrument, net, firms) :
            Map.of(winner(takeOver, firms), Math.toIntExact(net));
        for (final int account : closed)
        {
            move(account, instrument, MovementKind.CLOSE_OUT, -lots(account, instrument), priceE5);
        }
        takers.forEach((account, lots) -> move(account, instrument, MovementKind.CLOSE_OUT, lots, priceE5));
    }

    private int winner(final TakeOver takeOver, final Set<Long> firms)
    {
        final int account = account(takeOver.register());
        if (isOf(firms, account))
        {
            throw new PreconditionException("a defaulter takes nothing over: instrumentId=" +
                takeOver.instrumentId() + " register=" + takeOver.register());
        }
        return account;
    }

    /** Those who hold the opposite give up as much of it in proportion. */
    private Map<Integer, Integer> balancing(final int instrument, final long net, final Set<Long> firms)
    {
        final List<Integer> opposite = new ArrayList<>();
        for (final int account : inOrder())
        {
            if (!isOf(firms, account) && Long.signum(net) * (long)lots(account, instrument) < 0)
            {
                opposite.add(account);
            }
        }
        final long[] weights =
            opposite.stream().mapToLong(account -> Math.abs((long)lots(account, instrument))).toArray();
        if (Arrays.stream(weights).sum() < Math.abs(net))
        {
            throw new PreconditionException("the others hold less of the opposite than is to be balanced: " +
                "instrumentId=" + contracts[instrument].instrumentId() + " netLots=" + net + " oppositeLots=" +
                Arrays.stream(weights).sum());
        }
        final long[] shares = LargestRemainder.share(Math.abs(net), weights, weights.length);
        final Map<Integer, Integer> takers = new TreeMap<>();
        for (int i = 0; i < shares.length; i++)
        {
            takers.put(opposite.get(i), Math.toIntExact(Long.signum(net) * shares[i]));
        }
        return takers;
    }

    private List<Integer> inOrder()
    {
        return positions.keySet().stream().sorted(Comparator.comparingInt(registers::rank)).toList();
    }

    private int lots(final int account, final int instrument)
    {
        return positions.getOrDefault(account, new TreeMap<>()).getOrDefault(instrument, 0);
    }

    private int ordinal(final int instrumentId)
    {
        final int ordinal = find(instrumentId);
        if (ordinal < 0)
        {
            throw new PreconditionException("a plan of a default names an instrument that is not defined: " +
                "instrumentId=" + instrumentId);
        }
        return ordinal;
    }

    private int find(final int instrumentId)
    {
        return IntStream.range(0, contracts.length)
            .filter(i -> contracts[i].instrumentId() == instrumentId).findFirst().orElse(-1);
    }

    private void move(
        final int account, final int instrument, final MovementKind kind, final int lots, final long priceE5)
    {
        if (0 == lots)
        {
            return;
        }
        positions.computeIfAbsent(account, held -> new TreeMap<>()).merge(instrument, lots, Math::addExact);
        rows.add(new Row(account, instrument, kind, lots, priceE5));
    }

    /**
     * Number of movements.
     *
     * @return from 0.
     */
    public int size()
    {
        return rows.size();
    }

    /**
     * Writes the movements as RunTables.MOVEMENTS, in the order of that table.
     *
     * @param parent of the table's directory.
     * @throws IOException when it cannot be written.
     */
    public void write(final Path parent) throws IOException
    {
        final Map<Long, List<Row>> byPlace = new HashMap<>();
        for (final Row row : rows)
        {
            final long place = (long)registers.rank(row.account) << Short.SIZE | order.place(row.instrument);
            byPlace.computeIfAbsent(place, key -> new ArrayList<>()).add(row);
        }
        try (TableWriter writer = TableWriter.create(parent, RunTables.MOVEMENTS))
        {
            for (final long place : byPlace.keySet().stream().sorted().toList())
            {
                byPlace.get(place).stream().sorted(KIND).forEachOrdered(row -> write(writer, row));
            }
            writer.seal();
        }
    }

    private static void write(final TableWriter writer, final Row row)
    {
        writer.column(RunTables.MOVEMENT_ACCOUNT).put(row.account);
        writer.column(RunTables.MOVEMENT_INSTRUMENT).put(row.instrument);
        writer.column(RunTables.MOVEMENT_KIND).put(row.kind.ordinal());
        writer.column(RunTables.MOVEMENT_LOTS).put(row.lots);
        writer.column(RunTables.MOVEMENT_PRICE_E5).put(row.priceE5);
        writer.column(RunTables.MOVEMENT_SERIES).put(row.instrument);
    }
}
