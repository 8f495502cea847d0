// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.OrderQueueDecoder;
import io.bourse.engine.protocol.snapshot.OrderQueueKind;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * Places where orders rarely are between two commands: those who may go but whose instrument or session does not let
 * them. Cores made of snapshots at each of these moments go on together with the one that was never stopped.
 */
class SnapshotQueueTest
{
    private static final long DELAY_NS = 1_000;

    private final PhaseFixture phases = new PhaseFixture();
    private final CoreFixture core = phases.core;
    private EventRecorder[] restored = {};

    @Test
    void shouldKeepElectedStopOrders()
    {
        stop(1, Side.BUY, 100);
        stop(2, Side.BUY, 90);
        stop(3, Side.SELL, 100);
        phases.phase(Phase.OPENING_AUCTION);
        core.buy(10, 5, 100);
        core.sell(11, 5, 100);
        phases.phase(Phase.POST_TRADE);
        assertCut(OrderQueueKind.TRIGGER_PASSED_OVER);
        core.cancel(3, 20, 2);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        phases.phase(Phase.CONTINUOUS);
        assertCut(OrderQueueKind.TRIGGER_REACHED);
        core.send(core.commands.complete(1, ClearingKind.INTRADAY));
        final List<String> events = core.send(core.commands.resume(1));
        assertEquals(2, events.stream().filter(event -> event.startsWith("OrderActivated")).count(), events::toString);
        assertSameFrames(2);
    }

    @Test
    void shouldKeepOrdersWhoseDelayIsOver()
    {
        core.send(phases.venue.priceControls(1, encoder -> encoder.passiveDelayNs(DELAY_NS)));
        core.sell(1, 5, 100);
        core.buy(2, 3, 100);
        core.timeNs += 1;
        core.buy(3, 3, 100);
        assertCut(OrderQueueKind.DELAY_WAITING);
        phases.phase(Phase.HALTED);
        core.timeNs += DELAY_NS;
        core.send(phases.venue.advanceTime());
        assertCut(OrderQueueKind.DELAY_PASSED_OVER);
        core.cancel(1, 20, 2);
        core.send(core.commands.suspend(1, ClearingKind.INTRADAY));
        phases.phase(Phase.CONTINUOUS);
        assertCut(OrderQueueKind.DELAY_ENDED);
        core.send(core.commands.complete(1, ClearingKind.INTRADAY));
        final List<String> events = core.send(core.commands.resume(1));
        assertEquals(1, events.stream().filter(event -> event.startsWith("trade")).count(), events::toString);
        assertSameFrames(3);
    }

    private void stop(final long clOrdId, final Side side, final long stopPriceE5)
    {
        core.special(3, encoder -> encoder
            .clOrdId(clOrdId)
            .side(side.value())
            .qtyLots(2)
            .priceE5(100)
            .stopPriceE5(stopPriceE5)
            .orderType(OrderType.STOP_LIMIT.value()));
    }

    private void assertCut(final OrderQueueKind expected)
    {
        final SnapshotRecords snapshot = SnapshotRecords.of(core.engine);
        assertTrue(queues(snapshot).contains(expected), () -> "queues=" + queues(snapshot));
        final EventRecorder recorder = new EventRecorder();
        recorder.frameSequence = core.recorder.frameSequence;
        recorder.rollingHash = core.recorder.rollingHash;
        final MatchingEngine engine = snapshot.read(recorder);
        final SnapshotRecords again = SnapshotRecords.of(engine);
        assertEquals(snapshot.records.size(), again.records.size());
        for (int i = 0; i < snapshot.records.size(); i++)
        {
            assertArrayEquals(snapshot.records.get(i), again.records.get(i));
        }
        core.followers.add(engine);
        restored = Arrays.copyOf(restored, restored.length + 1);
        restored[restored.length - 1] = recorder;
    }

    private static EnumSet<OrderQueueKind> queues(final SnapshotRecords snapshot)
    {
        final EnumSet<OrderQueueKind> queues = EnumSet.noneOf(OrderQueueKind.class);
        final OrderQueueDecoder queue = new OrderQueueDecoder();
        for (int i = 0; i < snapshot.records.size(); i++)
        {
            if (OrderQueueDecoder.TEMPLATE_ID == snapshot.templateId(i))
            {
                queues.add(queue.wrapAndApplyHeader(
                    new UnsafeBuffer(snapshot.records.get(i)), 0, new MessageHeaderDecoder()).kind());
            }
        }
        return queues;
    }

    /** The rolling hash runs over all events, and every recorder checks that its own is right. */
    private void assertSameFrames(final int cuts)
    {
        assertEquals(cuts, restored.length);
        core.stateHash();
        for (final EventRecorder recorder : restored)
        {
            assertEquals(core.recorder.frameSequence, recorder.frameSequence);
            assertEquals(core.recorder.rollingHash, recorder.rollingHash);
            assertArrayEquals(
                core.recorder.frames.get(core.recorder.frames.size() - 1),
                recorder.frames.get(recorder.frames.size() - 1));
        }
    }
}
