// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.timestamps.StampQuery;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.net.SocketWatch;
import io.bourse.engine.telemetry.TimestampOptions;
import io.bourse.gateway.fix.FixGateway;
import io.bourse.gateway.fix.password.PasswordLogonCheck;
import io.bourse.gateway.fix.session.TransportOptions;
import io.bourse.gateway.sbe.SbeGateway;
import io.bourse.gateway.sbe.SbeGatewayOptionsBuilder;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;

import java.net.InetSocketAddress;
import java.util.function.Supplier;

/**
 * Makes the components of a venue as its configuration has them, whichever process they run in.
 */
final class Components
{
    private static final int MIN_FREE_FACTOR = 2;

    private Components()
    {
    }

    static MarketDataComponent marketData(
        final VenueConfig config,
        final Supplier<ReferenceData> data,
        final EngineClient client,
        final Supplier<EngineClient> otherClients)
    {
        return new MarketDataComponent(config, data, client, otherClients, timestamps(config));
    }

    static SbeGateway twime(
        final VenueConfig config,
        final EngineClient client,
        final InetSocketAddress address,
        final InetSocketAddress recoveryAddress,
        final SocketWatch watch)
    {
        return new SbeGateway(SbeGatewayOptionsBuilder.builder(config.twime())
            .bindAddress(address)
            .recoveryAddress(recoveryAddress)
            .timestamps(timestamps(config))
            .socketWatch(watch)
            .build(), client);
    }

    static FixGateway fix(
        final VenueConfig config, final EngineClient client, final InetSocketAddress address, final SocketWatch watch)
    {
        final VenueConfig.Fix fix = config.fix();
        final PasswordLogonCheck door =
            new PasswordLogonCheck(fix.passwords(), new SystemEpochNanoClock(), SystemNanoClock.INSTANCE);
        boolean isMade = false;
        try
        {
            final FixGateway gateway = new FixGateway(new FixGateway.Context()
                .engineClient(client)
                .bindAddress(address)
                .storeDirectory(config.dataDir().resolve("fix"))
                .publicFirstTimeoutNs(fix.publicFirstTimeout().toNanos())
                .minHeartbeatSeconds(fix.limits().minHeartbeatSeconds())
                .maxHeartbeatSeconds(fix.limits().maxHeartbeatSeconds())
                .logonTimeoutNs(fix.limits().logonTimeout().toNanos())
                .transport(new TransportOptions()
                    .maxConnections(fix.limits().connections())
                    .maxWithoutLogon(fix.limits().outstandingLogons())
                    .maxWithoutLogonPerSource(fix.limits().outstandingLogonsPerSource())
                    .maxUnsentBytes(fix.limits().unsentBytes())
                    .sessionOptions(fix.sessions()::of)
                    .logonCheck(door)
                    .socketWatch(watch)
                    .tls(fix.tls())));
            isMade = true;
            return gateway;
        }
        finally
        {
            if (!isMade)
            {
                door.close();
            }
        }
    }

    /** The stamps stop well before the engine has to, and never use the space that its next start asks for. */
    private static TimestampOptions timestamps(final VenueConfig config)
    {
        return config.timestamps().isEnabled() ?
            new TimestampOptions(StampQuery.directory(config.dataDir()), config.timestamps().keepDays(),
                MIN_FREE_FACTOR * config.minFreeBytes()) :
            null;
    }

    static String text(final InetSocketAddress address)
    {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }
}
