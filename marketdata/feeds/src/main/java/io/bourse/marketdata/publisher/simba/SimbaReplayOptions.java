// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.engine.telemetry.SecuritySink;
import io.bourse.marketdata.net.OptionChecks;
import io.soabase.recordbuilder.core.RecordBuilder;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * Options of a {@link SimbaReplayServer}.
 *
 * @param bindAddress where it listens; a free port of 127.0.0.1 by default.
 * @param version in the headers of Logon and Logout, 8 or 9; 8 by default.
 * @param maxPackets most packets of one request, from 1; 1000 by default.
 * @param maxConnections most connections at once, of all addresses, from 1; 64 by default.
 * @param maxConnectionsPerAddress most connections of one address at once, from 1; 2 by default.
 * @param maxConnectionsPerAddressPerDay most connections of one address in a day (UTC), from 1; 1000 by default.
 * @param inactivityTimeoutNs nanoseconds, above 0, in which a client must send something, or take something of what is
 *     sent to it; 1 s by default.
 * @param lifetimeNs nanoseconds, above 0, after which a session ends, however slowly its client reads; 60 s by default.
 * @param securityLog of who was not let in, and who was put out; none by default.
 */
@RecordBuilder
public record SimbaReplayOptions(
    InetSocketAddress bindAddress,
    int version,
    int maxPackets,
    int maxConnections,
    int maxConnectionsPerAddress,
    int maxConnectionsPerAddressPerDay,
    long inactivityTimeoutNs,
    long lifetimeNs,
    SecuritySink securityLog)
{
    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException with the option and its value.
     */
    public SimbaReplayOptions
    {
        OptionChecks.checkRange("version", version, 8, 9);
        OptionChecks.checkRange("maxPackets", maxPackets, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("maxConnections", maxConnections, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("maxConnectionsPerAddress", maxConnectionsPerAddress, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("maxConnectionsPerAddressPerDay", maxConnectionsPerAddressPerDay, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("inactivityTimeoutNs", inactivityTimeoutNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("lifetimeNs", lifetimeNs, 1, Long.MAX_VALUE);
    }

    /**
     * Begins with the defaults.
     *
     * @return builder.
     */
    public static SimbaReplayOptionsBuilder builder()
    {
        return SimbaReplayOptionsBuilder.builder()
            .bindAddress(new InetSocketAddress("127.0.0.1", 0))
            .version(8)
            .maxPackets(1000)
            .maxConnections(64)
            .maxConnectionsPerAddress(2)
            .maxConnectionsPerAddressPerDay(1000)
            .inactivityTimeoutNs(TimeUnit.SECONDS.toNanos(1))
            .lifetimeNs(TimeUnit.SECONDS.toNanos(60))
            .securityLog(SecuritySink.NONE);
    }
}
