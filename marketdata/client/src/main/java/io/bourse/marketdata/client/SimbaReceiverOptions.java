// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.OptionChecks;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Options of a {@link SimbaReceiver}.
 *
 * @param endpoints multicast groups of the order log, all four; those of the publisher by default.
 * @param interfaceName network interface to join on; {@code lo} by default.
 * @param receiveBufferLength SO_RCVBUF in bytes wanted for each socket, above 0; the system may give less; 4 MiB by
 *     default.
 * @param gapTimeoutNs how long in nanoseconds, from 0, packets that came too early wait for the missing one before a
 *     gap is given up; 50 ms by default.
 * @param windowPackets most packets held while waiting for a snapshot, a power of two: rate times snapshot cycle, at
 *     least; 131072 by default.
 * @param maxHeldPackets most packets, 1 to {@code windowPackets}, held after a missing one before a gap is given up
 *     without waiting longer; 8192 by default.
 * @param replayAddress TCP replay of the venue, to ask for the packets of a small gap; null, by default, for none:
 *     every gap is recovered by snapshot.
 * @param replay another way to ask for the packets of a small gap, instead of {@code replayAddress}; closed with the
 *     receiver. Null, by default, for none.
 * @param maxReplayPackets largest gap, above 0, from its first to its last missing packet, that is asked for; a larger
 *     one is recovered by snapshot; 1000 by default, what a server gives at once (SIMBA B.7).
 * @param replayTimeoutNs how long in nanoseconds, above 0, a replay may take before the gap is recovered by snapshot;
 *     2 s by default.
 * @param listener what hears of transactions, called on the duty cycle; nothing by default.
 * @param clock for timeouts; the system's by default.
 */
@RecordBuilder
public record SimbaReceiverOptions(
    FeedEndpoints endpoints,
    String interfaceName,
    int receiveBufferLength,
    long gapTimeoutNs,
    int windowPackets,
    int maxHeldPackets,
    InetSocketAddress replayAddress,
    PacketReplay replay,
    int maxReplayPackets,
    long replayTimeoutNs,
    MarketListener listener,
    NanoClock clock)
{
    /**
     * Checks the options and their relations.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public SimbaReceiverOptions
    {
        final List<MulticastEndpoint> all = Arrays.asList(
            endpoints.incrementalA(), endpoints.incrementalB(), endpoints.snapshotA(), endpoints.snapshotB());
        if (all.contains(null) || all.size() != new HashSet<>(all).size())
        {
            throw new IllegalArgumentException("The four feeds must have four endpoints: " + endpoints);
        }
        OptionChecks.checkPowerOfTwo("windowPackets", windowPackets);
        OptionChecks.checkRange("maxHeldPackets", maxHeldPackets, 1, windowPackets);
        OptionChecks.checkRange("gapTimeoutNs", gapTimeoutNs, 0, Long.MAX_VALUE);
        OptionChecks.checkRange("receiveBufferLength", receiveBufferLength, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("maxReplayPackets", maxReplayPackets, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("replayTimeoutNs", replayTimeoutNs, 1, Long.MAX_VALUE);
        OptionChecks.networkInterface(interfaceName);
    }

    /**
     * Begins with the defaults: those of the publisher.
     *
     * @return builder.
     */
    public static SimbaReceiverOptionsBuilder builder()
    {
        return SimbaReceiverOptionsBuilder.builder()
            .endpoints(FeedEndpoints.of(
                "239.195.1.1:20081", "239.195.1.129:20081", "239.195.1.2:20082", "239.195.1.130:20082"))
            .interfaceName("lo")
            .receiveBufferLength(4 * 1024 * 1024)
            .gapTimeoutNs(TimeUnit.MILLISECONDS.toNanos(50))
            .windowPackets(128 * 1024)
            .maxHeldPackets(8 * 1024)
            .maxReplayPackets(1000)
            .replayTimeoutNs(TimeUnit.SECONDS.toNanos(2))
            .listener((transaction, books) ->
            {
                // For a program that only reads the books.
            })
            .clock(SystemNanoClock.INSTANCE);
    }
}
