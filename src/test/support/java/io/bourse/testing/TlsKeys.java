// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Keys and certificates that live as long as a test.
 */
public final class TlsKeys
{
    /** Of every store. */
    public static final char[] PASSWORD = "not-a-secret".toCharArray();
    private static final long TIMEOUT_S = 60;

    private final Path dir;

    /**
     * Makes nothing yet.
     *
     * @param dir where the stores go.
     */
    public TlsKeys(final Path dir)
    {
        this.dir = dir;
    }

    /**
     * Makes a key with a certificate that it signed itself, for connections to this machine.
     *
     * @param name of its owner.
     * @return store with both.
     * @throws IOException when keytool cannot be started.
     * @throws InterruptedException when the test is ended.
     */
    public Path keyStore(final String name) throws IOException, InterruptedException
    {
        return keyStore(name, 60);
    }

    /**
     * The same, with a certificate that is good for some days only.
     *
     * @param name of its owner.
     * @param days until it expires.
     * @return store with both.
     * @throws IOException when keytool cannot be started.
     * @throws InterruptedException when the test is ended.
     */
    public Path keyStore(final String name, final int days) throws IOException, InterruptedException
    {
        final Path file = dir.resolve(name + ".p12");
        final Process keytool = new ProcessBuilder(List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-Dkeystore.pkcs12.keyPbeIterationCount=100",
            "-J-Dkeystore.pkcs12.certPbeIterationCount=100", "-J-Dkeystore.pkcs12.macIterationCount=100",
            "-genkeypair", "-alias", name,
            "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "SAN=IP:127.0.0.1", "-validity", Integer.toString(days),
            "-storetype", "PKCS12", "-keystore", file.toString(), "-storepass", new String(PASSWORD)))
            .redirectErrorStream(true).start();
        final String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(keytool.waitFor(TIMEOUT_S, TimeUnit.SECONDS), "keytool does not end");
        assertEquals(0, keytool.exitValue(), output);
        return file;
    }

    /**
     * A store that trusts the certificates of keys.
     *
     * @param keyStores with a key each.
     * @return store with their certificates, named after the first one.
     * @throws IOException when a store cannot be read or written.
     * @throws GeneralSecurityException when there is no such key.
     */
    public Path trustStore(final Path... keyStores) throws IOException, GeneralSecurityException
    {
        final KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, PASSWORD);
        for (final Path keyStore : keyStores)
        {
            final KeyStore keys = KeyStore.getInstance(keyStore.toFile(), PASSWORD);
            final String alias = keys.aliases().nextElement();
            trust.setCertificateEntry(alias, keys.getCertificate(alias));
        }
        final Path file = dir.resolve("trust-" + keyStores[0].getFileName());
        try (OutputStream out = Files.newOutputStream(file))
        {
            trust.store(out, PASSWORD);
        }
        return file;
    }

    /**
     * What a client needs.
     *
     * @param trustStore whom it trusts.
     * @param keyStore its own key; null for none.
     * @return context of its connections.
     * @throws IOException when a store cannot be read.
     * @throws GeneralSecurityException when a store does not fit.
     */
    public static SSLContext client(final Path trustStore, final Path keyStore)
        throws IOException, GeneralSecurityException
    {
        final TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(KeyStore.getInstance(trustStore.toFile(), PASSWORD));
        KeyManagerFactory keys = null;
        if (null != keyStore)
        {
            keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(KeyStore.getInstance(keyStore.toFile(), PASSWORD), PASSWORD);
        }
        final SSLContext context = SSLContext.getInstance("TLS");
        context.init(null == keys ? null : keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
