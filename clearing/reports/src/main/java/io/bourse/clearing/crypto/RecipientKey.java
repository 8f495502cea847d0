// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import io.bourse.engine.files.SecretFile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Collections;

/**
 * Key of a person who receives packages, with its certificate.
 *
 * @param key private key.
 * @param certificate of the key.
 */
public record RecipientKey(PrivateKey key, X509Certificate certificate)
{
    /**
     * Reads the only key of a PKCS#12 file.
     *
     * @param file key store.
     * @param password of the store and of the key.
     * @return key.
     * @throws IOException when it cannot be read, others than this user can use it, the password is wrong, or there is
     *     not exactly one key.
     */
    public static RecipientKey read(final Path file, final char[] password) throws IOException
    {
        try
        {
            // The library reads keys of all profiles, the platform would not know those of GOST.
            final KeyStore store = KeyStore.getInstance(ClearingKeys.STORE_TYPE, CryptoProfile.BOUNCY_CASTLE);
            store.load(new ByteArrayInputStream(SecretFile.read(file)), password);
            return only(store, password, "file=" + file);
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IOException("key cannot be read: file=" + file, ex);
        }
    }

    private static RecipientKey only(final KeyStore store, final char[] password, final String where)
        throws GeneralSecurityException, IOException
    {
        String found = null;
        for (final String alias : Collections.list(store.aliases()))
        {
            if (store.isKeyEntry(alias))
            {
                if (null != found)
                {
                    throw new IOException(
                        "there are several keys, one is wanted: " + where + " keys=" + found + "," + alias);
                }
                found = alias;
            }
        }
        if (null == found)
        {
            throw new IOException("there is no key: " + where);
        }
        return new RecipientKey(
            (PrivateKey)store.getKey(found, password), (X509Certificate)store.getCertificate(found));
    }

    static KeyStore store(
        final String alias, final KeyPair keys, final X509Certificate certificate, final char[] password)
        throws GeneralSecurityException, IOException
    {
        // Written by the platform, which everybody reads: a store takes keys that the platform does not know, too.
        final KeyStore store = KeyStore.getInstance(ClearingKeys.STORE_TYPE);
        store.load(null, null);
        store.setKeyEntry(alias, keys.getPrivate(), password, new Certificate[]{certificate});
        return store;
    }
}
