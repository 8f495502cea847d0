// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import org.bouncycastle.asn1.rosstandart.RosstandartObjectIdentifiers;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.Locale;

import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;

/**
 * Kinds of keys that a member may have, and with it how its packages are signed and encrypted (rules 3.2). The profile
 * of a member is that of the key in its certificate.
 */
public enum CryptoProfile
{
    /** ECDSA P-256 with SHA-256; AES-256-GCM to a key agreed by ECDH. */
    ECDSA("SHA256withECDSA"),
    /** RSA 2048 with SHA-256; AES-256-GCM to a key transported by RSA-OAEP. */
    RSA("SHA256withRSA"),
    /** GOST R 34.10-2012 (256) with GOST R 34.11-2012; GOST 28147-89 to a key transported by VKO. Not certified. */
    GOST("GOST3411-2012-256WITHECGOST3410-2012-256");

    /** The library itself, not registered with the platform: other algorithms do not change. */
    static final Provider BOUNCY_CASTLE = new BouncyCastleProvider();

    private static final int RSA_BITS = 2_048;

    private final String signatureAlgorithm;

    CryptoProfile(final String signatureAlgorithm)
    {
        this.signatureAlgorithm = signatureAlgorithm;
    }

    /**
     * Profile of a certificate.
     *
     * @param certificate of a member or a signer.
     * @return its profile.
     * @throws IOException when its key is of no profile.
     */
    public static CryptoProfile of(final X509Certificate certificate) throws IOException
    {
        return switch (certificate.getPublicKey().getAlgorithm())
        {
            case "EC", "ECDSA" -> ECDSA;
            case "RSA" -> RSA;
            default -> ofHolder(certificate);
        };
    }

    private static CryptoProfile ofHolder(final X509Certificate certificate) throws IOException
    {
        try
        {
            // The platform does not know the algorithm by name: its number is asked.
            if (RosstandartObjectIdentifiers.id_tc26_gost_3410_12_256.equals(
                new JcaX509CertificateHolder(certificate).getSubjectPublicKeyInfo().getAlgorithm().getAlgorithm()))
            {
                return GOST;
            }
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IOException("certificate cannot be read: subject=\"" +
                certificate.getSubjectX500Principal().getName() + "\"", ex);
        }
        throw new IOException("key of a certificate is of no profile, wanted is EC, RSA or GOST R 34.10-2012 with " +
            "256 bits: subject=\"" + certificate.getSubjectX500Principal().getName() + "\" algorithm=" +
            certificate.getPublicKey().getAlgorithm());
    }

    /**
     * Profile by its name.
     *
     * @param name in any case.
     * @return profile.
     * @throws IllegalArgumentException when there is none of that name.
     */
    public static CryptoProfile named(final String name)
    {
        try
        {
            return valueOf(name.toUpperCase(Locale.ROOT));
        }
        catch (final IllegalArgumentException ex)
        {
            throw new IllegalArgumentException(
                "there is no such profile: profile=" + name + " known=ecdsa,rsa,gost", ex);
        }
    }

    /**
     * Name in names of files and in manifests.
     *
     * @return lower case.
     */
    public String label()
    {
        return name().toLowerCase(Locale.ROOT);
    }

    String signatureAlgorithm()
    {
        return signatureAlgorithm;
    }

    KeyPair newKeyPair() throws GeneralSecurityException
    {
        final KeyPairGenerator generator;
        switch (this)
        {
            case RSA ->
            {
                generator = KeyPairGenerator.getInstance("RSA");
                generator.initialize(RSA_BITS);
            }
            case GOST ->
            {
                generator = KeyPairGenerator.getInstance("ECGOST3410-2012", BOUNCY_CASTLE);
                generator.initialize(new ECGenParameterSpec("Tc26-Gost-3410-12-256-paramSetA"));
            }
            default ->
            {
                generator = KeyPairGenerator.getInstance("EC");
                generator.initialize(new ECGenParameterSpec("secp256r1"));
            }
        }
        return generator.generateKeyPair();
    }

    /** The same certificate as the library sees it, which knows keys that the platform does not. */
    static X509Certificate known(final X509Certificate certificate) throws GeneralSecurityException
    {
        return new JcaX509CertificateConverter().setProvider(BOUNCY_CASTLE)
            .getCertificate(new JcaX509CertificateHolder(certificate));
    }

    /**
     * Digest that goes with GOST keys.
     *
     * @return GOST R 34.11-2012 with 256 bits.
     */
    public static MessageDigest newStreebog256()
    {
        try
        {
            return MessageDigest.getInstance("GOST3411-2012-256", BOUNCY_CASTLE);
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new IllegalStateException("the library has no GOST R 34.11-2012", ex);
        }
    }
}
