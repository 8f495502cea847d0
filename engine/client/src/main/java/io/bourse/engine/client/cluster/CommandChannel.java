// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.protocol.AdvanceTimeEncoder;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.security.CommandGate;
import io.bourse.engine.security.Principal;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

/**
 * Sends commands so that each that was taken is executed once, whichever member leads.
 *
 * <p>The core drops a command whose sequence is not above the last one of its session. So a command that was lost with
 * a leader must be sent again before any later one. After every change of leader or session nothing new is taken until
 * it is known which commands were lost: an {@code AdvanceTime} under this client's own identity is sent, and when its
 * group is seen in the event stream, the commands that were not seen before it are those that are lost. When question
 * after question has no answer, the session itself is in doubt and another one is opened: sooner while others are
 * answered than during what may be an election, after which the session is as good as before.
 *
 * <p>The lock is taken by publishers for one offer, and by the client's own thread for a step of the session. What the
 * client's own thread sees in the event stream needs no lock.
 */
public final class CommandChannel implements EventListener
{
    private static final Logger LOGGER = LoggerFactory.getLogger(CommandChannel.class);
    private static final int MOST_UNANSWERED = 3;
    /** While others are answered, so that there is a leader. */
    private static final int MOST_IGNORED = 2;
    /** An election takes longer as a rule; without one a leader answers within milliseconds. */
    private static final long ANSWER_TIMEOUT_NS = TimeUnit.MILLISECONDS.toNanos(700);
    /** Silence of the member that the answers come from, in timeouts of messages. */
    private static final int SILENT_TIMEOUTS = 3;

    /** What is being done about commands on their way. */
    private enum State
    {
        /** New commands are taken. */
        OPEN,
        /** The question has to be sent. */
        IN_DOUBT,
        /** Its group is awaited. */
        ASKED,
        /** Lost commands are sent again. */
        RESENDING
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final UnsafeBuffer question =
        new UnsafeBuffer(new byte[MessageHeaderEncoder.ENCODED_LENGTH + AdvanceTimeEncoder.BLOCK_LENGTH]);
    private final AdvanceTimeEncoder questionEncoder = new AdvanceTimeEncoder();
    private final ClusterClientOptions options;
    private final LeaderSession session;
    private final NanoClock clock;
    private final int clientId;
    private final CommandRetention retention;

    private State state = State.OPEN;
    private long epoch;
    private long questionSequence;
    private volatile int unanswered;
    private int ignored;
    /** Whether something was executed since the last look. */
    private boolean isLed;
    private int askedAs;
    private long resendNumber;
    private long resendEnd;
    /** Time of the latest step: exact enough for timeouts, and cheaper than the clock. */
    private long nowNs;
    private long progressNs;
    private long answeredNs;
    private long connectedNs;
    private RuntimeException failure;
    private volatile long resentCount;

    /**
     * A channel over a session of choice.
     *
     * @param options for partition, window and timeouts.
     * @param session to send through; the caller opens it and keeps it open.
     * @param clock for timeouts.
     * @param clientId session of the channel's own questions, below 0, where no login has its session; no other channel
     *     may ever have had it.
     */
    public CommandChannel(
        final ClusterClientOptions options,
        final LeaderSession session,
        final NanoClock clock,
        final int clientId)
    {
        this.options = options;
        this.session = session;
        this.clock = clock;
        this.clientId = clientId;
        nowNs = clock.nanoTime();
        progressNs = nowNs;
        answeredNs = nowNs;
        connectedNs = nowNs;
        retention = new CommandRetention(options.windowSize());
    }

    /**
     * Offers a command. Commands of one client are executed in the order of their acceptance, across all its senders.
     *
     * @param sender whose command it is; the session must be one of it.
     * @param buffer that holds it.
     * @param offset of its message header.
     * @param length of the whole message.
     * @return false when it is not taken now.
     * @see CommandPublisher#offer
     */
    public boolean offer(final Principal sender, final DirectBuffer buffer, final int offset, final int length)
    {
        CommandForm.check(buffer, offset, length);
        CommandGate.check(sender, buffer, offset);
        lock.lock();
        try
        {
            if (null != failure)
            {
                throw new IllegalStateException("the engine is gone, connect again: " + failure.getMessage(), failure);
            }
            if (State.OPEN != state || retention.isFull())
            {
                return false;
            }
            final long formerTail = retention.add(buffer, offset, length);
            if (session.offer(buffer, offset, length))
            {
                return true;
            }
            retention.retract(formerTail);
            return false;
        }
        finally
        {
            lock.unlock();
        }
    }

    /**
     * One step of the client's own thread.
     *
     * @param sessionDuty keeps the session, under the channel's lock.
     * @return work done.
     */
    public int poll(final IntSupplier sessionDuty)
    {
        lock.lock();
        try
        {
            nowNs = clock.nanoTime();
            final int workCount = sessionDuty.getAsInt();
            checkConnected();
            if (epoch != session.epoch())
            {
                epoch = session.epoch();
                progressNs = nowNs;
                // Nothing on its way, nothing in doubt.
                state = retention.isEmpty() ? State.OPEN : State.IN_DOUBT;
            }
            return workCount + (session.isConnected() ? resolve() : 0);
        }
        finally
        {
            lock.unlock();
        }
    }

