// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.bourse.engine.protocol.AdvanceTimeEncoder;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What becomes of a command when the session that took it leads nowhere.
 */
class CommandChannelTest
{
    private static final long TIMEOUT_NS = 1_000;
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int CLIENT_ID = -77;
    private static final int GATEWAY_ID = 1;
    private static final Principal SENDER = Principal.gateway(GATEWAY_ID);
    private static final int LOGIN_ID = 5;

    private final Session session = new Session();
    private long nowNs;
    private final CommandChannel channel = new CommandChannel(
        options().messageTimeoutNs(TIMEOUT_NS).build(), session, () -> nowNs, CLIENT_ID);

    @Test
    void shouldSendOnceMoreInAnotherSessionWhenNoQuestionIsAnswered()
    {
        poll();
        assertTrue(offer(1));
        timeOut();
        poll();
        assertEquals(List.of("s1 command 1", "s1 question 1"), session.takeSent());
        for (int i = 0; i < 3; i++)
        {
            timeOut();
            poll();
        }
        assertEquals(List.of("s1 question 2", "s1 question 3", "s2 question 4"), session.takeSent());

        channel.onGroupEnd(group(4, CLIENT_ID, GATEWAY_ID));
        poll();
        assertEquals(List.of("s2 command 1"), session.takeSent());
        channel.onGroupEnd(group(1, LOGIN_ID, GATEWAY_ID));
        timeOut();
        assertTrue(offer(2));
        assertEquals(List.of("s2 command 2"), session.takeSent());
        assertEquals(1, channel.resentCount());
    }

    @Test
    void shouldOpenOneSessionAfterTheOtherWhenNoneIsHeard()
    {
        poll();
        assertTrue(offer(1));
        for (int i = 0; i < 20; i++)
        {
            timeOut();
        }
        assertTrue(session.number > 3, () -> "sessions=" + session.number + " sent=" + session.takeSent());
    }

    @Test
    void shouldGiveUpTheMemberWhenALeaderOpensAnotherSessionAndNothingIsHeard()
    {
        final CommandChannel usual = usual();
        pollUntil(usual, () -> 2 == session.number, 3_000);
        assertFalse(usual.isUnanswered());
        pollUntil(usual, usual::isUnanswered, 3_700);
    }

    /** An election of two and a half seconds is a slow one, after which the session goes on. */
    @Test
    void shouldKeepTheSessionWhileALeaderMayBeElected()
    {
        final CommandChannel usual = usual();
        pollUntil(usual, () -> nowNs >= TimeUnit.MILLISECONDS.toNanos(2_500), 2_600);
        assertEquals(1, session.number);
    }

    @Test
    void shouldOpenAnotherSessionSoonWhenOthersAreAnsweredAndItIsNot()
    {
        final CommandChannel usual = usual();
        final long[] executed = {0};
        pollUntil(usual, () ->
        {
            usual.onGroupEnd(group(++executed[0], LOGIN_ID + 1, GATEWAY_ID));
            return 2 == session.number;
        }, 2_300);
        assertFalse(usual.isUnanswered());
    }

    @Test
    void shouldStayWithTheMemberWhileThereIsNoLeader()
    {
        final CommandChannel usual = usual();
        pollUntil(usual, () -> !session.isConnected || 2 == session.number, 3_000);
        session.disconnect();
        session.hasLeader = false;
        pollUntil(usual, usual::isUnanswered, 15_100);
        assertEquals(15, TimeUnit.NANOSECONDS.toSeconds(nowNs));
    }

    @Test
    void shouldOpenAnotherSessionWhenTheQuestionFindsNoPlace()
    {
        final CommandChannel usual = usual();
        session.isFull = true;
        pollUntil(usual, () -> 2 == session.number, 3_000);
        session.isFull = false;
        usual.poll(session::keep);
        assertEquals(List.of("s1 command 1", "s2 question 1"), session.takeSent());
    }

    @Test
    void shouldAskAgainWhenWhatIsSentAgainFindsNoPlace()
    {
        poll();
        assertTrue(offer(1));
        timeOut();
        poll();
        channel.onGroupEnd(group(1, CLIENT_ID, GATEWAY_ID));
        session.isFull = true;
        timeOut();
        session.isFull = false;
        poll();
        channel.onGroupEnd(group(2, CLIENT_ID, GATEWAY_ID));
        poll();
        assertEquals(
            List.of("s1 command 1", "s1 question 1", "s1 question 2", "s1 command 1"), session.takeSent());
    }

