// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import io.bourse.engine.security.Principal;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;

/**
 * The right to publish, which one process at a time has of those that ask for it under one gateway id. All is said in
 * the history of the engine, so that all see it in one order, wherever they run:
 *
 * <ul>
 * <li>a process begins, with a first {@code ConnectGateway}, when it has seen no other one say anything for a whole
 * lease. That ends whatever right there was;</li>
 * <li>each {@code ConnectGateway} after it asks for the right, three times in a lease. It gives the right, from the
 * moment when it was asked for until a tenth before the lease ends, when it is seen in the event stream and no other
 * process has begun since. The first time it is also waited for until the lease of the one before has ended: whether
 * that has died, stands still, or is cut off;</li>
 * <li>who has lost the right does not get it again.</li>
 * </ul>
 *
 * <p>Lengths of time are those of the monotonic clock of each process; no clocks are compared. For one thread; any
 * thread may ask {@link #isHeld}, which allocates nothing.
 */
public final class PublisherLease implements EventListener, Agent
{
    private static final int QUESTIONS_OF_LEASE = 3;
    private static final int MARGIN_OF_LEASE = 10;
    private static final int FRAME_LIMIT = 64;

    private final GatewayCommands commands;
    private final EventFollower follower;
    private final EpochNanoClock epochClock;
    private final NanoClock clock;
    private final int gatewayId;
    private final long leaseNs;
    private final long heldNs;
    private long epoch;
    private long otherSeenNs;
    private long questionNs;
    private long askedNs;
    private long dueNs;
    private volatile long grantedNs;
    private volatile long beginnings;
    private volatile State state = State.WAITING;

    private enum State
    {
        /** Others may have the right. */
        WAITING,
        /** Has begun, and asks. */
        BEGUN,
        /** Has the right as long as it gets answers. */
        HOLDING,
        /** Had it. */
        LOST
    }

    /**
     * Waits from now on; {@link #doWork} does the rest.
     *
     * @param client of the engine; its owner closes it after this.
     * @param gatewayId of all who publish the same, and of no gateway.
     * @param leaseNs how long nothing is published, in nanoseconds, after a publisher has gone; longer than a failover.
     * @param epochClock distinguishes processes and questions.
     * @param clock for lengths of time.
     */
    public PublisherLease(
        final EngineClient client,
        final int gatewayId,
        final long leaseNs,
        final EpochNanoClock epochClock,
        final NanoClock clock)
    {
        this.gatewayId = gatewayId;
        this.leaseNs = leaseNs;
        this.epochClock = epochClock;
        this.clock = clock;
        heldNs = leaseNs - leaseNs / MARGIN_OF_LEASE;
        epoch = epochClock.nanoTime();
        commands = new GatewayCommands(
            client.newCommandPublisher(Principal.gateway(gatewayId)), gatewayId, client.partition());
        follower = client.follow(client.endCursor(), this);
        // What was asked for before this is older.
        otherSeenNs = clock.nanoTime();
        dueNs = otherSeenNs;
    }

    /**
     * Whether this process may publish now.
     *
     * @return false before it has the right, and after.
     */
    public boolean isHeld()
    {
        return State.HOLDING == state && clock.nanoTime() - grantedNs < heldNs;
    }

    /**
     * Whether this process had the right and has it no more.
     *
     * @return true for good.
     */
    public boolean isLost()
    {
        return State.LOST == state || State.HOLDING == state && !isHeld();
    }

    /**
     * How often a process has begun, this one or another, since this one looks.
     *
     * @return one for each takeover.
     */
    public long beginnings()
    {
        return beginnings;
    }

    @Override
    public int doWork()
    {
        final int frames = follower.poll(FRAME_LIMIT);
        if (isLost())
        {
            state = State.LOST;
            return frames;
        }
        final long nowNs = clock.nanoTime();
        if (nowNs - dueNs < 0 || State.WAITING == state && nowNs - otherSeenNs < leaseNs)
        {
            return frames;
        }
        // The number of the first one is that of the process: it says that one begins.
        final long number = State.WAITING == state ? epoch : Math.max(questionNs + 1, epochClock.nanoTime());
        if (!commands.connect(epoch, number))
        {
            return frames;
        }
        questionNs = number;
        askedNs = nowNs;
        dueNs = nowNs + leaseNs / QUESTIONS_OF_LEASE;
        return frames + 1;
    }

    @Override
    public void onGatewayConnected(final EventGroup group, final GatewayConnectedDecoder event)
    {
        if (gatewayId == event.gatewayId())
        {
            final boolean isBeginning = group.receivedNs() == event.epoch();
            beginnings += isBeginning ? 1 : 0;
            if (epoch != event.epoch())
            {
                onOther(isBeginning);
            }
            else if (isBeginning)
            {
                onBegun();
            }
            else if (group.receivedNs() == questionNs)
            {
                onAnswer();
            }
        }
    }

    private void onOther(final boolean isBeginning)
    {
        if (State.HOLDING == state && isBeginning)
        {
            state = State.LOST;
        }
        else if (State.WAITING == state || isBeginning)
        {
            otherSeenNs = clock.nanoTime();
            epoch = Math.max(epoch + 1, epochClock.nanoTime());
            state = State.LOST == state ? state : State.WAITING;
        }
        // One that has begun before this one may still ask; it gets nothing.
    }

    private void onBegun()
    {
        if (State.WAITING == state)
        {
            state = State.BEGUN;
            dueNs = clock.nanoTime();
        }
    }

    private void onAnswer()
    {
        if (isHeld() || State.BEGUN == state && clock.nanoTime() - otherSeenNs >= leaseNs)
        {
            grantedNs = askedNs;
            state = State.HOLDING;
        }
    }

    @Override
    public String roleName()
    {
        return "bourse-publisher-lease";
    }

    @Override
    public void onClose()
    {
        follower.close();
    }
}
