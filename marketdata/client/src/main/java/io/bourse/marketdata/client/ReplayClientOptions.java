// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.net.OptionChecks;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * Options of a {@link ReplayClient}.
 *
 * @param server address of the replay server of the feed; must be given.
 * @param version in the headers of what is sent, 8 or 9; 8 by default.
 * @param timeoutNs time in nanoseconds, above 0, without progress after which a request has failed; 2 s by default.
 * @param clock for SendingTime and the timeout; the system's by default.
 */
@RecordBuilder
public record ReplayClientOptions(InetSocketAddress server, int version, long timeoutNs, EpochNanoClock clock)
{
    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public ReplayClientOptions
    {
        if (null == server || server.isUnresolved())
        {
            throw new IllegalArgumentException("A replay client needs the address of a server: server=" + server);
        }
        OptionChecks.checkRange("version", version, 8, 9);
        OptionChecks.checkRange("timeoutNs", timeoutNs, 1, Long.MAX_VALUE);
    }

    /**
     * Begins with the defaults; the server must be given.
     *
     * @return builder.
     */
    public static ReplayClientOptionsBuilder builder()
    {
        return ReplayClientOptionsBuilder.builder()
            .version(8)
            .timeoutNs(TimeUnit.SECONDS.toNanos(2))
            .clock(SystemEpochNanoClock.INSTANCE);
    }
}
