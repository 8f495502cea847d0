// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.bourse.engine.net.TlsOptions;
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
