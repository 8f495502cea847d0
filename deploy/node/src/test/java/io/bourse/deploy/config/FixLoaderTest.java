// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.net.AddressRange;
import io.bourse.engine.net.TlsOptions;
import io.bourse.gateway.fix.admission.AccessRules;
import io.bourse.gateway.fix.admission.SequenceReset;
import io.bourse.gateway.fix.admission.SessionSchedule;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.FixSessionOptions.Dictionary;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class FixLoaderTest
{
    private static final FixSessionOptions DEFAULT = new FixSessionOptions(Set.of(Role.ORDER_ENTRY, Role.MARKET_DATA),
        List.of(), 100, AccessRules.OPEN, null, SequenceReset.NEVER, 1_000, 20, Dictionary.FIX44);
    @TempDir
    private Path dir;

    private FixGatewayOptions load(final String text) throws IOException
    {
        return VenueConfigLoader.load(Files.writeString(dir.resolve("venue.conf"), text), Map.of()).fix();
    }

    @Test
    void shouldLetEverybodyInOnLoopback() throws IOException
    {
        final VenueConfig venue = VenueConfigLoader.load(null, Map.of("venue.data-dir", "/data"));
        final FixGatewayOptions fix = venue.fix();
        assertEquals(512, fix.server().maxConnections());
        assertEquals(256, fix.server().maxOutstanding());
        assertEquals(64, fix.server().maxOutstandingPerAddress());
        assertEquals(16 << 20, fix.server().sendQueueLength());
        assertEquals(1, fix.minHeartbeatSeconds());
        assertEquals(60, fix.maxHeartbeatSeconds());
        assertEquals(Duration.ofSeconds(10).toNanos(), fix.server().loginTimeoutNs());
        assertEquals(DEFAULT, fix.session("ANY"));
        assertEquals(Path.of("/data/fix-passwords"), venue.fixPasswords().file());
        assertEquals(12, venue.fixPasswords().policy().leastLength());
        assertNull(fix.server().tls());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        bind = "127.0.0.1"                                         | false
        bind = "0.0.0.0"                                           | true
        bind = "0.0.0.0", defaults.password-required = false       | false
        defaults.password-required = true                          | true""")
    void shouldAskForAPasswordWhereStrangersCanCome(final String text, final boolean isRequired) throws IOException
    {
        assertEquals(isRequired, load("venue.fix { " + text + " }").session("A").access().isPasswordRequired());
    }

    @Test
    void shouldAskForAPasswordWhenOnlyTheTlsPortIsOpenToStrangers() throws IOException
    {
        final Path store = Files.writeString(dir.resolve("venue.p12"), "keys");
        final Path password = Files.writeString(dir.resolve("password"), "first\nsecond\n");
        final FixGatewayOptions fix = load("venue.fix.tls { enabled = true, bind = \"0.0.0.0\", port = 0, " +
            "key-store = \"" + store + "\", password-file = \"" + password + "\" }");
        assertTrue(fix.session("A").access().isPasswordRequired());
        final TlsOptions tls = fix.server().tls();
        assertEquals(store, tls.keyStore());
        assertArrayEquals("first".toCharArray(), tls.password().get());
        assertFalse(tls.isClientCertificateRequired());
    }

    @Test
    void shouldReadWhatASessionMayDo() throws IOException
    {
        final FixGatewayOptions fix = load("""
            venue.fix {
              defaults { max-messages-per-second = 50, market-data-quota = 5 }
              sessions {
                FIXAA01 { roles = [drop-copy, trade-capture], drop-copy-firms = [AA, BB01, BB01000] }
                FIXAA01.dictionary = bourse
                "FIX.B" {
                  sources = ["10.0.0.0/8"], blocked = true, password-required = true, reset = daily
                  schedule { start = "08:30", end = "19:00", days = [mon, fri], time-zone = "Europe/Berlin" }
                }
              }
            }""");
        assertEquals(new FixSessionOptions(Set.of(Role.DROP_COPY, Role.TRADE_CAPTURE), List.of("AA", "BB01", "BB01000"),
            5, AccessRules.OPEN, null, SequenceReset.NEVER, 50, 20, Dictionary.BOURSE), fix.session("FIXAA01"));
        final FixSessionOptions other = fix.session("FIX.B");
        assertEquals(new SessionSchedule(LocalTime.of(8, 30), LocalTime.of(19, 0),
            Set.of(DayOfWeek.MONDAY, DayOfWeek.FRIDAY), ZoneId.of("Europe/Berlin")), other.schedule());
        assertEquals(SequenceReset.DAILY, other.reset());
        assertTrue(other.access().isBlocked());
        assertTrue(other.access().isPasswordRequired());
        assertEquals("[10.0.0.0/8]", other.access().sources().stream().map(AddressRange::toString).toList().toString());
        assertEquals(Dictionary.FIX44, other.dictionary());
        assertEquals(50, fix.session("SOMEBODY").maxMessagesPerSecond());
        assertEquals(20, fix.session("SOMEBODY").maxSessionMessagesPerSecond());
    }

    @Test
    void shouldTakeAScheduleForAllAndNoneForOne() throws IOException
    {
        final FixGatewayOptions fix = load("""
            venue.fix.defaults.schedule { start = "08:30", end = "19:00" }
            venue.fix.sessions.A.schedule = always""");
        assertEquals(7, fix.session("B").schedule().days().size());
        assertEquals(ZoneId.of("Europe/Moscow"), fix.session("B").schedule().zone());
        assertNull(fix.session("A").schedule());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        sessions.FIXXX9.blocked = true                     | venue.fix.sessions                         | FIXXX9
        sessions.TWAA01.blocked = true                     | venue.fix.sessions                         | TWAA01
        sessions.FIXAA02.drop-copy-firms = [AA, ZZ]        | venue.fix.sessions.FIXAA02.drop-copy-firms | ZZ
        defaults.drop-copy-firms = [ZZ01]                  | venue.fix.defaults.drop-copy-firms         | ZZ01""")
    void shouldRefuseALoginOrFirmThatTheVenueDoesNotHave(final String text, final String key, final String value)
        throws IOException
    {
        final ReferenceData data = ReferenceDataReader.read("embedded", 20261120);
        final FixGatewayOptions fix = load("venue.fix." + text);
        assertTrue(LoginNames.isAnyNamed(fix));
        final String message =
            assertThrows(ConfigurationException.class, () -> LoginNames.check(fix, data)).getMessage();
        assertTrue(message.contains("key=" + key + " value=" + value + " "), message);
    }

    @Test
    void shouldTakeLoginsAndFirmsOfTheVenue() throws IOException
    {
        final ReferenceData data = ReferenceDataReader.read("embedded", 20261120);
        LoginNames.check(load("venue.fix.sessions.FIXAA02.drop-copy-firms = [AA, " + data.brokerageFirms().getFirst() +
            ", " + data.accounts().getFirst() + "]"), data);
        assertFalse(LoginNames.isAnyNamed(load("")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        speed = 1                                     | speed                          | no such option
        limits.connections = 0                        | limits.connections             | at least 1
        limits.outstanding-logons = 513               | limits.outstanding-logons      | from 1 to 512
        limits.messages-per-cycle = 0                 | limits.messages-per-cycle      | at least 1
        limits.bytes-per-cycle = 17 MiB               | limits.bytes-per-cycle         | to 16 MiB
        defaults.max-session-messages-per-second = -1 | defaults.max-session-messages-per-second | at least 0
        limits.unsent-bytes = 1 KiB                   | limits.unsent-bytes            | 64 KiB
        limits.unsent-bytes = 257 MiB                 | limits.unsent-bytes            | to 256 MiB
        limits.min-heartbeat = 500 ms                 | limits.min-heartbeat           | 1000 ms
        limits.min-heartbeat = 1500 ms                | limits.min-heartbeat           | whole seconds
        limits.max-heartbeat = 1 s, limits.min-heartbeat = 2 s | limits.max-heartbeat  | less than min
        limits.logon-timeout = 1 h                    | limits.logon-timeout           | 300000 ms
        passwords.file = ""                           | passwords.file                 | empty
        passwords.least-length = 4                    | passwords.least-length         | at least 8
        passwords.lock-after = 3                      | passwords.lock-after           | at least 4
        passwords.iterations = 1                      | passwords.iterations           | at least 10000
        defaults.role = [drop-copy]                   | defaults.role                  | no such option
        defaults.roles = [trader]                     | defaults.roles                 | order-entry, drop-copy
        defaults.roles = []                           | defaults.roles                 | at least one
        sessions.A.role = [drop-copy]                 | sessions.A.role                | no such option
        sessions.A = 1                                | sessions.A                     | OBJECT
        sessions.A.roles = drop-copy                  | sessions.A.roles               | LIST
        sessions.A.drop-copy-firms = [aa]             | sessions.A.drop-copy-firms     | capitals
        sessions.A.market-data-quota = -1             | sessions.A.market-data-quota   | at least 0
        sessions.A.sources = ["10.0.0.0/40"]          | sessions.A.sources             | 0 to 32
        sessions.A.blocked = perhaps                  | sessions.A.blocked             | BOOLEAN
        sessions.A.password-required = perhaps        | sessions.A.password-required   | auto, true, false
        sessions.A.reset = weekly                     | sessions.A.reset               | never, daily, on-logon
        sessions.A.reset = daily                      | sessions.A.reset               | needs one
        sessions.A.reset = null                       | sessions.A.reset               | null
        sessions.A.schedule = never                   | sessions.A.schedule            | must be always
        sessions.A.schedule { start = "08:00" }       | sessions.A.schedule.end        | end
        sessions.A.schedule { start = "8", end = "9:00" } | sessions.A.schedule.start  | time of day
        sessions.A.schedule { start = "08:00", end = "09:00", days = [monday] } | sessions.A.schedule.days | mon, tue
        sessions.A.schedule { start = "08:00", end = "09:00", days = [] } | sessions.A.schedule.days | at least one
        sessions.A.schedule { start = "08:00", end = "09:00", time-zone = X } | sessions.A.schedule.time-zone | no time
        sessions.A.schedule { begin = "08:00" }       | sessions.A.schedule.begin      | no such option
        defaults.schedule.begin = "08:00"             | defaults.schedule.begin        | no such option
        sessions.A.max-messages-per-second = -1       | sessions.A.max-messages        | at least 0
        sessions.A.dictionary = fix50                 | sessions.A.dictionary          | fix44, bourse
        tls.enabled = true                            | tls.key-store                  | no such file""")
    void shouldNameTheOptionThatIsWrong(final String text, final String key, final String reason)
    {
        final ConfigurationException ex =
            assertThrows(ConfigurationException.class, () -> load("venue.fix { " + text + " }"));
        assertTrue(ex.getMessage().contains("venue.fix." + key), ex.getMessage());
        assertTrue(ex.getMessage().contains(reason), ex.getMessage());
    }
}
