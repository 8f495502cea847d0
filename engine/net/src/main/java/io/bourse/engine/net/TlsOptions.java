// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import io.bourse.engine.files.SecretFile;
import io.bourse.engine.files.UnsafeFileException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * The TLS port of a gateway.
 *
 * @param address to listen on; port 0 takes a free one.
 * @param keyStore file with the key and the certificate of the venue, PKCS12 or JKS.
 * @param password of the key store, its key, and the trust store; asked for when they are read.
 * @param trustStore file with the certificates that sign those of clients; null when clients need none.
 * @param revocationList file with the revocation lists of those who sign, PEM or DER; null for none.
 */
public record TlsOptions(
    InetSocketAddress address, Path keyStore, Supplier<char[]> password, Path trustStore, Path revocationList)
{
    private static final Logger LOGGER = LoggerFactory.getLogger(TlsOptions.class);
    private static final long WARN_MS = TimeUnit.DAYS.toMillis(30);

    /**
     * Options without a revocation list.
     *
     * @param address to listen on; port 0 takes a free one.
     * @param keyStore file with the key and the certificate of the venue, PKCS12 or JKS.
     * @param password of the key store, its key, and the trust store; asked for when they are read.
     * @param trustStore file with the certificates that sign those of clients; null when clients need none.
     */
    public TlsOptions(
        final InetSocketAddress address, final Path keyStore, final Supplier<char[]> password, final Path trustStore)
    {
        this(address, keyStore, password, trustStore, null);
    }

    /**
     * Whether clients must show a certificate.
     *
     * @return true with a trust store.
     */
    public boolean isClientCertificateRequired()
    {
        return null != trustStore;
    }

    /**
     * Reads the stores.
     *
     * @return context for the connections of clients.
     * @throws IllegalArgumentException naming the file that cannot be used.
     * @throws UncheckedIOException when others than this user can use the key.
     */
    public SSLContext newContext()
    {
        return newContext(newTrust());
    }

    /** Reads the trust store and the revocation lists; null when clients need no certificate. */
    ClientTrust newTrust()
    {
        if (null == trustStore)
        {
            return null;
        }
        try
        {
            return new ClientTrust(withCertificate(load(trustStore)), revocationList);
        }
        catch (final IOException | GeneralSecurityException ex)
        {
            throw new IllegalArgumentException("certificates of clients cannot be checked with these files: " +
                "trustStore=" + trustStore + " revocationList=" + revocationList, ex);
        }
    }

    SSLContext newContext(final ClientTrust trust)
    {
        try
        {
            final KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            SecretFile.require(keyStore);
            keys.init(withKey(load(keyStore)), password.get());
            final SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null == trust ? null : new TrustManager[]{trust}, null);
            return context;
        }
        catch (final UnsafeFileException ex)
        {
            throw new UncheckedIOException("this key is not used: keyStore=" + keyStore, ex);
        }
        catch (final IOException ex)
        {
            throw new IllegalArgumentException("this file of keys cannot be read: keyStore=" + keyStore, ex);
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IllegalArgumentException("TLS cannot be set up with these files, look at their contents: " +
                "keyStore=" + keyStore + " trustStore=" + trustStore, ex);
        }
    }

    @Override
    public String toString()
    {
        return "address=" + address + " keyStore=" + keyStore + " trustStore=" + trustStore + " revocationList=" +
            revocationList;
    }

    /** Without a key no handshake would ever succeed. */
    private KeyStore withKey(final KeyStore store) throws GeneralSecurityException
    {
        for (final String alias : Collections.list(store.aliases()))
        {
            if (store.isKeyEntry(alias))
            {
                for (final Certificate certificate : store.getCertificateChain(alias))
                {
                    requireValid((X509Certificate)certificate);
                }
                return store;
            }
        }
        throw new IllegalArgumentException("there is no private key in this file: keyStore=" + keyStore);
    }

    /** Clients would refuse it. */
    private void requireValid(final X509Certificate certificate)
    {
        final Instant now = Instant.now();
        final Instant from = certificate.getNotBefore().toInstant();
        final Instant to = certificate.getNotAfter().toInstant();
        final String facts = "keyStore=" + keyStore + " subject=" + certificate.getSubjectX500Principal() +
            " validFrom=" + from + " validTo=" + to;
        if (now.isAfter(to))
        {
            throw new IllegalArgumentException("the certificate of the venue has expired, renew it: " + facts);
        }
        if (now.isBefore(from))
        {
            throw new IllegalArgumentException(
                "the certificate of the venue is not valid yet, look at the clock of this machine: " + facts);
        }
        if (now.plusMillis(WARN_MS).isAfter(to))
        {
            LOGGER.warn("the certificate of the venue expires soon, renew it: {}", facts);
        }
    }

    /** Without a certificate no peer could be trusted. */
    private KeyStore withCertificate(final KeyStore store) throws GeneralSecurityException
    {
        for (final String alias : Collections.list(store.aliases()))
        {
            if (store.isCertificateEntry(alias))
            {
                return store;
            }
        }
        throw new IllegalArgumentException("there is no trusted certificate in this file, make it with" +
            " keytool -importcert: trustStore=" + trustStore);
    }

    private KeyStore load(final Path file) throws GeneralSecurityException
    {
        try
        {
            return KeyStore.getInstance(file.toFile(), password.get());
        }
        catch (final IOException ex)
        {
            throw new IllegalArgumentException(
                "this file of keys cannot be read, is its password right? file=" + file, ex);
        }
    }
}
