// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;

import javax.security.auth.x500.X500Principal;

import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Makes an authority and its certificates, which it signs with ECDSA whatever the key is that it certifies.
 */
final class CertificateIssuer
{
    private static final int SERIAL_BITS = 96;
    private static final int BACKDATED_HOURS = 24;

    /** When a certificate is good. */
    record Validity(Instant from, Instant to)
    {
        /** From now on, for some days. */
        static Validity days(final int days)
        {
            // Backdated so that a clock a little behind does not find the certificate too young.
            final Instant from =
                Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(BACKDATED_HOURS, ChronoUnit.HOURS);
            return new Validity(from, from.plus(BACKDATED_HOURS, ChronoUnit.HOURS).plus(days, ChronoUnit.DAYS));
        }

        /** The same, but not longer than the issuer's. */
        Validity within(final X509Certificate issuer)
        {
            final Instant end = issuer.getNotAfter().toInstant();
            return end.isBefore(to) ? new Validity(from, end) : this;
        }
    }

    private CertificateIssuer()
    {
    }

    /** What a certificate is for. */
    enum Use
    {
        /** Issues certificates. */
        AUTHORITY,
        /** Signs manifests. */
        SIGNATURE,
        /** Receives packages. */
        ENCRYPTION
    }

    static X509Certificate issue(
        final X500Principal subject,
        final PublicKey subjectKey,
        final X500Principal issuer,
        final PrivateKey issuerKey,
        final Use use,
        final Validity validity) throws GeneralSecurityException, IOException
    {
        final X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
            issuer,
            new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(0),
            Date.from(validity.from()),
            Date.from(validity.to()),
            subject,
            subjectKey);
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(Use.AUTHORITY == use));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(switch (use)
        {
            case AUTHORITY -> KeyUsage.keyCertSign | KeyUsage.cRLSign;
            case SIGNATURE -> KeyUsage.digitalSignature;
            case ENCRYPTION -> "RSA".equals(subjectKey.getAlgorithm()) ? KeyUsage.keyEncipherment :
                KeyUsage.keyAgreement | KeyUsage.keyEncipherment;
        }));
        try
        {
            return new JcaX509CertificateConverter().getCertificate(builder.build(
                new JcaContentSignerBuilder(CryptoProfile.ECDSA.signatureAlgorithm()).build(issuerKey)));
        }
        catch (final OperatorCreationException ex)
        {
            throw new GeneralSecurityException("certificate cannot be issued: subject=" + subject, ex);
        }
    }
}
