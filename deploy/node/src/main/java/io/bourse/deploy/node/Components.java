// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.timestamps.StampQuery;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.host.retention.ConsumerParts;
import io.bourse.engine.host.retention.ConsumerRegistry;
import io.bourse.engine.net.SocketWatch;
import io.bourse.engine.net.TcpServerOptions;
import io.bourse.engine.net.TcpServerOptionsBuilder;
import io.bourse.engine.telemetry.SecuritySink;
import io.bourse.engine.telemetry.TimestampOptions;
import io.bourse.gateway.fix.FixGateway;
import io.bourse.gateway.fix.password.PasswordLogonCheck;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixGatewayOptionsBuilder;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.FixSessionOptionsBuilder;
import io.bourse.gateway.sbe.SbeGateway;
import io.bourse.gateway.sbe.SbeGatewayOptionsBuilder;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes the components of a venue as its configuration has them, whichever process they run in.
 */
final class Components
{
    private static final Logger LOGGER = LoggerFactory.getLogger(Components.class);
    private static final int MIN_FREE_FACTOR = 2;

    private Components()
    {
    }

    static MarketDataComponent marketData(
        final VenueConfig config,
        final Supplier<ReferenceData> data,
        final EngineClient client,
        final Supplier<EngineClient> otherClients,
        final SecuritySink securityLog)
    {
        return new MarketDataComponent(config, data, client, otherClients, timestamps(config), securityLog);
    }

    static SbeGateway twime(
        final VenueConfig config,
        final EngineClient client,
        final InetSocketAddress address,
        final InetSocketAddress recoveryAddress,
        final SocketWatch watch,
        final SecuritySink securityLog)
    {
        return new SbeGateway(SbeGatewayOptionsBuilder.builder(config.twime())
            .bindAddress(address)
            .recoveryAddress(recoveryAddress)
            .timestamps(timestamps(config))
            .securityLog(securityLog)
            .historyParts(new ConsumerParts(new ConsumerRegistry(config.dataDir()), "twime")::part)
            .server(watched(config.twime().server(), watch))
            .build(), client);
    }

    /** Time stamps of a request are kept by partition, and so there are none of it. */
    static SbeGateway lowFrequency(
        final VenueConfig config,
        final PartitionsClient client,
        final InetSocketAddress address,
        final InetSocketAddress recoveryAddress,
        final List<Path> partitions,
        final SecuritySink securityLog)
    {
        return new SbeGateway(SbeGatewayOptionsBuilder.builder(config.twime())
            .historyParts(new HistoryParts(VenueConfig.LowFrequency.NAME, partitions)::part)
            .gatewayId(VenueConfig.LowFrequency.GATEWAY_ID)
            .bindAddress(address)
            .recoveryAddress(recoveryAddress)
            .securityLog(securityLog)
            .server(TcpServerOptionsBuilder.builder(config.twime().server()).tls(null).build())
            .build(), client);
    }

    static FixGateway fix(
        final VenueConfig config,
        final EngineClient client,
        final InetSocketAddress address,
        final long activationPhaseNs,
        final SocketWatch watch,
        final SecuritySink securityLog)
    {
        return fix(config, client, FixGatewayOptionsBuilder.builder(config.fix())
            .bindAddress(address)
            .activationPhaseNs(activationPhaseNs)
            .timestamps(timestamps(config))
            .elsewhere(elsewhere(config))
            .securityLog(securityLog)
            .historyParts(new ConsumerParts(new ConsumerRegistry(config.dataDir()), "fix")::part)
            .server(watched(config.fix().server(), watch))
            .build(), securityLog);
    }

    /** Sessions have the reports of all partitions, and orders and market data if these are on. */
    static FixGateway lowFrequencyFix(
        final VenueConfig config,
        final PartitionsClient client,
        final InetSocketAddress address,
        final List<Path> partitions,
        final SecuritySink securityLog)
    {
        final Map<String, FixSessionOptions> sessions = new HashMap<>();
        final VenueConfig.LowFrequency ofAll = config.lowFrequency();
        config.fix().sessions().forEach((name, session) -> sessions.put(name, ofAll(session, ofAll)));
        return fix(config, client, FixGatewayOptionsBuilder.builder(config.fix())
            .gatewayId(VenueConfig.LowFrequency.FIX_GATEWAY_ID)
            .bindAddress(address)
            .server(TcpServerOptionsBuilder.builder(config.fix().server())
                .tls(ofAll.fixTls())
                .build())
            .marketData(ofAll.isFixMarketData())
            .defaults(ofAll(config.fix().defaults(), ofAll))
            .sessions(sessions)
            .securityLog(securityLog)
            .historyParts(new HistoryParts(VenueConfig.LowFrequency.FIX_NAME, partitions)::part)
            .build(), securityLog);
    }

    private static FixSessionOptions ofAll(
        final FixSessionOptions session, final VenueConfig.LowFrequency gateway)
    {
        final Set<FixSessionOptions.Role> roles = EnumSet.noneOf(FixSessionOptions.Role.class);
        roles.addAll(session.roles());
        if (!gateway.isFixMarketData())
        {
            roles.remove(FixSessionOptions.Role.MARKET_DATA);
        }
        if (!gateway.isFixOrderEntry())
        {
            roles.remove(FixSessionOptions.Role.ORDER_ENTRY);
        }
        return FixSessionOptionsBuilder.builder(session).roles(roles).build();
    }

    private static FixGateway fix(
        final VenueConfig config,
        final EngineClient client,
        final FixGatewayOptions options,
        final SecuritySink securityLog)
    {
        final PasswordLogonCheck door = new PasswordLogonCheck(
            config.fixPasswords(), new SystemEpochNanoClock(), SystemNanoClock.INSTANCE, securityLog);
        boolean isMade = false;
        try
        {
            final FixGateway gateway = new FixGateway(options, client, door);
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

    /** Instruments of other partitions, as far as the files that the venue was founded with are here. */
    private static Map<String, String> elsewhere(final VenueConfig config)
    {
        final Map<String, String> gateways = new HashMap<>();
        try
        {
            for (final ReferenceData.Elsewhere other : 1 == config.partitions() ?
                List.<ReferenceData.Elsewhere>of() : ReferenceDataReader.read(config).elsewhere())
            {
                final String gateway = "the FIX gateway of partition " + other.partition() + " has it";
                gateways.put(other.instrument().symbol(), gateway);
                gateways.put(Integer.toString(other.instrument().instrumentId()), gateway);
            }
        }
        catch (final ConfigurationException ex)
        {
            LOGGER.debug("which partition has which instrument is not known here", ex);
        }
        return gateways;
    }

    static void access(final SbeGateway gateway, final VenueConfig config)
    {
        gateway.access(config.twime().access());
    }

    static void access(final FixGateway gateway, final VenueConfig config)
    {
        gateway.access((name) -> config.fix().session(name).access());
    }

    private static TcpServerOptions watched(final TcpServerOptions options, final SocketWatch watch)
    {
        return TcpServerOptionsBuilder.builder(options).socketWatch(watch).build();
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
