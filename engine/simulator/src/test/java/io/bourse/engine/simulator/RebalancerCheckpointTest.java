// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.host.rebalancer.Rebalancer;
import io.bourse.engine.host.rebalancer.RebalancerCounter;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.SetCollateralEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.telemetry.CounterSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The rebalancer goes on from a checkpoint of version 1, which knows collateral alone.
 */
class RebalancerCheckpointTest
{
    private static final int PARTITIONS = 2;
    private static final int LOGIN = 1;
    private static final long PART_KOPECKS = 10_000;
    private static final long INTERVAL_NS = 1_000_000_000;

    @TempDir
    private Path dir;

    private final CommandBytes encoder = new CommandBytes();
    private final SimulatedClock clock = new SimulatedClock(SimulatedClock.START_NS);
    private final CounterSet<RebalancerCounter> counters = new CounterSet<>(RebalancerCounter.class);
    private final List<MemoryPartition> partitions =
        IntStream.range(0, PARTITIONS).mapToObj(i -> new MemoryPartition(i, clock, this::arrive)).toList();
    private final List<PartitionLedger> ledgers =
        partitions.stream().map(partition -> new PartitionLedger(partition, PARTITIONS)).toList();
    private long sequence;

    /** Where a stream ends. */
    private static final class End implements EventListener
    {
        private StreamPosition position;
        private long cursor;

        @Override
        public void onGroupEnd(final EventGroup group)
        {
            position = StreamPosition.of(group, cursor);
            cursor = group.cursor();
        }
    }

    private boolean arrive(final int partition, final byte[] command)
    {
        partitions.get(partition).execute(command);
        return true;
    }

    private void send(final int partition, final int gatewayId, final int sessionId, final byte[] command)
    {
        CommandBytes.identify(command, gatewayId, sessionId, ++sequence, clock.nanoTime());
        CommandBytes.address(command, partition);
        partitions.get(partition).execute(command);
    }

    private boolean isTaken(final int partition, final long lots)
    {
        final NewOrderEncoder command = encoder.begin(new NewOrderEncoder());
        send(partition, 1, LOGIN, encoder.end(command.clOrdId(sequence).priceE5(1).qtyLots(lots)
            .accountCode(VenueSetup.account(LOGIN)).instrumentId(VenueSetup.FIRST).side(Side.BUY.value())
            .timeInForce(TimeInForce.DAY.value()).complianceId((byte)' ').clientRef("")));
        final int before = ledgers.get(partition).live(LOGIN).size();
        ledgers.get(partition).read();
        return ledgers.get(partition).live(LOGIN).size() > before;
    }

    private void work(final Rebalancer rebalancer)
    {
        for (int i = 0; i < 40; i++)
        {
            clock.advance(1);
            rebalancer.doWork();
        }
    }

    @Test
    void shouldMoveCollateralThatAFormerVersionHasShared()
    {
        for (int i = 0; i < PARTITIONS; i++)
        {
            for (final byte[] command : new VenueSetup(encoder).commands())
            {
                send(i, 0, 900, command);
            }
            final SetCollateralEncoder command = encoder.begin(new SetCollateralEncoder());
            send(i, 0, 900, encoder.end(command.collateralKopecks(PART_KOPECKS)
                .level(LimitLevel.BROKERAGE_FIRM.value()).registerCode(VenueSetup.firm(LOGIN))));
        }
        try (Rebalancer former = new Rebalancer(partitions, null, counters, clock, INTERVAL_NS))
        {
            work(former);
        }
        writeFormer();
        try (Rebalancer rebalancer =
            new Rebalancer(partitions, Rebalancer.store(dir), counters, clock, INTERVAL_NS))
        {
            assertEquals(1, counters.get(RebalancerCounter.SHARED_REGISTERS), "it begins with the streams");
            work(rebalancer);
            final long lots = PART_KOPECKS / 1_000;
            assertTrue(!isTaken(0, lots + 1));
            work(rebalancer);
            assertTrue(isTaken(0, lots + 1));
        }
    }

    private void writeFormer()
    {
        final CheckpointState state = CheckpointState.writing(1);
        partitions.forEach(partition -> state.number(FeatureLevels.HIGHEST));
        state.map(new TreeMap<>(), "", state::text, "", state::text);
        final TreeMap<String, String> registers = new TreeMap<>();
        registers.put("BROKERAGE_FIRM " + VenueSetup.firm(LOGIN), VenueSetup.firm(LOGIN));
        state.map(registers, "", state::text, "", code ->
        {
            state.constant(LimitLevel.BROKERAGE_FIRM, LimitLevel.values());
            state.text(code);
            partitions.forEach(partition ->
            {
                state.flag(true);
                state.flag(true);
                state.number(PART_KOPECKS);
                // Required; given and taken, of each partition.
                IntStream.range(0, 1 + 2 * PARTITIONS).forEach(i -> state.number(0L));
            });
            return code;
        });
        state.end();
        new CheckpointStore(dir, Rebalancer.COMPONENT, 1, "").write(partitions.stream().map(partition ->
        {
            final End end = new End();
            partition.follow(EngineClient.FROM_START, end).poll(Integer.MAX_VALUE);
            return end.position;
        }).toList(), state);
    }
}
