// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.checkpoint.CheckpointState;
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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The register of operators from a checkpoint, also one that a former program has written, and the events after it is
 * that from all events.
 */
class RecordedOperatorsTest
{
    private static final int CUTS = 40;
    private static final int KEPT_CUTS = 5;

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());

    @Test
    void shouldComeToTheSameRegister() throws IOException
    {
        System.out.println("RecordedOperatorsTest bourse.seed=" + seed);
        final CorpusEvents events = new CorpusEvents(CorpusEvents.FIRST);
        final RecordedOperators whole = play(events, new RecordedOperators(), 0, events.size());
        assertTrue(whole.changes().size() > 1 && null != whole.venueId(), () -> "changes=" + whole.changes());
        final String expected = HexFormat.of().formatHex(bytes(whole));
        final List<CorpusDays.Day> cuts = new ArrayList<>();
        for (int i = 1; i <= KEPT_CUTS; i++)
        {
            cuts.add(cut(events, i * events.size() / KEPT_CUTS));
        }
        // Those of this version may have been written by another program.
        cuts.addAll(CorpusDays.read("engine/host", "recorded-operators", RecordedOperators.STATE_VERSION, cuts));
        final Random random = new Random(seed);
        for (int i = 0; i < CUTS; i++)
        {
            cuts.add(cut(events, random.nextInt(events.size())));
        }
        for (final CorpusDays.Day cut : cuts)
        {
            final RecordedOperators restored = new RecordedOperators();
            final CheckpointState state = CheckpointState.reading(
                new UnsafeBuffer(cut.state()), 0, cut.state().length, RecordedOperators.STATE_VERSION);
            restored.state(state);
            state.end();
            assertEquals(expected, HexFormat.of().formatHex(bytes(
                play(events, restored, cut.transactions(), events.size()))),
                () -> "cut=" + cut.transactions() + " seed=" + seed);
        }
    }

    private static CorpusDays.Day cut(final CorpusEvents events, final int transactions)
    {
        return new CorpusDays.Day(bytes(play(events, new RecordedOperators(), 0, transactions)), transactions);
    }

    private static RecordedOperators play(
        final CorpusEvents events, final RecordedOperators operators, final int from, final int to)
    {
        for (int i = from; i < to; i++)
        {
            events.deliver(i, operators::onFrame);
        }
        return operators;
    }

    private static byte[] bytes(final RecordedOperators operators)
    {
        final CheckpointState state = CheckpointState.writing(RecordedOperators.STATE_VERSION);
        operators.state(state);
        return Arrays.copyOf(state.buffer().byteArray(), state.length());
    }
}
