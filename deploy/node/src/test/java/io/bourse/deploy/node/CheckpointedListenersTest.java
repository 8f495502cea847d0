// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointedListener;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.marketdata.statistics.ObligationCounters;
import io.bourse.marketdata.statistics.ObligationSpec;
import io.bourse.testing.CorpusDays;
import io.bourse.testing.CorpusEvents;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What reads the stream on from a checkpoint comes to the state of what has read all of it, wherever the checkpoint
 * was.
 */
class CheckpointedListenersTest
{
    private static final int CUTS = 40;
    private static final int KEPT_CUTS = 5;

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());

    /** The session, the register of operators and what else commands of operators read. */
    @Test
    void shouldComeToTheSameHistory() throws IOException
    {
        assertSame("venue", VenueHistory.STATE_VERSION, VenueHistory::new,
            (history) -> state(history, VenueHistory.STATE_VERSION));
    }

    @Test
    void shouldComeToTheSameObligations() throws IOException
    {
        final List<ObligationSpec> owed = List.of(
            new ObligationSpec(ObligationSpec.Kind.LOGIN, "alpha", 1, 800, 1_000, 0, 1),
            new ObligationSpec(ObligationSpec.Kind.FIRM, "BB01", 1, 500, 0, 1_000, 1));
        assertSame("obligations", ObligationCounters.STATE_VERSION, () -> new ObligationCounters(owed),
            (counters) -> counters.position().cursor() + " " + counters.reports());
    }

    private <T extends CheckpointedListener> void assertSame(
        final String component, final int version, final Supplier<T> empty, final Function<T, String> whole)
        throws IOException
    {
        System.out.println("CheckpointedListenersTest bourse.seed=" + seed);
        final CorpusEvents events = new CorpusEvents(CorpusEvents.FIRST);
        final String expected = whole.apply(play(events, empty.get(), 0, events.size()));
        assertTrue(expected.length() > whole.apply(empty.get()).length(), expected);
        final Random random = new Random(seed);
        final List<CorpusDays.Day> cuts = new ArrayList<>();
        for (int i = 1; i <= KEPT_CUTS; i++)
        {
            final int cut = i * events.size() / KEPT_CUTS;
            cuts.add(new CorpusDays.Day(bytes(play(events, empty.get(), 0, cut), version), cut));
        }
        // Those of this version may have been written by another program.
        cuts.addAll(CorpusDays.read("deploy/node", component, version, cuts));
        for (int i = 0; i < CUTS; i++)
        {
            final int cut = random.nextInt(events.size());
            cuts.add(new CorpusDays.Day(bytes(play(events, empty.get(), 0, cut), version), cut));
        }
        for (int of = 1; of <= version; of++)
        {
            for (final CorpusDays.Day cut : of == version ? cuts :
                CorpusDays.read("deploy/node", component, of, List.of()))
            {
                final T restored = empty.get();
                final CheckpointState state = CheckpointState.reading(
                    new UnsafeBuffer(cut.state()), 0, cut.state().length, of);
                restored.state(state);
                state.end();
                assertEquals(events.cursor(cut.transactions()), restored.position().cursor());
                assertEquals(expected, whole.apply(play(events, restored, cut.transactions(), events.size())),
                    () -> "cut=" + cut.transactions() + " seed=" + seed);
            }
        }
    }

    private static <T extends CheckpointedListener> T play(
        final CorpusEvents events, final T listener, final int from, final int to)
    {
        final EventDispatcher dispatcher = new EventDispatcher(listener.listener());
        for (int i = from; i < to; i++)
        {
            events.deliver(i, dispatcher, 0);
        }
        return listener;
    }

    private static String state(final CheckpointedListener listener, final int version)
    {
        return HexFormat.of().formatHex(bytes(listener, version));
    }

    private static byte[] bytes(final CheckpointedListener listener, final int version)
    {
        final CheckpointState state = CheckpointState.writing(version);
        listener.state(state);
        return Arrays.copyOf(state.buffer().byteArray(), state.length());
    }
}
