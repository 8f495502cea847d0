// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CRLReason;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509CRLEntry;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * Certificates that an authority has revoked: its signed list (CRL), or none.
 *
 * @param list null when nothing was ever revoked.
 */
record Revocations(X509CRL list)
{
    /** Name of the list, beside the certificate of the authority. */
    public static final String FILE_NAME = "authority.crl";
    /** Nothing was revoked. */
    public static final Revocations NONE = new Revocations(null);

    /** Reasons by which no other person has the key: what it had signed before stays good. */
    private static final Set<CRLReason> KEY_IS_SAFE =
        EnumSet.of(CRLReason.SUPERSEDED, CRLReason.CESSATION_OF_OPERATION, CRLReason.AFFILIATION_CHANGED);

    /**
     * Reads a list.
     *
     * @param file PEM or DER.
     * @param authority whose list it has to be.
     * @return list; {@link #NONE} when there is no file.
     * @throws IOException when it cannot be read, or the authority has not signed it.
     */
    static Revocations readIfPresent(final Path file, final X509Certificate authority) throws IOException
    {
        if (!Files.exists(file))
        {
            return NONE;
        }
        try (InputStream in = Files.newInputStream(file))
        {
            final X509CRL list = (X509CRL)CertificateFactory.getInstance("X.509").generateCRL(in);
            list.verify(authority.getPublicKey());
            return new Revocations(list);
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IOException("this is no list of revocations of the authority, take the one that the venue has" +
                " published: file=" + file + " authority=\"" + authority.getSubjectX500Principal().getName() +
                "\"", ex);
        }
    }

    /**
     * Whether a certificate is revoked now.
     *
     * @param certificate of the authority.
     * @return facts, or null when it is not.
     */
    public String reasonOrNull(final X509Certificate certificate)
    {
        final X509CRLEntry entry = entryOrNull(certificate);
        return null == entry ? null : facts(entry);
    }

    /**
     * Whether a signature is worth nothing because its certificate is revoked. The time of a signature is the signer's
     * word, which counts only when no other person has the key.
     *
     * @param certificate of the signer.
     * @param signingTime that the signature states.
     * @return facts, or null when the signature is good.
     */
    String reasonAtOrNull(final X509Certificate certificate, final Date signingTime)
    {
        final X509CRLEntry entry = entryOrNull(certificate);
        final boolean isGood = null == entry ||
            isKeySafe(entry.getRevocationReason()) && signingTime.before(entry.getRevocationDate());
        return isGood ? null : facts(entry);
    }

    /** Whether a reason says that no other person has the key. */
    static boolean isKeySafe(final CRLReason reason)
    {
        return null != reason && KEY_IS_SAFE.contains(reason);
    }

    /** Compared by serial number alone: the list is the authority's, and so is the certificate. */
    private X509CRLEntry entryOrNull(final X509Certificate certificate)
    {
        return null == list ? null : list.getRevokedCertificate(certificate.getSerialNumber());
    }

    private static String facts(final X509CRLEntry entry)
    {
        final Instant revoked = entry.getRevocationDate().toInstant();
        final CRLReason reason = entry.getRevocationReason();
        return "serial=" + entry.getSerialNumber().toString(16) + " revoked=" + revoked + " reason=" +
            (null == reason ? CRLReason.UNSPECIFIED : reason).name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
