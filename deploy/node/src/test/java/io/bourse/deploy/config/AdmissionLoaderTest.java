// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.net.TlsOptions;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.gateway.sbe.SbeGatewayOptions;
import io.bourse.gateway.sbe.admission.AccessPolicy;
import io.bourse.gateway.sbe.admission.AccessPolicy.SecondConnection;
import io.bourse.gateway.sbe.admission.FlowPolicy;
import io.bourse.gateway.sbe.admission.LoginSecret;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class AdmissionLoaderTest
{
    @TempDir
    private Path dir;

    private SbeGatewayOptions load(final String text) throws IOException
    {
        return VenueConfigLoader.load(Files.writeString(dir.resolve("venue.conf"), text), Map.of()).twime();
    }

    @Test
    void shouldGiveEveryLoginWhatTheProtocolKnowsAtMost() throws IOException
    {
        final SbeGatewayOptions twime = load("");
        assertEquals(FlowPolicy.twime(100, Map.of()), twime.flow());
        assertEquals(256, twime.server().maxOutstanding());
        assertEquals(64, twime.server().maxOutstandingPerAddress());
        assertNull(twime.server().tls());
    }

    @Test
    void shouldReadWhatLoginsMayDo() throws IOException
    {
        final SbeGatewayOptions options = load("""
            venue.twime.flow { policy = t7, units = 50, disaster-recovery = true, logins { TWAA1 { units = 150 } } }
            venue.twime.access {
              sessions-per-firm = 2
              logins { TWAA1 { sources = ["10.0.0.0/8"] }, "TW.B" { blocked = true } }
            }""");
        assertEquals(FlowPolicy.t7(50, Map.of("TWAA1", 150), true), options.flow());
        assertTrue(options.access().login("TWAA1").isSource(InetAddress.getByName("10.1.2.3")));
        assertFalse(options.access().login("TWAA1").isSource(InetAddress.getByName("11.1.2.3")));
        assertTrue(options.access().isBlocked("TW.B"));
        assertEquals(Set.of("TWAA1", "TW.B"), options.access().logins().keySet());
        assertEquals(2, options.access().sessionsPerFirm());
        assertEquals(SecondConnection.REFUSE, options.access().secondConnection());
        assertEquals(SecondConnection.EXCHANGE,
            load("venue.twime.access.second-connection = exchange").access().secondConnection());
    }

    private Path ownerOnly(final String name, final String text) throws IOException
    {
        final Path file = Files.writeString(dir.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    @Test
    void shouldReadWhatLoginsHaveToShow() throws IOException
    {
        final Path store = ownerOnly("venue.p12", "keys");
        final Path password = ownerOnly("password", "first\n");
        final Path secret = ownerOnly("secret", "Qx7-kk09+ab\nnot this\n");
        final AccessPolicy policy = load("venue.twime { tls { enabled = true, port = 0, key-store = \"" + store +
            "\", password-file = \"" + password + "\", client-certificates = required, trust-store = \"" + store +
            "\" }, access.logins { TWAA01 { secret-file = \"" + secret + "\" }, TWBB01.certificate = \"CN=b\" } }")
            .access();
        assertEquals(LoginSecret.of("TWAA01", "Qx7-kk09+ab"), policy.login("TWAA01").secret());
        assertEquals("CN=b", policy.login("TWBB01").certificate().toString());
        assertFalse(policy.toString().contains("Qx7"), policy.toString());

        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
        final String open = "venue.twime.access.logins.TWAA01.secret-file = \"" + secret + "\"";
        final String message = assertThrows(ConfigurationException.class, () -> load(open)).getMessage();
        assertTrue(message.contains("chmod go=") && !message.contains("Qx7"), message);
        ownerOnly("secret", "too short and with spaces");
        final String unusable = assertThrows(ConfigurationException.class, () -> load(open)).getMessage();
        assertTrue(unusable.contains("printable ASCII") && !unusable.contains("too short"), unusable);
    }

    @Test
    void shouldNotListenBeyondThisMachineWhenAnyoneCanBeALogin() throws IOException
    {
        final ReferenceData data = ReferenceDataReader.read("embedded", 20261120);
        final List<String> logins = data.loginNames(LoginProtocol.TWIME);
        final StringBuilder rules = new StringBuilder();
        for (final String login : logins.subList(1, logins.size()))
        {
            rules.append("venue.twime.access.logins.").append(login).append(".sources = [\"10.0.0.0/8\"]\n");
        }
        LoginNames.requireIdentity(load(""), data);
        for (final String open : List.of("venue.twime.bind = \"0.0.0.0\"\n", "venue.twime.bind = \"::\"\n"))
        {
            final SbeGatewayOptions twime = load(open + rules);
            final String message = assertThrows(
                ConfigurationException.class, () -> LoginNames.requireIdentity(twime, data)).getMessage();
            assertTrue(message.contains("key=venue.twime.access.logins value=" + logins.getFirst() + " ") &&
                message.contains("secret-file"), message);
            LoginNames.requireIdentity(
                load(open + rules + "venue.twime.access.logins." + logins.getFirst() + ".blocked = true"), data);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        flow.logins.TWXX9.units = 10                  | venue.twime.flow.logins   | TWXX9
        access.logins.TWXX9.blocked = true            | venue.twime.access.logins | TWXX9
        access.logins.TWXX9.sources = ["10.0.0.0/8"]  | venue.twime.access.logins | TWXX9
        access.logins.FIXAA02.blocked = true          | venue.twime.access.logins | FIXAA02""")
    void shouldRefuseOptionsOfALoginThatIsNoneOfTwime(final String text, final String key, final String login)
        throws IOException
    {
        final ReferenceData data = ReferenceDataReader.read("embedded", 20261120);
        final SbeGatewayOptions twime = load("venue.twime." + text);
        assertTrue(LoginNames.isAnyNamed(twime));
        final String message =
            assertThrows(ConfigurationException.class, () -> LoginNames.check(twime, data)).getMessage();
        assertTrue(message.contains("key=" + key + " value=" + login + " "), message);
    }

    @Test
    void shouldTakeOptionsOfALoginOfTwime() throws IOException
    {
        final ReferenceData data = ReferenceDataReader.read("embedded", 20261120);
        final String login = data.logins().stream()
            .filter(known -> LoginProtocol.TWIME == known.protocol()).findFirst().orElseThrow().name();
        LoginNames.check(load("venue.twime.flow.logins." + login + ".units = 10"), data);
        assertFalse(LoginNames.isAnyNamed(load("")));
    }

    @Test
    void shouldReadTheTlsPort() throws IOException
    {
        final Path store = Files.writeString(dir.resolve("venue.p12"), "keys");
        final Path password = Files.writeString(dir.resolve("password"), "first\nsecond\n");
        final TlsOptions tls = load("venue.twime.tls { enabled = true, port = 0, key-store = \"" + store +
            "\", password-file = \"" + password + "\" }").server().tls();
        assertEquals(store, tls.keyStore());
        assertArrayEquals("first".toCharArray(), tls.password().get());
        assertFalse(tls.isClientCertificateRequired());

        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-r--r--"));
        assertThrows(UncheckedIOException.class, tls.password()::get);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        flow.policy = fast                            | flow.policy                  | one of twime, t7, none
        flow.units = 101                              | flow.units                   | mostPerSecond=3000
        flow.logins.A.units = 0                       | flow.units                   | login=A
        flow.logins.A.unit = 1                        | flow.logins.A.unit           | no such option
        flow.logins.A = 1                             | flow.logins.A                | OBJECT
        access.logins.A.sources = ["10.0.0.0/40"]     | access.logins.A.sources      | 0 to 32
        access.logins.A.sources = []                  | access.logins                | without sources
        access.logins.A.blocked = perhaps             | access.logins.A.blocked      | BOOLEAN
        access.logins = 5                             | access.logins                | OBJECT
        access.logins.A.certificate = "CN=a"          | access.logins.A.certificate  | client-certificates = required
        access.logins.A.secret-file = "none"          | access.logins.A.secret-file  | no such file
        access.logins.A.password = secret             | access.logins.A.password     | no such option
        access.second-connection = both               | access.second-connection     | one of refuse, exchange
        access.logins = null                          | access.logins                | null
        access.logins.A.sources = null                | access.logins.A.sources      | null
        access = 5                                    | access.logins                | OBJECT
        access.messages-per-cycle = 0                 | access.messages-per-cycle    | at least 1
        access.bytes-per-cycle = 1000                 | access.bytes-per-cycle       | from 1 KiB
        access.outstanding-logins-reserved = -1       | access.outstanding-logins-reserved | at least 0
        flow.session-messages-per-second = -1         | flow.session-messages-per-second | at least 0
        access.accepts-per-cycle = 0                  | access.accepts-per-cycle     | at least 1
        tls.enabled = true                            | tls.key-store                | no such file
        tls { enabled = true, client-certificates = x } | tls.client-certificates    | none, required
        flow.speed = 1                                | flow.speed                   | no such option""")
    void shouldNameTheOptionThatIsWrong(final String text, final String key, final String reason)
    {
        final ConfigurationException ex =
            assertThrows(ConfigurationException.class, () -> load("venue.twime." + text));
        assertTrue(ex.getMessage().contains("venue.twime." + key), ex.getMessage());
        assertTrue(ex.getMessage().contains(reason), ex.getMessage());
    }
}
