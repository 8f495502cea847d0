// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.views;

import io.bourse.deploy.console.market.Markets;
import io.bourse.deploy.console.stream.MessageJson;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.marketdata.statistics.ObligationCounters;
import io.bourse.marketdata.statistics.ObligationReport;
import io.bourse.marketdata.statistics.ObligationSpec;
import io.bourse.testing.CorpusDays;
import io.bourse.testing.CorpusEvents;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A console that reads the stream on from a checkpoint shows what one shows that has read all of it, wherever the
 * checkpoint was.
 */
class ConsoleCheckpointTest
{
    private static final int CUTS = 40;
    private static final int KEPT_CUTS = 5;

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());

    @Test
    void shouldComeToTheSameViews() throws IOException
    {
        System.out.println("ConsoleCheckpointTest bourse.seed=" + seed);
        final CorpusEvents events = new CorpusEvents(CorpusEvents.FIRST);
        final String expected = state(play(events, empty(), 0, events.size()));
        assertTrue(expected.length() > state(empty()).length(), expected);
        final Random random = new Random(seed);
        final List<CorpusDays.Day> cuts = new ArrayList<>();
        for (int i = 1; i <= KEPT_CUTS; i++)
        {
            cuts.add(cut(events, i * events.size() / KEPT_CUTS));
        }
        // Those of this version may have been written by another program.
        cuts.addAll(CorpusDays.read("deploy/console", "console", ConsoleViews.STATE_VERSION, cuts));
        for (int i = 0; i < CUTS; i++)
        {
            cuts.add(cut(events, random.nextInt(events.size())));
        }
        for (final CorpusDays.Day cut : cuts)
        {
            final ConsoleViews restored = empty();
            final CheckpointState state = CheckpointState.reading(
                new UnsafeBuffer(cut.state()), 0, cut.state().length, ConsoleViews.STATE_VERSION);
            restored.state(state);
            state.end();
            assertEquals(events.cursor(cut.transactions()), restored.position().cursor());
            assertEquals(expected, state(play(events, restored, cut.transactions(), events.size())),
                () -> "cut=" + cut.transactions() + " seed=" + seed);
        }
    }

    private static CorpusDays.Day cut(final CorpusEvents events, final int transactions)
    {
        final CheckpointState written = CheckpointState.writing(ConsoleViews.STATE_VERSION);
        play(events, empty(), 0, transactions).state(written);
        return new CorpusDays.Day(bytes(written), transactions);
    }

    @Test
    void shouldKeepWhatWasOwedInTheSessionBefore()
    {
        final ObligationReport now = new ObligationCounters(List.of(
            new ObligationSpec(ObligationSpec.Kind.LOGIN, "TWAA01", 1001, 800, 30, 0, 5))).reports().getFirst();
        final ObligationReport report = new ObligationReport("TWAA01", "LOGIN", 1001, "Si", 1, 20260101, 3,
            now.state(), true, 4, 5, 6, 7, false, 8, 9, 10, 11, 12, 13, 14, new BigDecimal("1.50"), null, 2L, 15, 16,
            17);
        final CheckpointState written = CheckpointState.writing(1);
        MessageJson.state(written, report, ObligationReport.class);
        assertEquals(report, MessageJson.state(
            CheckpointState.reading(written.buffer(), 0, written.length(), 1), null, ObligationReport.class));
    }

    private static ConsoleViews empty()
    {
        return new ConsoleViews(new Markets(new ReentrantLock()), null, List.of(), List.of());
    }

    private static ConsoleViews play(
        final CorpusEvents events, final ConsoleViews views, final int from, final int to)
    {
        final EventDispatcher dispatcher = new EventDispatcher(views.listener());
        for (int i = from; i < to; i++)
        {
            events.deliver(i, dispatcher, 0);
        }
        return views;
    }

    /** Hash tables of the market and of obligations are written in no order: their bytes are sorted. */
    private static String state(final ConsoleViews views)
    {
        final CheckpointState exact = CheckpointState.writing(ConsoleViews.STATE_VERSION);
        views.reference().state(exact);
        views.news().state(exact);
        views.sessions().state(exact);
        views.risk().state(exact);
        views.members().state(exact);
        views.history().state(exact);
        final CheckpointState unordered = CheckpointState.writing(ConsoleViews.STATE_VERSION);
        views.obligations().state(unordered);
        views.model().state(unordered);
        final byte[] sorted = bytes(unordered);
        Arrays.sort(sorted);
        return HexFormat.of().formatHex(bytes(exact)) + " " + HexFormat.of().formatHex(sorted);
    }

    private static byte[] bytes(final CheckpointState state)
    {
        return Arrays.copyOf(state.buffer().byteArray(), state.length());
    }
}
