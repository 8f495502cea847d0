// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.pitch;

import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.OptionChecks;
import io.bourse.marketdata.pitch.PitchLogin;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * Options of a {@link PitchReceiver}.
 *
 * @param feedA multicast group of feed A; 239.195.3.1:30501 by default, null: not received.
 * @param feedB multicast group of feed B; 239.195.3.129:30501 by default, null: not received.
 * @param retransmission multicast group that repeats what gap requests ask for; 239.195.3.2:30502 by default, null: not
 *     received.
 * @param unit to receive, 1 to 255: partition + 1; 1 by default.
 * @param gapServer gap request server; null, by default, for none.
 * @param spinServer spin server; null, by default, for none: then only who hears the first message can join.
 * @param login at the recovery servers, which want one; null, by default, for none.
 * @param interfaceName network interface to join on; {@code lo} by default.
 * @param receiveBufferLength SO_RCVBUF in bytes wanted for each group, above 0; the system may give less; 4 MiB by
 *     default.
 * @param windowCapacity messages that are held while earlier ones are missing, a power of two, 256 (whatever one
 *     datagram can hold must find a place) to 16777216; 65536 by default.
 * @param gapWaitNs how long in nanoseconds, from 0, the other feed may take to bring a missing message; 50 ms by
 *     default.
 * @param maxGapMessages largest hole, 0 to {@code windowCapacity}, that is asked for again; a larger one is a matter of
 *     a spin; 1000 by default.
 * @param maxRequestMessages most messages of one gap request, 1 to 65535: the server has its own limit; 100 by default.
 * @param requestTimeoutNs time in nanoseconds, above 0, for what was asked for to come before it is asked for again;
 *     200 ms by default.
 * @param heartbeatIntervalNs interval in nanoseconds, above 0, of heartbeats to and from the recovery servers; 1 s by
 *     default.
 * @param listener what hears of the market, called on the duty cycle; nothing by default.
 * @param clock of all waiting; the system's by default.
 */
@RecordBuilder
public record PitchReceiverOptions(
    MulticastEndpoint feedA,
    MulticastEndpoint feedB,
    MulticastEndpoint retransmission,
    int unit,
    InetSocketAddress gapServer,
    InetSocketAddress spinServer,
    PitchLogin login,
    String interfaceName,
    int receiveBufferLength,
    int windowCapacity,
    long gapWaitNs,
    int maxGapMessages,
    int maxRequestMessages,
    long requestTimeoutNs,
    long heartbeatIntervalNs,
    PitchMarketListener listener,
    EpochNanoClock clock)
{
    /**
     * Checks the options and their relations.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public PitchReceiverOptions
    {
        if (null == feedA && null == feedB)
        {
            throw new IllegalArgumentException("A receiver needs a feed: feedA=null feedB=null");
        }
        OptionChecks.checkRange("unit", unit, 1, 255);
        OptionChecks.checkRange("receiveBufferLength", receiveBufferLength, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("windowCapacity", windowCapacity, 256, 1 << 24);
        OptionChecks.checkRange("gapWaitNs", gapWaitNs, 0, Long.MAX_VALUE);
        OptionChecks.checkRange("maxGapMessages", maxGapMessages, 0, windowCapacity);
        OptionChecks.checkRange("maxRequestMessages", maxRequestMessages, 1, 65_535);
        OptionChecks.checkRange("requestTimeoutNs", requestTimeoutNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange(
            "heartbeatIntervalNs", heartbeatIntervalNs, 1, Long.MAX_VALUE / RecoveryConnection.MISSED_HEARTBEATS);
        OptionChecks.checkPowerOfTwo("windowCapacity", windowCapacity);
        if ((null != gapServer || null != spinServer) && null == login)
        {
            throw new IllegalArgumentException(
                "The recovery servers want a login: login=null gapServer=" + gapServer + " spinServer=" + spinServer);
        }
        OptionChecks.networkInterface(interfaceName);
    }

    /**
     * Begins with the defaults: both feeds, no recovery servers.
     *
     * @return builder.
     */
    public static PitchReceiverOptionsBuilder builder()
    {
        return PitchReceiverOptionsBuilder.builder()
            .feedA(MulticastEndpoint.parse("239.195.3.1:30501"))
            .feedB(MulticastEndpoint.parse("239.195.3.129:30501"))
            .retransmission(MulticastEndpoint.parse("239.195.3.2:30502"))
            .unit(1)
            .interfaceName("lo")
            .receiveBufferLength(4 * 1024 * 1024)
            .windowCapacity(1 << 16)
            .gapWaitNs(TimeUnit.MILLISECONDS.toNanos(50))
            .maxGapMessages(1000)
            .maxRequestMessages(100)
            .requestTimeoutNs(TimeUnit.MILLISECONDS.toNanos(200))
            .heartbeatIntervalNs(TimeUnit.SECONDS.toNanos(1))
            .listener(new PitchMarketListener()
            {
            })
            .clock(SystemEpochNanoClock.INSTANCE);
    }
}