    private void checkConnected()
    {
        if (session.isConnected() || !session.hasSender())
        {
            connectedNs = nowNs;
        }
        else if (null == failure && nowNs - connectedNs > options.connectTimeoutNs())
        {
            failure = new IllegalStateException("no leader takes commands: ingressEndpoints=" +
                options.ingressEndpoints() + " connectTimeoutNs=" + options.connectTimeoutNs() + " reason=" +
                session.reason());
        }
    }

    private int resolve()
    {
        return switch (state)
        {
            case OPEN, ASKED -> checkProgress();
            case IN_DOUBT -> ask();
            case RESENDING -> resend();
        };
    }

    /** Commands whose groups do not come may be lost without the session knowing, and so may the question. */
    private int checkProgress()
    {
        if (State.OPEN == state && retention.isEmpty())
        {
            progressNs = nowNs;
            answeredNs = nowNs;
            return 0;
        }
        if (nowNs - progressNs < Math.min(ANSWER_TIMEOUT_NS, options.messageTimeoutNs()))
        {
            return 0;
        }
        if (State.OPEN != state)
        {
            unanswered++;
            ignored = isLed ? ignored + 1 : 0;
        }
        isLed = false;
        LOGGER.info("commands on their way are in doubt: partition={} commands={} unansweredQuestions={}",
            options.partition(), retention.tail() - retention.head(), unanswered);
        state = State.IN_DOUBT;
        progressNs = nowNs;
        if (MOST_IGNORED == ignored || unanswered > 0 && 0 == unanswered % MOST_UNANSWERED)
        {
            ignored = 0;
            // A leader ignores a session that it has closed, and may not have got round to saying so.
            session.disconnect();
        }
        return 1;
    }

    private int ask()
    {
        final int gatewayId = session.sender().number();
        questionEncoder.wrapAndApplyHeader(question, 0, new MessageHeaderEncoder()).header()
            .stampedNs(0)
            .receivedNs(0)
            .sequence(questionSequence + 1)
            .sessionId(clientId)
            .gatewayId(gatewayId)
            .partition(options.partition());
        if (!session.offer(question, 0, question.capacity()))
        {
            // What a dead leader has left unread may leave no place for it.
            return checkProgress();
        }
        askedAs = gatewayId;
        questionSequence++;
        progressNs = nowNs;
        state = State.ASKED;
        return 1;
    }

    private int resend()
    {
        int workCount = 0;
        while (resendNumber < resendEnd)
        {
            final int length = retention.length(resendNumber);
            if (length > 0)
            {
                if (!session.offer(retention.buffer(), retention.offset(resendNumber), length))
                {
                    return workCount + checkProgress();
                }
                progressNs = nowNs;
                resentCount++;
                workCount++;
            }
            resendNumber++;
        }
        progressNs = nowNs;
        state = State.OPEN;
        return workCount + 1;
    }

    @Override
    public boolean isForGroupsOnly()
    {
        return true;
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        final long sequence = group.sequence();
        if (0 == sequence)
        {
            return;
        }
        if (clientId == group.sessionId() && askedAs == group.gatewayId())
        {
            onAnswer(sequence);
        }
        else if (!retention.isEmpty())
        {
            isLed = true;
            answered();
            if (retention.confirm(group.gatewayId(), group.sessionId(), sequence))
            {
                progressNs = nowNs;
            }
        }
    }

    private void answered()
    {
        if (0 != unanswered)
        {
            unanswered = 0;
        }
        answeredNs = nowNs;
    }

    private void onAnswer(final long sequence)
    {
        answered();
        ignored = 0;
        lock.lock();
        try
        {
            if (State.ASKED == state && questionSequence == sequence)
            {
                resendNumber = retention.head();
                resendEnd = retention.tail();
                progressNs = nowNs;
                state = State.RESENDING;
            }
        }
        finally
        {
            lock.unlock();
        }
    }

    /**
     * Whether the member that the answers come from stands still as far as can be seen from here, and nothing else has
     * come in the meantime: a leader has opened another session, and a question in it was not answered either; or
     * questions were not answered for three timeouts of messages and no leader is found.
     *
     * @return true until something comes, or another link is tried.
     */
    public boolean isUnanswered()
    {
        return unanswered > MOST_UNANSWERED || MOST_UNANSWERED == unanswered &&
            nowNs - answeredNs >= SILENT_TIMEOUTS * options.messageTimeoutNs();
    }

    /**
     * The link is gone, or given up.
     *
     * @param isSessionKept false when the session goes with it, as it uses the same media driver.
     */
    void onLinkLost(final boolean isSessionKept)
    {
        lock.lock();
        try
        {
            answered();
            if (!isSessionKept)
            {
                session.disconnect();
            }
        }
        finally
        {
            lock.unlock();
        }
    }

    /**
     * Commands that were lost on their way and sent again.
     *
     * @return count.
     */
    public long resentCount()
    {
        return resentCount;
    }

    void close()
    {
        lock.lock();
        try
        {
            failure = new IllegalStateException("the client is closed");
            session.close();
        }
        finally
        {
            lock.unlock();
        }
    }
}
