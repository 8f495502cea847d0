// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.protocol.ConnectGatewayEncoder;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * A gateway with its traders. The traders remember what they asked for and got no answer to; the gateway remembers
 * nothing that is not in the event stream. It keeps private answers until the market data has left.
 */
final class SimulatedGateway
{
    static final int OPERATOR = 0;
    private static final long HOLD_NS = 5_000_000;
    private static final int WINDOW = 6;
    private static final int KEPT_COPIES = 8;
    private static final int BARRIER_PATIENCE = 40;

    private final Schedule schedule;
    private final int gatewayId;
    private final int firstSession;
    private final int sessions;
    private final List<Intent> unanswered = new ArrayList<>();
    private final List<byte[]> copies = new ArrayList<>();
    private GatewayMemory memory;
    private CommandPort port;
    private boolean isBarrierSent;
    private int barrierPolls;
    private boolean isOpen;
    private long lives;

    /**
     * A gateway that does not run yet.
     *
     * @param schedule it is part of.
     * @param gatewayId 0 for the operator, who never dies.
     * @param firstSession of its traders.
     * @param sessions how many.
     */
    SimulatedGateway(final Schedule schedule, final int gatewayId, final int firstSession, final int sessions)
    {
        this.schedule = schedule;
        this.gatewayId = gatewayId;
        this.firstSession = firstSession;
        this.sessions = sessions;
        start();
    }

    /** A new life without any memory. */
    void start()
    {
        lives++;
        memory = new GatewayMemory(this, lives, schedule.intents(), schedule.clock());
        isBarrierSent = false;
        isOpen = false;
        port = null;
    }

    /** The gateway dies. */
    void crash()
    {
        memory.detach();
        schedule.retire(memory);
        copies.clear();
        start();
    }

    /**
     * There is an engine again. What has no outcome yet is sent again, in its order and under its sequences.
     *
     * @param engine to send to.
     */
    void connect(final CommandPort engine)
    {
        port = engine;
        isBarrierSent = false;
        copies.clear();
        final List<GatewayMemory.Pending> pending = memory.pending();
        if (!pending.isEmpty() && schedule.hasDefect(Defect.FORGOTTEN_RESEND))
        {
            pending.remove(0);
        }
        if (!pending.isEmpty() && schedule.hasDefect(Defect.RESEND_UNDER_NEW_SEQUENCE))
        {
            final Intent intent = pending.remove(0).intent();
            pending.add(new GatewayMemory.Pending(intent, memory.nextSequence(intent.sessionId())));
        }
        for (final GatewayMemory.Pending command : pending)
        {
            schedule.counts().add(Count.RESENDS, command.isSent() ? 1 : 0);
            command.isSent(false);
        }
    }

    void disconnect()
    {
        port = null;
    }

    boolean isConnected()
    {
        return null != port;
    }

    /** Whether it takes one more request of a trader. */
    boolean hasCapacity()
    {
        return unanswered.size() < WINDOW;
    }

    /** A trader, or the operator, wants something. */
    void request(final int sessionId, final byte[] command)
    {
        final Intent intent = schedule.intents().add(gatewayId, sessionId, command);
        unanswered.add(intent);
        if (isOpen)
        {
            accept(intent);
        }
    }

    private void accept(final Intent intent)
    {
        memory.pending().add(new GatewayMemory.Pending(intent, memory.nextSequence(intent.sessionId())));
    }

    /** Sends what waits, oldest first, as much as is taken. */
    void send()
    {
        if (null == port)
        {
            return;
        }
        if (!isOpen)
        {
            if (!isBarrierSent && OPERATOR != gatewayId)
            {
                isBarrierSent = port.offer(barrier());
                barrierPolls = 0;
            }
            return;
        }
        for (final GatewayMemory.Pending pending : memory.pending())
        {
            if (!pending.isSent())
            {
                final byte[] command = pending.command();
                if (!port.offer(command))
                {
                    return;
                }
                pending.isSent(true);
                keepCopy(command);
            }
        }
    }

    private byte[] barrier()
    {
        final CommandBytes encoder = schedule.encoder();
        final ConnectGatewayEncoder barrier = encoder.begin(new ConnectGatewayEncoder());
        final byte[] command = encoder.end(barrier.epoch(memory.epoch()));
        CommandBytes.identify(command, gatewayId, 0, 0, 0);
        return command;
    }

    private void keepCopy(final byte[] command)
    {
        if (KEPT_COPIES == copies.size())
        {
            copies.remove(0);
        }
        copies.add(command);
    }

    /** A copy of something sent before comes again, out of its order. */
    void sendCopy()
    {
        if (null != port && !copies.isEmpty())
        {
            final byte[] copy = copies.get(schedule.chance().below(copies.size())).clone();
            if (schedule.hasDefect(Defect.COPY_WITHOUT_SEQUENCE))
            {
                CommandBytes.withoutSequence(copy);
            }
            if (port.offer(copy))
            {
                schedule.counts().add(Count.COPIES);
            }
        }
    }

    /**
     * Reads events, opens when everything before this life was read, gives answers.
     *
     * @param frames most frames to read.
     */
    void poll(final int frames)
    {
        memory.poll(frames);
        if (!isOpen && (OPERATOR == gatewayId || memory.isConnected()))
        {
            open();
        }
        else if (!isOpen && ++barrierPolls > BARRIER_PATIENCE)
        {
            // It may have been lost with a leader: it has no sequence, so nothing else resends it.
            isBarrierSent = false;
        }
        release();
    }

    /** What the traders miss and the stream does not know has never happened, and is asked for again. */
    private void open()
    {
        isOpen = true;
        if (schedule.hasDefect(Defect.SEQUENCES_FROM_ONE) && lives > 1)
        {
            memory.forgetSequences();
        }
        for (final Intent intent : unanswered)
        {
            if (0 == intent.answeredCursor())
            {
                accept(intent);
            }
        }
    }

    private void release()
    {
        final Iterator<GatewayMemory.Answer> answers = memory.answers().iterator();
        while (answers.hasNext())
        {
            final GatewayMemory.Answer answer = answers.next();
            final boolean isPublic = schedule.watermark() >= answer.cursor();
            final boolean isTimeOver = schedule.clock().nanoTime() - answer.heldNs() >= HOLD_NS;
            if (!isPublic && !isTimeOver && !schedule.hasDefect(Defect.PRIVATE_FIRST))
            {
                return;
            }
            if (!schedule.hasPassedWatermark(answer.cursor()) && !isTimeOver)
            {
                throw new ScheduleFailedException("a private answer left before the market data: " + answer.intent() +
                    " cursor=" + answer.cursor() + " watermark=" + schedule.watermark());
            }
            answers.remove();
            unanswered.remove(answer.intent());
        }
    }

    /** True when every trader has every answer. */
    boolean isQuiet()
    {
        return isOpen && unanswered.isEmpty() && memory.pending().isEmpty() && memory.isAtEnd();
    }

    GatewayMemory memory()
    {
        return memory;
    }

    int gatewayId()
    {
        return gatewayId;
    }

    int firstSession()
    {
        return firstSession;
    }

    int sessions()
    {
        return sessions;
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder("gateway-" + gatewayId + "{open=" + isOpen + " pending=" +
            memory.pending().size() + " atEnd=" + memory.isAtEnd() + " unanswered=");
        for (final Intent intent : unanswered)
        {
            text.append(intent.id()).append(' ');
        }
        return text.append('}').toString();
    }
}
