// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.bourse.engine.net.CertificateBinding;
import io.bourse.engine.net.TlsOptions;
import io.bourse.gateway.fix.admission.AccessRules;
import io.bourse.testing.TlsKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SSLContext;

/**
 * The same sessions under TLS, on a port beside the plain one.
 */
@Tag("venue")
class TlsSessionTest
{
    private static final String ORDER = "55=X|54=1|60=20261121-09:00:00|40=1|38=1|";
    private static final int ORDERS = 2_000;

    @TempDir
    private Path directory;
    private TlsKeys keys;
    private Path venueKeys;
    private Path clientKeys;
    private TransportRig rig;

    @BeforeEach
    void start() throws IOException, InterruptedException, GeneralSecurityException
    {
        keys = new TlsKeys(directory);
        venueKeys = keys.keyStore("venue");
        clientKeys = keys.keyStore("client");
        rig = new TransportRig(directory.resolve("fix"));
        rig.server.tls(new TlsOptions(
            new InetSocketAddress("127.0.0.1", 0), venueKeys, () -> TlsKeys.PASSWORD, keys.trustStore(clientKeys)));
        rig.start();
    }

    @AfterEach
    void stop()
    {
        rig.close();
    }

    private int port()
    {
        return rig.transport().localAddress(true).getPort();
    }

    @Test
    void shouldServeASessionUnderTls() throws IOException, GeneralSecurityException
    {
        try (TestClient client = new TestClient(
            port(), "ALPHA", TlsKeys.client(keys.trustStore(venueKeys), clientKeys));
            TestClient plain = new TestClient(rig.port(), "BETA"))
        {
            plain.logOn("");
            client.logOn("");
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (int i = 0; i < ORDERS; i++)
            {
                bytes.write(TestFix.message("ALPHA", client.next++, "D", "11=o" + i + "|" + ORDER));
            }
            client.send(bytes.toByteArray());
            for (int i = 0; i < ORDERS; i++)
            {
                assertEquals("o" + i, TestFix.field(client.expect("8"), 11));
            }
            client.send("2", "7=2|16=0|");
            for (int i = 0; i < ORDERS; i++)
            {
                assertEquals("o" + i, TestFix.field(client.expect("8"), 11));
            }
            client.send("5", "");
            client.expect("5");
            plain.send("D", "11=plain|" + ORDER);
            assertEquals("plain", TestFix.field(plain.expect("8"), 11));
        }
    }

    /** Refused by Logout, and the connection is closed. */
    private static String refusal(final TestClient client) throws IOException
    {
        client.send("A", "98=0|108=30|");
        final String logout = client.expect("5");
        assertNull(client.read());
        return TestFix.field(logout, 58);
    }

    @Test
    void shouldBindACertificateToItsSession() throws IOException, GeneralSecurityException
    {
        final SSLContext context = TlsKeys.client(keys.trustStore(venueKeys), clientKeys);
        rig.run(() -> rig.transport().access((name) -> "ALPHA".equals(name) ?
            new AccessRules(List.of(), false, false, CertificateBinding.parse("CN=client")) : AccessRules.OPEN));
        try (TestClient plain = new TestClient(rig.port(), "ALPHA");
            TestClient another = new TestClient(port(), "BETA", context);
            TestClient client = new TestClient(port(), "ALPHA", context);
            TestClient open = new TestClient(rig.port(), "BETA"))
        {
            assertEquals("this session may not log on with this certificate, or without one", refusal(plain));
            assertEquals("this session may not log on with this certificate, or without one", refusal(another));
            client.logOn("");
            open.logOn("");
            client.send("D", "11=mine|" + ORDER);
            assertEquals("mine", TestFix.field(client.expect("8"), 11));
        }
    }

    @Test
    void shouldEndSessionsThatNewRulesDoNotAllowAndNoOthers() throws IOException
    {
        try (TestClient alpha = new TestClient(rig.port(), "ALPHA");
            TestClient beta = new TestClient(rig.port(), "BETA"))
        {
            alpha.logOn("");
            beta.logOn("");
            rig.run(() -> rig.transport().access((name) -> "ALPHA".equals(name) ?
                new AccessRules(List.of(), true, false) : AccessRules.OPEN));
            assertEquals("this session is blocked, ask the venue", TestFix.field(alpha.expect("5"), 58));
            assertNull(alpha.read());
            beta.send("D", "11=other|" + ORDER);
            assertEquals("other", TestFix.field(beta.expect("8"), 11));
            try (TestClient again = new TestClient(rig.port(), "ALPHA"))
            {
                assertEquals("this session is blocked, ask the venue", refusal(again));
            }
            rig.run(() -> rig.transport().access((name) -> AccessRules.OPEN));
            try (TestClient again = new TestClient(rig.port(), "ALPHA"))
            {
                again.logOn("141=Y|");
            }
            assertEquals(1, rig.counters().get(FixCounter.ENDED_SESSIONS));
        }
    }

    @Test
    void shouldCloseWhoHasNoCertificateOrSpeaksNoTls() throws IOException, GeneralSecurityException
    {
        try (TestClient stranger = new TestClient(
            port(), "ALPHA", TlsKeys.client(keys.trustStore(venueKeys), null)))
        {
            assertThrows(IOException.class, () ->
            {
                stranger.send("A", "98=0|108=30|");
                assertNotNull(stranger.read());
                throw new AssertionError("a client without a certificate is served");
            });
        }
        try (TestClient open = new TestClient(port(), "ALPHA"))
        {
            open.send("8=FIX.4.4\0019=5\001".getBytes(StandardCharsets.ISO_8859_1));
            TransportRig.await(() -> 2 == rig.counters().get(FixCounter.TLS_FAILURES), "TLS is not asked for");
            open.isClosedByOther();
        }
        assertEquals(0, rig.counters().get(FixCounter.LOGONS));
    }
}
