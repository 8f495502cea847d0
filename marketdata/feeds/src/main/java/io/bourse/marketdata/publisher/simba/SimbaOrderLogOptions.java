// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.engine.telemetry.TimestampOptions;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.OptionChecks;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.net.SecondLine;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Options of a {@link SimbaOrderLog}. Another publisher may send one of the two sides: the packets of both differ in
 * SendingTime only, if all other options are the same.
 *
 * @param incrementalA multicast group of incremental feed A; 239.195.1.1:20081 by default, null: not sent from here.
 * @param incrementalB multicast group of incremental feed B; 239.195.1.129:20081 by default, null: not sent from here.
 * @param snapshotA multicast group of snapshot feed A; 239.195.1.2:20082 by default, null: not sent from here.
 * @param snapshotB multicast group of snapshot feed B; 239.195.1.130:20082 by default, null: not sent from here.
 * @param interfaceName network interface to send through; {@code lo} by default.
 * @param timeToLive hops that the datagrams may take, 0 to 255; 0, this machine only, by default.
 * @param secondLine that every packet is sent to, too; null, by default, for none.
 * @param partition of the engine, from 0; 0 by default.
 * @param maxPacketLength longest packet in bytes, 128 (headers and a snapshot or BestPrices of one entry) to 1472 (what
 *     fits an Ethernet frame); 1400 by default. It decides how a transaction is cut into packets and so how packets are
 *     numbered: a restarted publisher continues the numbers of its earlier process only if this has not changed.
 * @param heartbeatIntervalNs silence in nanoseconds, above 0, after which a heartbeat is sent; 30 s by default.
 * @param snapshotCycleNs time in nanoseconds, above 0, of one snapshot cycle over all instruments, over which its
 *     packets are spread evenly; 1 s by default.
 * @param version in the header of every message, 8 or 9; 8 by default. The order log is the same in both.
 * @param nightlyReset whether numbers begin again with the first session of a trading date (SIMBA B.6); true by
 *     default. All publishers of a feed, and all lives of one, need the same.
 * @param burstTimeoutNs how long in nanoseconds, above 0, a packet may wait for a transaction that the matcher had in
 *     hand; 1 s by default. It comes unless the engine has died. The end of a packet that leaves by this time does not
 *     follow from the event stream, so it has to be longer than any pause of the engine. A publisher of one side waits
 *     for ever: that of the other side might not have waited so long, and then their numbers would differ.
 * @param markFile file of this feed alone, which keeps what has left for certain, so that its next life sends the rest
 *     with PossDupFlag; null, by default: what was matched while no publisher ran is not sent.
 * @param maxRepeatedPackets how many packets after the mark a start sends at most, from 0; 10000 by default. If there
 *     are more, receivers recover as from any loss.
 * @param history where every incremental packet is kept, sent or not, for those who ask again; null, by default, for
 *     none. Used by the duty cycle of the feed, not closed by it.
 * @param timestamps where the times of sending are recorded; null, by default, for nowhere.
 * @param clock for SendingTime and intervals; the system's by default.
 */
@RecordBuilder
public record SimbaOrderLogOptions(
    MulticastEndpoint incrementalA,
    MulticastEndpoint incrementalB,
    MulticastEndpoint snapshotA,
    MulticastEndpoint snapshotB,
    String interfaceName,
    int timeToLive,
    SecondLine secondLine,
    int partition,
    int maxPacketLength,
    long heartbeatIntervalNs,
    long snapshotCycleNs,
    int version,
    boolean nightlyReset,
    long burstTimeoutNs,
    Path markFile,
    int maxRepeatedPackets,
    PacketHistory history,
    TimestampOptions timestamps,
    EpochNanoClock clock)
{
    /**
     * Checks the options and their relations.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public SimbaOrderLogOptions
    {
        OptionChecks.checkOwnEndpoints(
            List.of("incrementalA", "incrementalB", "snapshotA", "snapshotB"),
            incrementalA, incrementalB, snapshotA, snapshotB);
        OptionChecks.checkRange("maxPacketLength", maxPacketLength, 128, 1472);
        OptionChecks.checkRange("heartbeatIntervalNs", heartbeatIntervalNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("snapshotCycleNs", snapshotCycleNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("timeToLive", timeToLive, 0, 255);
        OptionChecks.checkRange("version", version, 8, 9);
        OptionChecks.checkRange("burstTimeoutNs", burstTimeoutNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("maxRepeatedPackets", maxRepeatedPackets, 0, Integer.MAX_VALUE);
        OptionChecks.networkInterface(interfaceName);
    }

    /**
     * Begins with the defaults.
     *
     * @return builder.
     */
    public static SimbaOrderLogOptionsBuilder builder()
    {
        return SimbaOrderLogOptionsBuilder.builder()
            .incrementalA(MulticastEndpoint.parse("239.195.1.1:20081"))
            .incrementalB(MulticastEndpoint.parse("239.195.1.129:20081"))
            .snapshotA(MulticastEndpoint.parse("239.195.1.2:20082"))
            .snapshotB(MulticastEndpoint.parse("239.195.1.130:20082"))
            .interfaceName("lo")
            .maxPacketLength(1400)
            .heartbeatIntervalNs(TimeUnit.SECONDS.toNanos(30))
            .snapshotCycleNs(TimeUnit.SECONDS.toNanos(1))
            .version(8)
            .nightlyReset(true)
            .burstTimeoutNs(TimeUnit.SECONDS.toNanos(1))
            .maxRepeatedPackets(10_000)
            .clock(SystemEpochNanoClock.INSTANCE);
    }
}
