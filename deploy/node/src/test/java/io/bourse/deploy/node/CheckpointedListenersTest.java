// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointedListener;
import io.bourse.engine.client.operator.OperatorRegister;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.testing.CorpusEvents;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
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

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());

    @Test
    void shouldComeToTheSameSession() throws IOException
    {
        assertSame(SessionTracker::new);
    }

    @Test
    void shouldComeToTheSameRegisterOfOperators() throws IOException
    {
        assertSame(OperatorRegister::new);
    }

    @Test
    void shouldComeToTheSameHistory() throws IOException
    {
        assertSame(VenueHistory::new);
    }

    private <T extends CheckpointedListener> void assertSame(final Supplier<T> empty) throws IOException
    {
        System.out.println("CheckpointedListenersTest bourse.seed=" + seed);
        final CorpusEvents events = new CorpusEvents(CorpusEvents.FIRST);
        final String expected = state(play(events, empty.get(), 0, events.size()));
        assertTrue(expected.length() > state(empty.get()).length(), expected);
        final Random random = new Random(seed);
        for (int i = 0; i < CUTS; i++)
        {
            final int cut = 0 == i ? events.size() : random.nextInt(events.size());
            final byte[] written = HexFormat.of().parseHex(state(play(events, empty.get(), 0, cut)));
            final T restored = empty.get();
            final CheckpointState state = CheckpointState.reading(
                new UnsafeBuffer(written), 0, written.length, 1);
            restored.state(state);
            state.end();
            assertEquals(events.cursor(cut), restored.position().cursor());
            assertEquals(expected, state(play(events, restored, cut, events.size())),
                () -> "cut=" + cut + " seed=" + seed);
        }
    }

    private static CheckpointedListener play(
        final CorpusEvents events, final CheckpointedListener listener, final int from, final int to)
    {
        final EventDispatcher dispatcher = new EventDispatcher(listener.listener());
        for (int i = from; i < to; i++)
        {
            events.deliver(i, dispatcher, 0);
        }
        return listener;
    }

    private static String state(final CheckpointedListener listener)
    {
        final CheckpointState state = CheckpointState.writing(1);
        listener.state(state);
        return HexFormat.of().formatHex(Arrays.copyOf(state.buffer().byteArray(), state.length()));
    }
}
