// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.OptionChecks;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.pitch.PitchLogin;
import io.soabase.recordbuilder.core.RecordBuilder;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * How receivers of a {@link PitchFeed} recover what they missed.
 *
 * @param logins who may log in to the recovery servers, once to each at a time; none by default.
 * @param retransmission multicast group that repeats what gap requests ask for; 239.195.3.2:30502 by default.
 * @param gapServer address of the gap request server; null, by default, for none.
 * @param spinServer address of the spin server; null, by default, for none.
 * @param unitCount units of the venue, 0 to 255; 0, just this one, by default. A gap request for one that is not served
 *     here is answered as unavailable up to this, as invalid beyond.
 * @param historyCapacity messages that can be asked for again, a power of two from 256; 1048576 by default. Each takes
 *     80 bytes.
 * @param historyFile that keeps them for the next process; null, by default, keeps them in memory.
 * @param maxGapMessages most messages of one gap request, 1 to 65535; 100 by default.
 * @param maxGapsPerSecond gap requests of a login in a second, from 1; 320 by default.
 * @param maxGapsPerMinute gap requests of a login in a minute, from 1; 1500 by default.
 * @param maxGapsPerDay gap requests of a login in a day (UTC), from 1; 100000 by default.
 * @param maxConnections connections to each of the two servers at once, from 1; 32 by default.
 * @param maxConnectionsPerAddress connections of one address to each server at a time, from 1, so that one host cannot
 *     take those of all; 8 by default.
 * @param spinImageIntervalNs time in nanoseconds, above 0, from one spin image to the next while a client is logged in;
 *     1 s by default.
 */
@RecordBuilder
public record PitchRecoveryOptions(
    List<PitchLogin> logins,
    MulticastEndpoint retransmission,
    InetSocketAddress gapServer,
    InetSocketAddress spinServer,
    int unitCount,
    int historyCapacity,
    Path historyFile,
    int maxGapMessages,
    int maxGapsPerSecond,
    int maxGapsPerMinute,
    int maxGapsPerDay,
    int maxConnections,
    int maxConnectionsPerAddress,
    long spinImageIntervalNs)
{
    /**
     * Checks the options and their relations.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public PitchRecoveryOptions
    {
        logins = List.copyOf(logins);
        final Set<List<String>> names = new HashSet<>();
        for (final PitchLogin login : logins)
        {
            if (!names.add(List.of(login.sessionSubId(), login.username())))
            {
                throw new IllegalArgumentException("A login is given twice: username=" + login.username() +
                    " sessionSubId=" + login.sessionSubId());
            }
        }
        OptionChecks.checkRange("unitCount", unitCount, 0, 255);
        OptionChecks.checkRange("historyCapacity", historyCapacity,
            PacketHistory.MIN_CAPACITY / PacketHistory.BYTES_PER_SLOT,
            PacketHistory.MAX_CAPACITY / PacketHistory.BYTES_PER_SLOT);
        OptionChecks.checkRange("maxGapMessages", maxGapMessages, 1, 65_535);
        OptionChecks.checkRange("maxGapsPerSecond", maxGapsPerSecond, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("maxGapsPerMinute", maxGapsPerMinute, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("maxGapsPerDay", maxGapsPerDay, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("maxConnections", maxConnections, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("maxConnectionsPerAddress", maxConnectionsPerAddress, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("spinImageIntervalNs", spinImageIntervalNs, 1, Long.MAX_VALUE);
        OptionChecks.checkPowerOfTwo("historyCapacity", historyCapacity);
        if ((null != gapServer || null != spinServer) && logins.isEmpty())
        {
            throw new IllegalArgumentException("Recovery servers need a login: logins=0 gapServer=" + gapServer +
                " spinServer=" + spinServer);
        }
        if (null != gapServer && null == retransmission)
        {
            throw new IllegalArgumentException(
                "A gap request server needs a group to repeat messages on: retransmission=null gapServer=" + gapServer);
        }
    }

    /** Messages are shorter than {@link PacketHistory#BYTES_PER_SLOT}, so it keeps as many as it has slots. */
    PacketHistory newHistory()
    {
        final int capacity = historyCapacity * PacketHistory.BYTES_PER_SLOT;
        return null == historyFile ? PacketHistory.inMemory(capacity) : PacketHistory.inFile(historyFile, capacity);
    }

    /**
     * Begins with the defaults: no client can log in.
     *
     * @return builder.
     */
    public static PitchRecoveryOptionsBuilder builder()
    {
        return PitchRecoveryOptionsBuilder.builder()
            .logins(List.of())
            .retransmission(MulticastEndpoint.parse("239.195.3.2:30502"))
            .historyCapacity(1 << 20)
            .maxGapMessages(100)
            .maxGapsPerSecond(320)
            .maxGapsPerMinute(1500)
            .maxGapsPerDay(100_000)
            .maxConnections(32)
            .maxConnectionsPerAddress(8)
            .spinImageIntervalNs(TimeUnit.SECONDS.toNanos(1));
    }
}
