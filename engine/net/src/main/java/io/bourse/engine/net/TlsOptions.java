// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import io.bourse.engine.files.SecretFile;
import io.bourse.engine.files.UnsafeFileException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The TLS port of a gateway.
 *
 * @param address to listen on; port 0 takes a free one.
 * @param keyStore file with the key and the certificate of the venue, PKCS12 or JKS.
 * @param password of the key store, its key, and the trust store; asked for when they are read.
 * @param trustStore file with the certificates that sign those of clients; null when clients need none.
 */
public record TlsOptions(InetSocketAddress address, Path keyStore, Supplier<char[]> password, Path trustStore)
{
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
        try
        {
            final KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            SecretFile.require(keyStore);
            keys.init(withKey(load(keyStore)), password.get());
            TrustManagerFactory trust = null;
            if (null != trustStore)
            {
                trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                trust.init(withCertificate(load(trustStore)));
            }
            final SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null == trust ? null : trust.getTrustManagers(), null);
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
        return "address=" + address + " keyStore=" + keyStore + " trustStore=" + trustStore;
    }

    /** Without a key no handshake would ever succeed. */
    private KeyStore withKey(final KeyStore store) throws GeneralSecurityException
    {
        for (final String alias : Collections.list(store.aliases()))
        {
            if (store.isKeyEntry(alias))
            {
                return store;
            }
        }
        throw new IllegalArgumentException("there is no private key in this file: keyStore=" + keyStore);
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
