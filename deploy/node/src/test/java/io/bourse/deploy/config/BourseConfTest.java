// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.bourse.engine.host.clock.ClockOptions;
import io.bourse.gateway.fix.password.PasswordOptions;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.sbe.SbeGatewayOptions;
import io.bourse.gateway.sbe.admission.FlowPolicy;
import io.bourse.marketdata.pitch.PitchLogin;
import io.bourse.marketdata.publisher.fast.FastPublisherOptions;
import io.bourse.marketdata.publisher.pitch.PitchFeedOptions;
import io.bourse.marketdata.publisher.pitch.PitchRecoveryOptions;
import io.bourse.marketdata.publisher.simba.InstrumentGroup;
import io.bourse.marketdata.publisher.simba.SimbaInstrumentFeedOptions;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogOptions;
import io.bourse.marketdata.publisher.simba.SimbaReplayOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The commented {@code bourse.conf} against what is read of it.
 */
class BourseConfTest
{
    private static final Path DIRECTORY = Path.of("data", "marketdata");

    @TempDir
    private Path dir;

    /** A key that is read and not named there has no value, and no venue would start. */
    @Test
    void shouldNameTheKeysThatAreReadAndNoOthers() throws IOException
    {
        final Path file = Files.createFile(dir.resolve("any"));
        final Map<String, Object> values = new HashMap<>();
        for (final String section : List.of(
            "venue.twime.tls.", "venue.fix.tls.", "venue.metrics.tls.", "venue.console.tls."))
        {
            values.put(section + "enabled", true);
            values.put(section + "key-store", file.toString());
            values.put(section + "password-file", file.toString());
            values.put(section + "client-certificates", "required");
            values.put(section + "trust-store", file.toString());
        }
        final Config all = ConfigFactory.parseMap(values).withFallback(ConfigFactory.parseResources("bourse.conf"))
            .resolve();
        VenueConfigLoader.read(all);
        for (final String key : all.entrySet().stream().map(Map.Entry::getKey).sorted().toList())
        {
            final Config without = all.withoutPath(key);
            final String message = assertThrows(
                ConfigurationException.class, () -> VenueConfigLoader.read(without), key).getMessage();
            assertTrue(message.contains("key=" + key + " "), message);
        }
    }

    @Test
    void shouldHaveTheDefaultsOfTheOptions() throws IOException
    {
        final Path password = Files.writeString(dir.resolve("password"), "secret-8\n");
        final VenueConfig venue = VenueConfigLoader.load(null, Map.of(
            "venue.marketdata.fast.enabled", true,
            "venue.marketdata.index.enabled", true,
            "venue.marketdata.pitch.enabled", true,
            "venue.marketdata.pitch.logins",
            List.of(Map.of("session", "0001", "user", "AA01", "password-file", password.toString()))));
        final MarketDataConfig config = venue.marketData();

        assertEquals(ClockOptions.DEFAULT, venue.clock());
        assertEquals(
            SimbaOrderLogOptions.builder().markFile(DIRECTORY.resolve("simba-0.mark")).build(), config.ordersLog());
        assertEquals(SimbaInstrumentFeedOptions.builder(InstrumentGroup.FUTURES).build(), config.futInfo());
        assertEquals(SimbaInstrumentFeedOptions.builder(InstrumentGroup.OPTIONS).build(), config.optInfo());
        assertEquals(
            SimbaReplayOptions.builder().bindAddress(config.replay().bindAddress()).build(), config.replay());
        final FastPublisherOptions fast = config.fast();
        assertEquals(
            FastPublisherOptions.builder()
                .ordersLog(fast.ordersLog())
                .trades(fast.trades())
                .books(fast.books())
                .index(fast.index())
                .futInfo(fast.futInfo())
                .optInfo(fast.optInfo())
                .ordersLogReplay(fast.ordersLogReplay())
                .tradesReplay(fast.tradesReplay())
                .indexReplay(fast.indexReplay())
                .isAFirst(false)
                .historyLength(64 << 20)
                .directory(DIRECTORY)
                .build(),
            fast);
        assertEquals(
            PitchFeedOptions.builder()
                .recovery(PitchRecoveryOptions.builder()
                    .logins(List.of(new PitchLogin("0001", "AA01", "secret-8")))
                    .gapServer(config.pitch().recovery().gapServer())
                    .spinServer(config.pitch().recovery().spinServer())
                    .historyFile(DIRECTORY.resolve("pitch-0.packets"))
                    .build())
                .symbolFile(DIRECTORY.resolve("pitch-symbols.csv"))
                .build(),
            config.pitch());
        final SbeGatewayOptions twime = venue.twime();
        assertEquals(
            SbeGatewayOptions.builder()
                .bindAddress(twime.bindAddress())
                .recoveryAddress(twime.recoveryAddress())
                .partition(0)
                .answerLogDirectory(Path.of("data", "twime"))
                .server(SbeGatewayOptions.serverBuilder()
                    .maxOutstanding(256)
                    .maxOutstandingPerAddress(64)
                    .reservedOutstanding(64)
                    .build())
                .flow(FlowPolicy.twime(100, Map.of()))
                .build(),
            twime);
        assertEquals(
            FixGatewayOptions.builder()
                .bindAddress(venue.fix().bindAddress())
                .storeDirectory(Path.of("data", "fix"))
                .server(FixGatewayOptions.serverBuilder()
                    .maxConnections(512)
                    .maxOutstanding(256)
                    .maxOutstandingPerAddress(64)
                    .reservedOutstanding(64)
                    .build())
                .defaults(FixSessionOptions.builder().maxMessagesPerSecond(1_000).build())
                .build(),
            venue.fix());
        assertEquals(
            PasswordOptions.builder().file(Path.of("data", "fix-passwords")).build(), venue.fixPasswords());
    }
}
