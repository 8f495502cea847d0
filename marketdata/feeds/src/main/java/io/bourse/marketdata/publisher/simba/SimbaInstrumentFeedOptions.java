// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.OptionChecks;
import io.bourse.marketdata.net.SecondLine;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Options of a {@link SimbaInstrumentFeed}. Another publisher may send one of the two sides.
 *
 * @param group of instruments.
 * @param replayA multicast group of instrument replay feed A; null: not sent from here. Of futures 239.195.1.3:20083,
 *     of options 239.195.1.5:20085 by default.
 * @param replayB multicast group of instrument replay feed B; null: not sent from here. Of futures 239.195.1.131:20083,
 *     of options 239.195.1.133:20085 by default.
 * @param incrementalA multicast group of instrument incremental feed A; null: not sent from here. Of futures
 *     239.195.1.4:20084, of options 239.195.1.6:20086 by default.
 * @param incrementalB multicast group of instrument incremental feed B; null: not sent from here. Of futures
 *     239.195.1.132:20084, of options 239.195.1.134:20086 by default.
 * @param interfaceName network interface to send through; {@code lo} by default.
 * @param timeToLive hops that the datagrams may take, 0 to 255; 0, this machine only, by default.
 * @param secondLine that every packet is sent to, too; null, by default, for none.
 * @param partition of the engine, from 0; 0 by default. Odd ones send A first, even ones B.
 * @param version of the messages, 8 or 9; 8 by default.
 * @param maxPacketLength longest packet in bytes, 640 (the longest definition) to 1472 (what fits an Ethernet frame);
 *     1400 by default.
 * @param heartbeatIntervalNs silence of the incremental feed in nanoseconds, above 0, after which a heartbeat is sent;
 *     30 s by default.
 * @param cycleNs time in nanoseconds, above 0, of one replay cycle over all instruments, over which its packets are
 *     spread evenly; 5 s by default.
 * @param clock for SendingTime; the system's by default.
 */
@RecordBuilder
public record SimbaInstrumentFeedOptions(
    InstrumentGroup group,
    MulticastEndpoint replayA,
    MulticastEndpoint replayB,
    MulticastEndpoint incrementalA,
    MulticastEndpoint incrementalB,
    String interfaceName,
    int timeToLive,
    SecondLine secondLine,
    int partition,
    int version,
    int maxPacketLength,
    long heartbeatIntervalNs,
    long cycleNs,
    EpochNanoClock clock)
{
    /** Smallest {@link #maxPacketLength}. */
    public static final int MIN_PACKET_LENGTH = 640;

    /**
     * Checks the options and their relations.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public SimbaInstrumentFeedOptions
    {
        OptionChecks.checkOwnEndpoints(
            List.of("replayA", "replayB", "incrementalA", "incrementalB"),
            replayA, replayB, incrementalA, incrementalB);
        OptionChecks.checkRange("version", version, 8, 9);
        OptionChecks.checkRange("maxPacketLength", maxPacketLength, MIN_PACKET_LENGTH, 1472);
        OptionChecks.checkRange("heartbeatIntervalNs", heartbeatIntervalNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("cycleNs", cycleNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("timeToLive", timeToLive, 0, 255);
        OptionChecks.networkInterface(interfaceName);
    }

    /**
     * Begins with the defaults.
     *
     * @param group of instruments.
     * @return builder.
     */
    public static SimbaInstrumentFeedOptionsBuilder builder(final InstrumentGroup group)
    {
        final boolean isFutures = InstrumentGroup.FUTURES == group;
        return SimbaInstrumentFeedOptionsBuilder.builder()
            .group(group)
            .replayA(MulticastEndpoint.parse(isFutures ? "239.195.1.3:20083" : "239.195.1.5:20085"))
            .replayB(MulticastEndpoint.parse(isFutures ? "239.195.1.131:20083" : "239.195.1.133:20085"))
            .incrementalA(MulticastEndpoint.parse(isFutures ? "239.195.1.4:20084" : "239.195.1.6:20086"))
            .incrementalB(MulticastEndpoint.parse(isFutures ? "239.195.1.132:20084" : "239.195.1.134:20086"))
            .interfaceName("lo")
            .version(8)
            .maxPacketLength(1400)
            .heartbeatIntervalNs(TimeUnit.SECONDS.toNanos(30))
            .cycleNs(TimeUnit.SECONDS.toNanos(5))
            .clock(SystemEpochNanoClock.INSTANCE);
    }
}
