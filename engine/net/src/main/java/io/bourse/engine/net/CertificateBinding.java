// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Locale;
import javax.security.auth.x500.X500Principal;

/**
 * Which certificate a login has to show: the subject as a distinguished name, compared in its canonical form, or the
 * SHA-256 fingerprint of one certificate.
 */
public final class CertificateBinding
{
    private static final String FINGERPRINT = "(?i)(sha-?256:)?[0-9a-f]{2}(:?[0-9a-f]{2}){31}";

    private final String text;
    private final X500Principal subject;
    private final byte[] fingerprint;

    private CertificateBinding(final String text, final X500Principal subject, final byte[] fingerprint)
    {
        this.text = text;
        this.subject = subject;
        this.fingerprint = fingerprint;
    }

    /**
     * Reads a binding.
     *
     * @param text {@code CN=client,O=Firm}, or 64 hexadecimal digits, with or without colons and {@code SHA256:} before
     *     them.
     * @return the binding.
     * @throws IllegalArgumentException when it is neither.
     */
    public static CertificateBinding parse(final String text)
    {
        if (text.matches(FINGERPRINT))
        {
            final String digits = text.replaceFirst("(?i)^sha-?256:", "").replace(":", "").toLowerCase(Locale.ROOT);
            return new CertificateBinding(text, null, HexFormat.of().parseHex(digits));
        }
        try
        {
            final X500Principal subject = new X500Principal(text);
            if (!subject.getName().isEmpty())
            {
                return new CertificateBinding(text, subject, null);
            }
        }
        catch (final IllegalArgumentException ex)
        {
            throw new IllegalArgumentException("a certificate is named by its subject, as CN=client,O=Firm, or by " +
                "its SHA-256 fingerprint: certificate=" + text, ex);
        }
        throw new IllegalArgumentException("the subject of a certificate must not be empty");
    }

    /**
     * Whether a certificate is the one.
     *
     * @param certificate that was shown and is trusted; null for none.
     * @return false for another one.
     */
    public boolean matches(final X509Certificate certificate)
    {
        if (null == certificate)
        {
            return false;
        }
        if (null != subject)
        {
            return subject.equals(certificate.getSubjectX500Principal());
        }
        try
        {
            return MessageDigest.isEqual(
                fingerprint, MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IllegalStateException("the certificate has no encoding, or SHA-256 is not there", ex);
        }
    }

    @Override
    public String toString()
    {
        return text;
    }
}