    @Test
    void shouldKeepTheSessionWhenOneQuestionIsLost()
    {
        poll();
        assertTrue(offer(1));
        timeOut();
        poll();
        timeOut();
        poll();
        channel.onGroupEnd(group(2, CLIENT_ID, GATEWAY_ID));
        poll();
        assertEquals(
            List.of("s1 command 1", "s1 question 1", "s1 question 2", "s1 command 1"), session.takeSent());
    }

    @Test
    void shouldTakeAnAnswerThatComesBeforeTheSenderGoesOn()
    {
        poll();
        session.onSent = (sequence) -> channel.onGroupEnd(group(sequence, LOGIN_ID, GATEWAY_ID));
        assertTrue(offer(1));
        timeOut();
        poll();
        assertEquals(List.of("s1 command 1"), session.takeSent());
    }

    @Test
    void shouldNotSendAgainWhatTheSessionDidNotTake()
    {
        poll();
        session.isFull = true;
        assertFalse(offer(1));
        timeOut();
        poll();
        assertEquals(List.of(), session.takeSent());
    }

    private static ClusterClientOptionsBuilder options()
    {
        return ClusterClientOptions.builder()
            .aeronDirectoryNames(List.of("none"))
            .ingressEndpoints("none")
            .credentials(CredentialStore.at(Path.of("none")))
            .connectTimeoutNs(Long.MAX_VALUE);
    }

    /** A channel with the timeouts that clients have, which has sent a command. */
    private CommandChannel usual()
    {
        final CommandChannel usual = new CommandChannel(options().build(), session, () -> nowNs, CLIENT_ID);
        usual.poll(session::keep);
        assertTrue(offer(usual, 1));
        return usual;
    }

    private void pollUntil(final CommandChannel usual, final BooleanSupplier condition, final long limitMs)
    {
        while (!condition.getAsBoolean())
        {
            nowNs += STEP_NS;
            usual.poll(session::keep);
            assertTrue(nowNs <= TimeUnit.MILLISECONDS.toNanos(limitMs), () -> "nowNs=" + nowNs);
        }
    }

    private void timeOut()
    {
        nowNs += TIMEOUT_NS;
        poll();
    }

    private void poll()
    {
        channel.poll(session::keep);
    }

    private boolean offer(final long sequence)
    {
        return offer(channel, sequence);
    }

    private static boolean offer(final CommandChannel to, final long sequence)
    {
        final UnsafeBuffer buffer =
            new UnsafeBuffer(new byte[MessageHeaderEncoder.ENCODED_LENGTH + AdvanceTimeEncoder.BLOCK_LENGTH]);
        new AdvanceTimeEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder()).header()
            .stampedNs(0)
            .receivedNs(0)
            .sequence(sequence)
            .sessionId(LOGIN_ID)
            .gatewayId(GATEWAY_ID)
            .partition(0);
        return to.offer(SENDER, buffer, 0, buffer.capacity());
    }

    private static EventGroup group(final long sequence, final int sessionId, final int gatewayId)
    {
        return (EventGroup)Proxy.newProxyInstance(
            EventGroup.class.getClassLoader(),
            new Class<?>[]{EventGroup.class},
            (proxy, method, arguments) -> switch (method.getName())
            {
                case "sequence" -> sequence;
                case "sessionId" -> sessionId;
                case "gatewayId" -> gatewayId;
                default -> throw new UnsupportedOperationException(method.getName());
            });
    }

    /** Takes everything while it has place, and notes it; whether it is heard is the test's affair. */
    private static final class Session implements LeaderSession
    {
        private final CommandHeaderDecoder header = new CommandHeaderDecoder();
        private final List<String> sent = new ArrayList<>();
        private boolean hasLeader = true;
        private boolean isFull;
        private boolean isConnected;
        private long epoch;
        private int number;
        private LongConsumer onSent = (sequence) -> { };

        int keep()
        {
            if (isConnected || !hasLeader)
            {
                return 0;
            }
            isConnected = true;
            number++;
            epoch++;
            return 1;
        }

        List<String> takeSent()
        {
            final List<String> taken = List.copyOf(sent);
            sent.clear();
            return taken;
        }

        @Override
        public Principal sender()
        {
            return SENDER;
        }

        @Override
        public boolean isConnected()
        {
            return isConnected;
        }

        @Override
        public long epoch()
        {
            return epoch;
        }

        @Override
        public boolean offer(final DirectBuffer buffer, final int offset, final int length)
        {
            if (isFull)
            {
                return false;
            }
            header.wrap(buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH);
            sent.add("s" + number + (CLIENT_ID == header.sessionId() ? " question " : " command ") + header.sequence());
            onSent.accept(header.sequence());
            return true;
        }

        @Override
        public void disconnect()
        {
            isConnected = false;
            epoch++;
        }

        @Override
        public void close()
        {
            isConnected = false;
        }
    }
}
