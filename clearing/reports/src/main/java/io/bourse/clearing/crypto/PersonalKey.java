// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;

import javax.security.auth.x500.X500Principal;

/**
 * The key of a person: ECDSA over P-256, in a PKCS #12 file of its owner or in a PKCS #11 token.
 */
public final class PersonalKey
{
    private static final int CERTIFICATE_DAYS = 3_650;
    private static final String ALIAS = "operator";
    private static final String ALGORITHM = "SHA256withECDSAinP1363Format";
    private static final int FIELD_BITS = 256;

    private final PrivateKey key;
    private final PublicKey publicKey;
    private final Provider provider;

    private PersonalKey(final PrivateKey key, final PublicKey publicKey, final Provider provider)
    {
        this.key = key;
        this.publicKey = publicKey;
        this.provider = provider;
    }

    /**
     * Makes a key and its file.
     *
     * @param file to be made, for the owner only; its directory is there.
     * @param name of the person.
     * @param password of the file.
     * @return key.
     * @throws IOException when the file is there already or cannot be written.
     */
    public static PersonalKey create(final Path file, final String name, final char[] password) throws IOException
    {
        if (Files.exists(file))
        {
            throw new IOException("the file of the key is there already, name another one or take it away: file=" +
                file);
        }
        try
        {
            final KeyPair pair = CryptoProfile.ECDSA.newKeyPair();
            final X500Principal subject = new X500Principal("CN=" + name + ", O=Bourse operator");
            OwnerFiles.write(file, RecipientKey.store(ALIAS, pair, CertificateIssuer.issue(subject, pair.getPublic(),
                subject, pair.getPrivate(), CertificateIssuer.Use.SIGNATURE,
                // The register of operators says how long a key is good for.
                CertificateIssuer.Validity.days(CERTIFICATE_DAYS)), password), password);
            return new PersonalKey(pair.getPrivate(), pair.getPublic(), null);
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IOException("key cannot be made: file=" + file, ex);
        }
    }

    /** Makes a key that is nowhere but in memory. */
    public static PersonalKey generate()
    {
        try
        {
            final KeyPair pair = CryptoProfile.ECDSA.newKeyPair();
            return new PersonalKey(pair.getPrivate(), pair.getPublic(), null);
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IllegalStateException("key cannot be made", ex);
        }
    }

    /**
     * Opens the file of a key.
     *
     * @param file PKCS #12, for its owner only.
     * @param password of the file.
     * @return key.
     * @throws IOException when the file cannot be read, others can read it, or the password is wrong.
     */
    public static PersonalKey open(final Path file, final char[] password) throws IOException
    {
        final RecipientKey stored = RecipientKey.read(file, password);
        checked(stored.key(), stored.certificate().getPublicKey(), null, file.toString());
        return of(stored.key().getEncoded(), stored.certificate().getPublicKey().getEncoded());
    }

    /**
     * Takes the key of a token.
     *
     * @param configuration of the platform's PKCS #11 provider.
     * @param alias entry of the token.
     * @param pin of the token.
     * @return key, which stays in the token.
     * @throws IOException when the token cannot be used or has no such key.
     */
    public static PersonalKey inToken(final Path configuration, final String alias, final char[] pin)
        throws IOException
    {
        final Token token = Token.open(configuration, pin);
        try
        {
            if (!token.store().isKeyEntry(alias))
            {
                throw new IOException("the token has no such key, make it in the token, see docs/security.md: " +
                    "configuration=" + configuration + " alias=" + alias);
            }
            return checked((PrivateKey)token.store().getKey(alias, null),
                token.store().getCertificate(alias).getPublicKey(), token.store().getProvider(),
                configuration.toString());
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IOException(
                "key of a token cannot be read: configuration=" + configuration + " alias=" + alias, ex);
        }
    }

    /**
     * A key that is no secret, as those of the demo venue.
     *
     * @param pkcs8 private key.
     * @param x509 public key.
     * @return key.
     */
    public static PersonalKey of(final byte[] pkcs8, final byte[] x509)
    {
        try
        {
            final KeyFactory factory = KeyFactory.getInstance("EC");
            return new PersonalKey(factory.generatePrivate(new PKCS8EncodedKeySpec(pkcs8)),
                factory.generatePublic(new X509EncodedKeySpec(x509)), null);
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IllegalArgumentException("it is no key of ECDSA", ex);
        }
    }

    private static PersonalKey checked(
        final PrivateKey key, final PublicKey publicKey, final Provider provider, final String file) throws IOException
    {
        if (!(publicKey instanceof final ECPublicKey ec) ||
            FIELD_BITS != ec.getParams().getCurve().getField().getFieldSize())
        {
            throw new IOException("key of a person is to be ECDSA over P-256: file=" + file + " algorithm=" +
                publicKey.getAlgorithm());
        }
        return new PersonalKey(key, publicKey, provider);
    }

    /** Public key, X.509 SubjectPublicKeyInfo. */
    public byte[] publicKey()
    {
        return publicKey.getEncoded();
    }

    /** Signature over bytes in the form of IEEE P1363, 64 bytes. */
    public byte[] sign(final byte[] bytes)
    {
        try
        {
            final Signature signature = null == provider ?
                Signature.getInstance(ALGORITHM) : Signature.getInstance(ALGORITHM, provider);
            signature.initSign(key);
            signature.update(bytes);
            return signature.sign();
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IllegalStateException("the key of an operator cannot sign", ex);
        }
    }
}
