// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.OptionChecks;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.agrona.BitUtil;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Options of a {@link SimbaReceiver}. Used once: {@link #conclude()} is called by the receiver.
 */
public final class SimbaReceiverContext
{
    /** Default of {@link #gapTimeoutNs(long)}. */
    public static final long GAP_TIMEOUT_DEFAULT_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Default of {@link #receiveBufferLength(int)}. */
    public static final int RECEIVE_BUFFER_LENGTH_DEFAULT = 4 * 1024 * 1024;

    /** Default of {@link #windowPackets(int)}. */
    public static final int WINDOW_PACKETS_DEFAULT = 128 * 1024;

    /** Default of {@link #maxHeldPackets(int)}. */
    public static final int MAX_HELD_PACKETS_DEFAULT = 8 * 1024;

    /** Default of {@link #maxReplayPackets(int)}: what a server gives at once (SIMBA B.7). */
    public static final int MAX_REPLAY_PACKETS_DEFAULT = 1000;

    /** Default of {@link #replayTimeoutNs(long)}. */
    public static final long REPLAY_TIMEOUT_DEFAULT_NS = TimeUnit.SECONDS.toNanos(2);

    private MulticastEndpoint incrementalA = MulticastEndpoint.parse("239.195.1.1:20081");
    private MulticastEndpoint incrementalB = MulticastEndpoint.parse("239.195.1.129:20081");
    private MulticastEndpoint snapshotA = MulticastEndpoint.parse("239.195.1.2:20082");
    private MulticastEndpoint snapshotB = MulticastEndpoint.parse("239.195.1.130:20082");
    private String interfaceName = "lo";
    private NetworkInterface networkInterface;
    private MarketListener listener;
    private NanoClock clock = SystemNanoClock.INSTANCE;
    private long gapTimeoutNs = GAP_TIMEOUT_DEFAULT_NS;
    private int receiveBufferLength = RECEIVE_BUFFER_LENGTH_DEFAULT;
    private int windowPackets = WINDOW_PACKETS_DEFAULT;
    private int maxHeldPackets = MAX_HELD_PACKETS_DEFAULT;
    private PacketReplay replay;
    private InetSocketAddress replayAddress;
    private int maxReplayPackets = MAX_REPLAY_PACKETS_DEFAULT;
    private long replayTimeoutNs = REPLAY_TIMEOUT_DEFAULT_NS;
    private boolean isConcluded;

    /**
     * All defaults: those of the publisher.
     */
    public SimbaReceiverContext()
    {
    }

    /**
     * Checks the options and their relations.
     *
     * @throws IllegalArgumentException with the option and its value.
     * @throws IllegalStateException if the context was used before.
     */
    public void conclude()
    {
        if (isConcluded)
        {
            throw new IllegalStateException("A receiver context can be used once only, make a new one.");
        }
        isConcluded = true;
        if (4 != new HashSet<>(List.of(incrementalA, incrementalB, snapshotA, snapshotB)).size())
        {
            throw new IllegalArgumentException("The four feeds must have four endpoints: " + this);
        }
        if (!BitUtil.isPowerOfTwo(windowPackets))
        {
            throw new IllegalArgumentException("Option must be a power of two: windowPackets=" + windowPackets);
        }
        if (maxHeldPackets < 1 || maxHeldPackets > windowPackets)
        {
            throw new IllegalArgumentException("Option out of range: maxHeldPackets=" + maxHeldPackets +
                " must be 1 to windowPackets=" + windowPackets);
        }
        if (gapTimeoutNs < 0)
        {
            throw new IllegalArgumentException("Option must not be negative: gapTimeoutNs=" + gapTimeoutNs);
        }
        if (receiveBufferLength < 1)
        {
            throw new IllegalArgumentException("Option must be above 0: receiveBufferLength=" + receiveBufferLength);
        }
        if (maxReplayPackets < 1 || replayTimeoutNs < 1)
        {
            throw new IllegalArgumentException("Options must be above 0: maxReplayPackets=" + maxReplayPackets +
                " replayTimeoutNs=" + replayTimeoutNs);
        }
        networkInterface = OptionChecks.networkInterface(interfaceName);
        if (null == replay && null != replayAddress)
        {
            replay = new ReplayClient(new ReplayClientContext().server(replayAddress).timeoutNs(replayTimeoutNs));
        }
        if (null == listener)
        {
            listener = (transaction, books) ->
            {
                // Somebody who only reads the books.
            };
        }
    }

    /**
     * Incremental feed A.
     *
     * @param incrementalA group:port.
     * @return this.
     */
    public SimbaReceiverContext incrementalA(final String incrementalA)
    {
        this.incrementalA = MulticastEndpoint.parse(incrementalA);
        return this;
    }

    /**
     * Incremental feed A.
     *
     * @return group:port.
     */
    public MulticastEndpoint incrementalA()
    {
        return incrementalA;
    }

    /**
     * Incremental feed B.
     *
     * @param incrementalB group:port.
     * @return this.
     */
    public SimbaReceiverContext incrementalB(final String incrementalB)
    {
        this.incrementalB = MulticastEndpoint.parse(incrementalB);
        return this;
    }

    /**
     * Incremental feed B.
     *
     * @return group:port.
     */
    public MulticastEndpoint incrementalB()
    {
        return incrementalB;
    }

    /**
     * Snapshot feed A.
     *
     * @param snapshotA group:port.
     * @return this.
     */
    public SimbaReceiverContext snapshotA(final String snapshotA)
    {
        this.snapshotA = MulticastEndpoint.parse(snapshotA);
        return this;
    }

    /**
     * Snapshot feed A.
     *
     * @return group:port.
     */
    public MulticastEndpoint snapshotA()
    {
        return snapshotA;
    }

    /**
     * Snapshot feed B.
     *
     * @param snapshotB group:port.
     * @return this.
     */
    public SimbaReceiverContext snapshotB(final String snapshotB)
    {
        this.snapshotB = MulticastEndpoint.parse(snapshotB);
        return this;
    }

    /**
     * Snapshot feed B.
     *
     * @return group:port.
     */
    public MulticastEndpoint snapshotB()
    {
        return snapshotB;
    }

    /**
     * Interface to join on; {@code lo} unless set.
     *
     * @param interfaceName name as the system knows it.
     * @return this.
     */
    public SimbaReceiverContext interfaceName(final String interfaceName)
    {
        this.interfaceName = interfaceName;
        return this;
    }

    /**
     * Interface to join on; {@code lo} unless set.
     *
     * @return name as the system knows it.
     */
    public String interfaceName()
    {
        return interfaceName;
    }

    /**
     * Interface to join on.
     *
     * @return interface, after {@link #conclude()}.
     */
    public NetworkInterface networkInterface()
    {
        return networkInterface;
    }

    /**
     * Who hears of transactions; nobody unless set.
     *
     * @param listener listener, called on the duty cycle.
     * @return this.
     */
    public SimbaReceiverContext listener(final MarketListener listener)
    {
        this.listener = listener;
        return this;
    }

    /**
     * Who hears of transactions; nobody unless set.
     *
     * @return listener, called on the duty cycle.
     */
    public MarketListener listener()
    {
        return listener;
    }

    /**
     * Clock for the gap timeout; the system's unless set.
     *
     * @param clock nanoseconds from any origin.
     * @return this.
     */
    public SimbaReceiverContext clock(final NanoClock clock)
    {
        this.clock = clock;
        return this;
    }

    /**
     * Clock for the gap timeout; the system's unless set.
     *
     * @return nanoseconds from any origin.
     */
    public NanoClock clock()
    {
        return clock;
    }

    /**
     * How long packets that came too early wait for the missing one before a gap is given up.
     *
     * @param gapTimeoutNs nanoseconds.
     * @return this.
     */
    public SimbaReceiverContext gapTimeoutNs(final long gapTimeoutNs)
    {
        this.gapTimeoutNs = gapTimeoutNs;
        return this;
    }

    /**
     * How long packets that came too early wait for the missing one before a gap is given up.
     *
     * @return nanoseconds.
     */
    public long gapTimeoutNs()
    {
        return gapTimeoutNs;
    }

    /**
     * Server to ask for the packets of a small gap; without it every gap is recovered by snapshot.
     *
     * @param replayAddress of the venue's TCP replay, or null for none.
     * @return this.
     */
    public SimbaReceiverContext replayAddress(final InetSocketAddress replayAddress)
    {
        this.replayAddress = replayAddress;
        return this;
    }

    /**
     * Server to ask for the packets of a small gap.
     *
     * @return address, or null.
     */
    public InetSocketAddress replayAddress()
    {
        return replayAddress;
    }

    /**
     * Another way to ask for the packets of a small gap, instead of {@link #replayAddress}.
     *
     * @param replay of the same order log; closed with the receiver. Null for none.
     * @return this.
     */
    public SimbaReceiverContext replay(final PacketReplay replay)
    {
        this.replay = replay;
        return this;
    }

    /**
     * Where to ask for the packets of a small gap.
     *
     * @return replay, or null.
     */
    public PacketReplay replay()
    {
        return replay;
    }

    /**
     * Largest gap, from its first to its last missing packet, that is asked for; a larger one is recovered by snapshot.
     *
     * @param maxReplayPackets packets.
     * @return this.
     */
    public SimbaReceiverContext maxReplayPackets(final int maxReplayPackets)
    {
        this.maxReplayPackets = maxReplayPackets;
        return this;
    }

    /**
     * Largest gap, from its first to its last missing packet, that is asked for.
     *
     * @return packets.
     */
    public int maxReplayPackets()
    {
        return maxReplayPackets;
    }

    /**
     * How long a replay may take before the gap is recovered by snapshot.
     *
     * @param replayTimeoutNs nanoseconds.
     * @return this.
     */
    public SimbaReceiverContext replayTimeoutNs(final long replayTimeoutNs)
    {
        this.replayTimeoutNs = replayTimeoutNs;
        return this;
    }

    /**
     * How long a replay may take before the gap is recovered by snapshot.
     *
     * @return nanoseconds.
     */
    public long replayTimeoutNs()
    {
        return replayTimeoutNs;
    }

    /**
     * SO_RCVBUF wanted for each socket; the system may give less.
     *
     * @param receiveBufferLength bytes.
     * @return this.
     */
    public SimbaReceiverContext receiveBufferLength(final int receiveBufferLength)
    {
        this.receiveBufferLength = receiveBufferLength;
        return this;
    }

    /**
     * SO_RCVBUF wanted for each socket; the system may give less.
     *
     * @return bytes.
     */
    public int receiveBufferLength()
    {
        return receiveBufferLength;
    }

    /**
     * Most packets held while waiting for a snapshot: rate times snapshot cycle, at least.
     *
     * @param windowPackets packets, a power of two.
     * @return this.
     */
    public SimbaReceiverContext windowPackets(final int windowPackets)
    {
        this.windowPackets = windowPackets;
        return this;
    }

    /**
     * Most packets held while waiting for a snapshot: rate times snapshot cycle, at least.
     *
     * @return packets, a power of two.
     */
    public int windowPackets()
    {
        return windowPackets;
    }

    /**
     * Most packets held behind a missing one before a gap is given up without waiting longer.
     *
     * @param maxHeldPackets packets.
     * @return this.
     */
    public SimbaReceiverContext maxHeldPackets(final int maxHeldPackets)
    {
        this.maxHeldPackets = maxHeldPackets;
        return this;
    }

    /**
     * Most packets held behind a missing one before a gap is given up without waiting longer.
     *
     * @return packets.
     */
    public int maxHeldPackets()
    {
        return maxHeldPackets;
    }

    @Override
    public String toString()
    {
        return "SimbaReceiverContext{incrementalA=" + incrementalA + " incrementalB=" + incrementalB +
            " snapshotA=" + snapshotA + " snapshotB=" + snapshotB + " interfaceName=" + interfaceName +
            " gapTimeoutNs=" + gapTimeoutNs + " receiveBufferLength=" + receiveBufferLength +
            " windowPackets=" + windowPackets + " maxHeldPackets=" + maxHeldPackets +
            " replayAddress=" + replayAddress + " maxReplayPackets=" + maxReplayPackets +
            " replayTimeoutNs=" + replayTimeoutNs + '}';
    }
}
