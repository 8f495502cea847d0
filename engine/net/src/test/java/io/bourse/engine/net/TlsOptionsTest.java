// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import io.bourse.testing.TestAuthority;
import io.bourse.testing.TlsKeys;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Instant;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class TlsOptionsTest
{
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress("127.0.0.1", 0);

    @TempDir
    private static Path dir;
    private static Path venueKeys;
    private static Path clientKeys;
    private static Path clientTrust;

    @BeforeAll
    static void makeKeys() throws IOException, InterruptedException, GeneralSecurityException
    {
        final TlsKeys maker = new TlsKeys(dir);
        venueKeys = maker.keyStore("venue");
        clientKeys = maker.keyStore("client");
        clientTrust = maker.trustStore(clientKeys);
    }

    @Test
    void shouldNameTheStoreThatHasNoKeyOrNoCertificate() throws IOException, GeneralSecurityException
    {
        final Path empty = dir.resolve("empty.p12");
        final KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, TlsKeys.PASSWORD);
        try (OutputStream out = Files.newOutputStream(empty))
        {
            store.store(out, TlsKeys.PASSWORD);
        }
        final TlsOptions withoutKey = new TlsOptions(ANY_PORT, clientTrust, () -> TlsKeys.PASSWORD, null);
        final String noKey = assertThrows(IllegalArgumentException.class, withoutKey::newContext).getMessage();
        assertTrue(noKey.contains("no private key") && noKey.contains(clientTrust.toString()), noKey);
        for (final Path trust : new Path[]{empty, clientKeys})
        {
            final TlsOptions withoutTrust = new TlsOptions(ANY_PORT, venueKeys, () -> TlsKeys.PASSWORD, trust);
            final String message =
                assertThrows(IllegalArgumentException.class, withoutTrust::newContext).getMessage();
            assertTrue(message.contains("no trusted certificate") && message.contains(trust.toString()), message);
        }
    }

    @Test
    void shouldNameTheFileOfKeysThatCannotBeRead()
    {
        final TlsOptions wrongPassword = new TlsOptions(ANY_PORT, venueKeys, "wrong"::toCharArray, null);
        final IllegalArgumentException ex =
            assertThrows(IllegalArgumentException.class, wrongPassword::newContext);
        assertTrue(ex.getMessage().contains(venueKeys.toString()), ex.getMessage());
        assertFalse(ex.getMessage().contains("wrong\""), ex.getMessage());
        assertThrows(IllegalArgumentException.class,
            () -> new TlsOptions(ANY_PORT, dir.resolve("none.p12"), () -> TlsKeys.PASSWORD, null).newContext());
    }

    @Test
    void shouldNotUseAKeyThatOthersCanRead() throws IOException
    {
        final Path open = Files.copy(venueKeys, dir.resolve("open.p12"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        final UncheckedIOException ex = assertThrows(UncheckedIOException.class,
            () -> new TlsOptions(ANY_PORT, open, () -> TlsKeys.PASSWORD, null).newContext());
        assertTrue(ex.getCause().getMessage().contains("chmod go= " + open + ":"), ex.getCause().getMessage());
    }

    @Test
    void shouldNotStartWithACertificateThatIsNotValidNow() throws IOException, GeneralSecurityException
    {
        final TestAuthority authority = new TestAuthority(dir, "authority");
        final Instant now = Instant.now();
        final Path expired = authority.keyStore("CN=venue", now.minusSeconds(7_200), now.minusSeconds(3_600));
        final String tooLate = assertThrows(IllegalArgumentException.class,
            () -> new TlsOptions(ANY_PORT, expired, () -> TlsKeys.PASSWORD, null).newContext()).getMessage();
        assertTrue(tooLate.contains("has expired") && tooLate.contains("subject=CN=venue"), tooLate);
        final Path early = authority.keyStore("CN=venue", now.plusSeconds(3_600), now.plusSeconds(7_200));
        final String tooEarly = assertThrows(IllegalArgumentException.class,
            () -> new TlsOptions(ANY_PORT, early, () -> TlsKeys.PASSWORD, null).newContext()).getMessage();
        assertTrue(tooEarly.contains("not valid yet") && tooEarly.contains("subject=CN=venue"), tooEarly);
        // Soon is not now.
        new TlsOptions(
            ANY_PORT, authority.keyStore("CN=venue", now.minusSeconds(60), now.plusSeconds(3_600)),
            () -> TlsKeys.PASSWORD, null).newContext();
    }

    @Test
    void shouldRefuseAFileWithoutRevocationLists() throws IOException
    {
        final Path none = Files.writeString(dir.resolve("none.crl"), "");
        final TlsOptions options =
            new TlsOptions(ANY_PORT, venueKeys, () -> TlsKeys.PASSWORD, clientTrust, none);
        final String message = assertThrows(IllegalArgumentException.class, options::newContext).getMessage();
        assertTrue(message.contains("revocationList=" + none), message);
    }

    @Test
    void shouldNotShowThePassword()
    {
        final TlsOptions options = new TlsOptions(ANY_PORT, venueKeys, () -> TlsKeys.PASSWORD, clientTrust);
        assertFalse(options.toString().contains(new String(TlsKeys.PASSWORD)), options::toString);
        assertTrue(options.isClientCertificateRequired());
        assertFalse(new TlsOptions(ANY_PORT, venueKeys, () -> TlsKeys.PASSWORD, null).isClientCertificateRequired());
    }
}
