// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidParameterException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.ProviderException;
import java.security.Security;
import java.security.cert.X509Certificate;

/**
 * A PKCS#11 token, through the platform's provider. Keys stay in the token; they sign. The provider has neither OAEP
 * nor an agreement with a derivation of keys, so packages are not decrypted in a token.
 */
final class Token
{
    static final String CONFIGURATION_NAME = "pkcs11.cfg";
    static final String PIN_NAME = "pkcs11.pin";
    private static final String PROVIDER = "SunPKCS11";

    private final Path configuration;
    private final Provider provider;
    private final KeyStore store;

    private Token(final Path configuration, final Provider provider, final KeyStore store)
    {
        this.configuration = configuration;
        this.provider = provider;
        this.store = store;
    }

    /** The token that a keys directory names, or null when it names none. */
    static Token openOrNull(final Path directory) throws IOException
    {
        final Path file = directory.resolve(CONFIGURATION_NAME);
        return Files.exists(file) ?
            open(file, OwnerFiles.readSecret(directory.resolve(PIN_NAME)).toCharArray()) : null;
    }

    static Token open(final Path configuration, final char[] pin) throws IOException
    {
        if (!Files.isReadable(configuration))
        {
            throw new IOException("configuration of a token cannot be read: file=" + configuration);
        }
        final Provider base = Security.getProvider(PROVIDER);
        if (null == base)
        {
            throw new IOException("this Java platform has no PKCS#11 provider: provider=" + PROVIDER);
        }
        try
        {
            final Provider provider = base.configure(configuration.toString());
            final KeyStore store = KeyStore.getInstance("PKCS11", provider);
            store.load(null, pin);
            return new Token(configuration, provider, store);
        }
        catch (final IOException | GeneralSecurityException | InvalidParameterException | ProviderException ex)
        {
            throw new IOException(
                "token cannot be used, look at library, slot and PIN: configuration=" + configuration, ex);
        }
    }

    ManifestSigner signerOrNull(final String alias) throws IOException
    {
        try
        {
            return store.isKeyEntry(alias) ? new ManifestSigner((PrivateKey)store.getKey(alias, null),
                (X509Certificate)store.getCertificate(alias), provider) : null;
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IOException(
                "key of a token cannot be read: configuration=" + configuration + " alias=" + alias, ex);
        }
    }

    KeyStore store()
    {
        return store;
    }
}
