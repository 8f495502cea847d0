// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.sbe.admission.IdBudget;
import io.bourse.gateway.sbe.twime.EmptyBookEncoder;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.SequenceEncoder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

class AnswerQueueTest
{
    private static final int LOGIN = 7;
    private static final long TIMEOUT_NS = 100;

    private final CounterSet<GatewayCounter> counters = new CounterSet<>(GatewayCounter.class);
    private final AnswerLog log = new AnswerLog(null, AnswerLog.CHUNK_LENGTH, 1);
    private final LoginTable logins = new LoginTable(log, new IdBudget(1_000_000, 1_000_000));
    private final AnswerQueue answers = new AnswerQueue(logins, counters, RequestStamps.off());

    AnswerQueueTest()
    {
        logins.define(LOGIN, "SEVEN", "AA01");
    }

    @AfterEach
    void removeLog()
    {
        log.close();
    }

    @Test
    void shouldHoldAnswersUntilTheyArePublic()
    {
        group(1000, 0, 1);
        group(2000, 0, 1);
        assertEquals(0, answers.release(999, 0, 10, TIMEOUT_NS));
        assertEquals(1, nextSeqNo());
        assertEquals(1, answers.release(1999, 0, 10, TIMEOUT_NS));
        assertEquals(2, nextSeqNo());
        assertEquals(1, answers.release(2000, 0, 10, TIMEOUT_NS));
        assertEquals(3, nextSeqNo());
        assertEquals(0, answers.heldLength());
        assertEquals(2, counters.get(GatewayCounter.PUBLIC_FIRST_ANSWERS));
        assertEquals(0, counters.get(GatewayCounter.LATE_ANSWERS));
    }

    @Test
    void shouldLetAnswersGoWhenTheWaitRunsOut()
    {
        group(1000, 5, 2);
        group(2000, 6, 1);
        assertEquals(0, answers.release(0, 0, 104, TIMEOUT_NS));
        assertEquals(1, answers.release(0, 0, 105, TIMEOUT_NS));
        assertEquals(3, nextSeqNo());
        assertEquals(1, answers.release(0, 0, 106, TIMEOUT_NS));
        assertEquals(4, nextSeqNo());
        assertEquals(2, counters.get(GatewayCounter.LATE_ANSWERS));
    }

    @Test
    void shouldNotWaitAtAllWhenConfiguredSo()
    {
        group(1000, 5, 1);
        assertEquals(1, answers.release(0, 0, 5, 0));
        assertEquals(0, counters.get(GatewayCounter.LATE_ANSWERS));
        assertEquals(0, counters.get(GatewayCounter.PUBLIC_FIRST_ANSWERS));
    }

    @Test
    void shouldNumberApplicationMessagesOnly()
    {
        answers.beginGroup();
        final int offset = answers.claim(LOGIN, 16);
        new SequenceEncoder().wrapAndApplyHeader(answers.buffer, offset, new MessageHeaderEncoder()).nextSeqNo(1);
        answers.endGroup(1000, 0);
        answers.releaseAll(0);
        assertEquals(1, nextSeqNo());
    }

    @Test
    void shouldHoldNothingForATransactionWithoutAnswers()
    {
        answers.beginGroup();
        answers.endGroup(1000, 0);
        assertEquals(0, answers.heldLength());
    }

    @Test
    void shouldGrowForLargeTransactionsAndForgetThem()
    {
        for (int round = 0; round < 20; round++)
        {
            group(1000 + round, round, 20_000);
            group(1000 + round, round, 1);
            assertEquals(2, answers.release(1000 + round, 0, round, TIMEOUT_NS));
        }
        assertEquals(1 + 20 * 20_001, nextSeqNo());
        assertEquals(0, answers.heldLength());
    }

    @Test
    void shouldKeepOrderWhenReleasingBehindANewOne()
    {
        group(1, 0, 1);
        for (int i = 2; i <= 50_000; i++)
        {
            group(i, 0, 1);
            assertEquals(1, answers.release(i - 1, 0, 0, TIMEOUT_NS));
        }
        assertEquals(50_000, nextSeqNo());
        final AnswerCursor cursor = new AnswerCursor();
        cursor.seek(logins.get(LOGIN).answers, 49_999);
        assertEquals(49_999, cursor.buffer().getLong(cursor.offset() + 8));
    }

    private void group(final long cursor, final long readNs, final int frames)
    {
        answers.beginGroup();
        for (int i = 0; i < frames; i++)
        {
            final int offset = answers.claim(LOGIN, 20);
            new EmptyBookEncoder().wrapAndApplyHeader(answers.buffer, offset, new MessageHeaderEncoder())
                .timestamp(cursor)
                .tradingSessionID(1);
        }
        answers.endGroup(cursor, readNs);
    }

    private long nextSeqNo()
    {
        return logins.get(LOGIN).nextSeqNo();
    }
}
