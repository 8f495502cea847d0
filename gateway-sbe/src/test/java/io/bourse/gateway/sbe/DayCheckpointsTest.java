// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.DayKeeper;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.sbe.admission.IdBudget;
import io.bourse.testing.CorpusDays;
import io.bourse.testing.CorpusEvents;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Answers that go on from the beginning of a trading date come to the same sessions as those of the whole history.
 */
@Tag("venue")
class DayCheckpointsTest
{
    /** Gateway whose requests most of the history are. */
    private static final int GATEWAY = 1;

    private final CounterSet<GatewayCounter> counters = new CounterSet<>(GatewayCounter.class);
    private final List<AnswerLog> logs = new ArrayList<>();

    @AfterEach
    void removeLogs()
    {
        logs.forEach(AnswerLog::close);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, AnswerPublisher.STATE_VERSION})
    void shouldComeToTheSameSessionsFromEveryTradingDate(final int version) throws IOException
    {
        final CorpusEvents events = new CorpusEvents(CorpusEvents.FIRST);
        final List<CorpusDays.Day> days = new ArrayList<>();
        final AnswerPublisher whole = empty();
        final CheckpointState state = CheckpointState.writing(version);
        final int[] transactions = {0};
        whole.days(new DayKeeper()
        {
            @Override
            public CheckpointState begin()
            {
                state.clear();
                return state;
            }

            @Override
            public void keep(final StreamPosition position)
            {
                assertEquals(events.cursor(transactions[0]), position.previousCursor());
                assertEquals(events.cursor(transactions[0] + 1), position.cursor());
                days.add(new CorpusDays.Day(
                    Arrays.copyOf(state.buffer().byteArray(), state.length()), transactions[0]));
            }
        });
        final List<String> expected = new ArrayList<>();
        for (; transactions[0] < events.size(); transactions[0]++)
        {
            play(events, whole, transactions[0]);
            expected.add(text(whole));
        }
        assertTrue(days.size() > 3, "days=" + days.size());
        assertTrue(expected.getLast().contains("#5 "), expected.getLast());

        days.addAll(CorpusDays.read("gateway-sbe", "twime", version, days));
        for (final CorpusDays.Day day : days)
        {
            final AnswerPublisher restored = empty();
            final CheckpointState read =
                CheckpointState.reading(new UnsafeBuffer(day.state()), 0, day.state().length, version);
            restored.state(read);
            read.end();
            assertEquals(events.cursor(day.transactions()), restored.position().cursor());
            for (int i = day.transactions(); i < events.size(); i++)
            {
                play(events, restored, i);
                assertEquals(expected.get(i), text(restored), "day=" + day.transactions() + " transaction=" + i);
            }
        }
    }

    private AnswerPublisher empty() throws IOException
    {
        final AnswerLog log = new AnswerLog(null, AnswerLog.CHUNK_LENGTH, logs.size() + 1);
        logs.add(log);
        final LoginTable logins = new LoginTable(log, new IdBudget(1_000_000, 1_000_000));
        return new AnswerPublisher(
            logins, new AnswerQueue(logins, counters, RequestStamps.off()), counters, () -> 0, GATEWAY, 0, null);
    }

    private static void play(final CorpusEvents events, final AnswerPublisher publisher, final int transaction)
    {
        events.deliver(transaction, new EventDispatcher(publisher), 0);
        publisher.answers.releaseAll(0);
    }

    /** All that a session may see of it, and what the gateway tells the engine. */
    private static String text(final AnswerPublisher publisher)
    {
        final StringBuilder text = new StringBuilder().append(publisher.position());
        final AnswerCursor cursor = new AnswerCursor();
        for (int i = 0; i < publisher.logins.size(); i++)
        {
            final Login login = publisher.logins.at(i);
            text.append('\n').append(login.loginId).append(' ').append(login.name()).append(' ')
                .append(login.brokerageFirm()).append(' ').append(login.commandSequence()).append(' ')
                .append(0 != login.connectedIn).append(' ').append(login.clOrdIds.sizeOfSession()).append(' ')
                .append(login.clOrdIds.datedSize());
            for (long seqNo = 1; seqNo < login.nextSeqNo(); seqNo++)
            {
                if (1 == seqNo)
                {
                    cursor.seek(login.answers, 1);
                }
                final byte[] frame = new byte[cursor.length()];
                cursor.buffer().getBytes(cursor.offset(), frame);
                text.append(" #").append(seqNo).append(' ').append(HexFormat.of().formatHex(frame));
                cursor.next();
            }
        }
        return text.append('\n').append(publisher.logins.idBudget.inAll()).toString();
    }
}
