// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import org.agrona.collections.Int2IntHashMap;

/**
 * Where the start of a gateway stands in the event stream; a later start with the same id fences this one off.
 *
 * <p>An earlier process may still have commands on their way, or wake up and send more. So each start numbers its
 * commands from a number that grows with the journal, and claims each login with it
 * ({@link GatewayCommands#claim}): what an earlier start sends behind the claim has a lower number, and the core
 * refuses it as a command that it has seen. When all logins are claimed, all that an earlier process could do stands in
 * the event stream. With several partitions all of this is so when each of them has shown it.
 */
public final class GatewayBarrier
{
    /** A command takes more of the journal than a byte, and fewer than 1,024 of a login are on their way per byte. */
    private static final int SEQUENCE_BITS = 10;

    /** Of each login the partitions that have shown its claim, a bit for each. */
    private final Int2IntHashMap claimed = new Int2IntHashMap(0);
    private final int gatewayId;
    private final long epoch;
    private final int partitions;
    private int connected;
    private long claimSequence;
    private boolean isPassed;
    private boolean isFenced;

    /**
     * Not passed yet.
     *
     * @param epoch of this start, as it was given to {@link GatewayCommands#connect}.
     */
    public GatewayBarrier(final int gatewayId, final long epoch)
    {
        this(gatewayId, epoch, 1);
    }

    /**
     * Not passed yet.
     *
     * @param epoch of this start, as it was given to {@link GatewayCommands#connect}.
     * @param partitions how many there are, each with a number below 31 when there are several.
     */
    public GatewayBarrier(final int gatewayId, final long epoch, final int partitions)
    {
        this.gatewayId = gatewayId;
        this.epoch = epoch;
        this.partitions = partitions;
    }

    /**
     * Whether a start is that of a standby that was activated.
     *
     * @param group of a ConnectGateway; its time of receipt is never negative otherwise.
     * @return false for an ordinary start.
     */
    public static boolean isOfStandby(final EventGroup group)
    {
        return group.receivedNs() < 0;
    }

    /**
     * A gateway has started. A second answer of the same epoch changes nothing.
     *
     * @param event that says so.
     * @param commandPosition of its command in the journal.
     * @return true when it is this start, seen for the first time.
     */
    public boolean onGatewayConnected(final GatewayConnectedDecoder event, final long commandPosition)
    {
        return onGatewayConnected(event, commandPosition, 0);
    }

    /**
     * A gateway has started, as one of several partitions says.
     *
     * @param event that says so.
     * @param commandPosition of its command in the journal.
     * @param partition of the event.
     * @return true when it is this start, and no other partition is awaited any more.
     */
    public boolean onGatewayConnected(
        final GatewayConnectedDecoder event, final long commandPosition, final int partition)
    {
        if (gatewayId != event.gatewayId())
        {
            return false;
        }
        if (epoch == event.epoch())
        {
            final boolean isFirst = 0 == (connected & 1 << partition);
            connected |= 1 << partition;
            // The sum grows with each command, whichever partition takes it.
            claimSequence += isFirst ? claimSequence(commandPosition) : 0;
            isPassed = isFromAll(connected);
            return isFirst && isPassed;
        }
        // Before the barrier it is an earlier process.
        isFenced |= isPassed;
        return false;
    }

    /**
     * A transaction begins: it may be that of a claim.
     *
     * @param group that begins.
     */
    public void onGroupBegin(final EventGroup group)
    {
        if (isPassed && claimSequence == group.sequence() && gatewayId == group.gatewayId())
        {
            claimed.put(group.sessionId(), claimed.get(group.sessionId()) | 1 << group.partition());
        }
    }

    private boolean isFromAll(final int ofPartitions)
    {
        return Integer.bitCount(ofPartitions) == partitions;
    }

    /**
     * Number of the claims of a start.
     *
     * @param commandPosition of its ConnectGateway in the journal.
     * @return sequence, above those of all earlier starts.
     */
    public static long claimSequence(final long commandPosition)
    {
        return commandPosition << SEQUENCE_BITS;
    }

    /**
     * Number of the claims, below all others of this start.
     *
     * @return sequence, of use when the start has been seen.
     */
    public long claimSequence()
    {
        return claimSequence;
    }

    /**
     * Whether a login is claimed: no earlier start can do anything for it any more.
     *
     * @return true when the claim has been seen.
     */
    public boolean isClaimed(final int loginId)
    {
        return isFromAll(claimed.get(loginId));
    }

    /**
     * Whether a transaction is the refusal of what an earlier start has sent too late: it was never executed.
     *
     * @param group of the command.
     * @return true when the login was claimed before.
     */
    public boolean isTooLate(final EventGroup group)
    {
        return gatewayId == group.gatewayId() && group.sequence() < claimSequence && group.sequence() > 0 &&
            isClaimed(group.sessionId());
    }

    /**
     * Whether this start has been seen.
     *
     * @return true when everything before it is known.
     */
    public boolean isPassed()
    {
        return isPassed;
    }

    /**
     * Whether a later start of a gateway with the same id has taken over.
     *
     * @return true when this one must give up its sessions.
     */
    public boolean isFenced()
    {
        return isFenced;
    }
}
