// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.telemetry.SecuritySink;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.OptionChecks;
import io.bourse.marketdata.net.SecondLine;
import io.bourse.marketdata.pitch.PitchSymbol;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Options of a {@link PitchFeed}.
 *
 * @param feedA multicast group A; 239.195.3.1:30501 by default, null if another publisher sends it.
 * @param feedB multicast group B; 239.195.3.129:30501 by default, null if another publisher sends it.
 * @param recovery how receivers recover; null, by default, for no servers.
 * @param symbols PITCH symbols other than the instruments' own, by the venue's symbols of up to 25 characters: 1 to 8
 *     printable characters, not beginning with #; none by default.
 * @param partition of the engine whose market this is, 0 to 254; 0 by default.
 * @param interfaceName network interface of all groups; {@code lo} by default.
 * @param timeToLive hops that the datagrams may take, 0 to 255; 0, this machine only, by default.
 * @param secondLine that every packet is sent to, too; null, by default, for none.
 * @param maxPacketLength longest datagram in bytes, 64 to 1472; 1400 by default.
 * @param heartbeatIntervalNs silence in nanoseconds, above 0, after which a heartbeat goes, by multicast and by TCP;
 *     1 s by default.
 * @param utcOffsetSeconds what the venue's clock shows more than UTC in seconds, -43200 to 50400: seconds of the day
 *     count from its midnight; 10800, Moscow, by default.
 * @param symbolFile file that PITCH symbol, instrument id and symbol of the venue are written to whenever an instrument
 *     is new; null, by default, for none.
 * @param clock of heartbeats and quotas; the system's by default.
 * @param securityLog of logins to the recovery servers; none by default.
 */
@RecordBuilder
public record PitchFeedOptions(
    MulticastEndpoint feedA,
    MulticastEndpoint feedB,
    PitchRecoveryOptions recovery,
    Map<String, String> symbols,
    int partition,
    String interfaceName,
    int timeToLive,
    SecondLine secondLine,
    int maxPacketLength,
    long heartbeatIntervalNs,
    int utcOffsetSeconds,
    Path symbolFile,
    EpochNanoClock clock,
    SecuritySink securityLog)
{
    private static final int MAX_UNIT = 255;

    /**
     * Checks the options and their relations.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public PitchFeedOptions
    {
        symbols = Map.copyOf(symbols);
        final MulticastEndpoint retransmission = null == recovery ? null : recovery.retransmission();
        final boolean isShared = null != retransmission &&
            (retransmission.equals(feedA) || retransmission.equals(feedB));
        if (null == feedA && null == feedB || null != feedA && feedA.equals(feedB) || isShared)
        {
            throw new IllegalArgumentException("The groups of a PITCH feed must have endpoints of their own: feedA=" +
                feedA + " feedB=" + feedB + " retransmission=" + retransmission);
        }
        symbols.forEach(PitchFeedOptions::checkSymbol);
        if (symbols.size() != new HashSet<>(symbols.values()).size())
        {
            throw new IllegalArgumentException("Two instruments have the same PITCH symbol: symbols=" + symbols);
        }
        OptionChecks.checkRange("partition", partition, 0, MAX_UNIT - 1);
        OptionChecks.checkRange("timeToLive", timeToLive, 0, 255);
        OptionChecks.checkRange("maxPacketLength", maxPacketLength, 64, 1472);
        OptionChecks.checkRange(
            "heartbeatIntervalNs", heartbeatIntervalNs, 1, Long.MAX_VALUE / RecoverySession.MISSED_HEARTBEATS);
        OptionChecks.checkRange("utcOffsetSeconds", utcOffsetSeconds, -12 * 3600, 14 * 3600);
        OptionChecks.networkInterface(interfaceName);
    }

    private static void checkSymbol(final String venueSymbol, final String pitchSymbol)
    {
        if (!PitchSymbol.isValid(pitchSymbol) || PitchInstruments.ID_PREFIX == pitchSymbol.charAt(0))
        {
            throw new IllegalArgumentException("Not a PITCH symbol, use 1 to 8 printable characters, the first not " +
                "#: symbol=" + venueSymbol + " pitchSymbol=" + pitchSymbol);
        }
    }

    /**
     * Unit of the feed.
     *
     * @return partition + 1.
     */
    public int unit()
    {
        return partition + 1;
    }

    /**
     * What its state in a checkpoint depends on: what decides how messages are made and numbered.
     *
     * @return settings of a {@link io.bourse.engine.client.checkpoint.CheckpointStore}.
     */
    public String stateSettings()
    {
        return "pitch=" + new TreeMap<>(symbols) + " utcOffsetSeconds=" + utcOffsetSeconds;
    }

    /**
     * Begins with the defaults: the feed without recovery servers.
     *
     * @return builder.
     */
    public static PitchFeedOptionsBuilder builder()
    {
        return PitchFeedOptionsBuilder.builder()
            .feedA(MulticastEndpoint.parse("239.195.3.1:30501"))
            .feedB(MulticastEndpoint.parse("239.195.3.129:30501"))
            .symbols(Map.of())
            .interfaceName("lo")
            .maxPacketLength(1400)
            .heartbeatIntervalNs(TimeUnit.SECONDS.toNanos(1))
            .utcOffsetSeconds(3 * 3600)
            .clock(SystemEpochNanoClock.INSTANCE)
            .securityLog(SecuritySink.NONE);
    }
}
