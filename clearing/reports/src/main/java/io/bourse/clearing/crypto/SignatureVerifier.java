// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Set;

import org.bouncycastle.asn1.cms.Attribute;
import org.bouncycastle.asn1.cms.CMSAttributes;
import org.bouncycastle.asn1.cms.Time;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cms.CMSException;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.SignerInformationVerifier;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.operator.OperatorCreationException;

/**
 * Verifies detached CMS signatures of one trusted signer. Certificates are judged at the signing time stated in
 * the signature, so that old reports stay verifiable. That time is the signer's word: it counts for a key that was
 * replaced, and not for one that others may have ({@link Revocations}).
 */
public final class SignatureVerifier
{
    private SignatureVerifier()
    {
    }

    /**
     * Verifies.
     *
     * @param content that was signed.
     * @param signature detached CMS with the signer's certificate inside.
     * @param trusted authority and name of the signer.
     * @return the signer's certificate.
     * @throws SignatureException when the signature does not hold or the signer is not known.
     */
    public static X509Certificate verify(
        final byte[] content, final byte[] signature, final TrustedSigner trusted) throws SignatureException
    {
        try
        {
            final CMSSignedData signed = new CMSSignedData(new CMSProcessableByteArray(content), signature);
            final Collection<SignerInformation> signers = signed.getSignerInfos().getSigners();
            if (1 != signers.size())
            {
                throw bad("a signature must have exactly one signer: signers=" + signers.size(), null);
            }
            final SignerInformation signer = signers.iterator().next();
            final X509Certificate certificate = certificateOf(signed, signer);
            if (!signer.verify(verifier(certificate)))
            {
                throw bad("the signature does not belong to these bytes: signer=\"" + name(certificate) + "\"", null);
            }
            requireTrusted(certificate, signingTime(signer), trusted);
            return certificate;
        }
        catch (final CMSException | OperatorCreationException | GeneralSecurityException | IOException |
            RuntimeException ex)
        {
            // The library reads lazily: damaged bytes come up as unchecked exceptions of many kinds, wherever it looks.
            throw bad("the signature does not hold: reason=\"" + ex.getMessage() + "\"", ex);
        }
    }

    private static SignerInformationVerifier verifier(final X509Certificate certificate)
        throws IOException, GeneralSecurityException, OperatorCreationException
    {
        final JcaSimpleSignerInfoVerifierBuilder builder = new JcaSimpleSignerInfoVerifierBuilder();
        return CryptoProfile.GOST == CryptoProfile.of(certificate) ?
            builder.setProvider(CryptoProfile.BOUNCY_CASTLE).build(CryptoProfile.known(certificate)) :
            builder.build(certificate);
    }

    private static X509Certificate certificateOf(final CMSSignedData signed, final SignerInformation signer)
        throws SignatureException, CertificateException
    {
        // The selector of a signer is raw in the library's own signature.
        @SuppressWarnings("unchecked")
        final Collection<X509CertificateHolder> holders = signed.getCertificates().getMatches(signer.getSID());
        if (holders.isEmpty())
        {
            throw new SignatureException(
                true, "the signature does not carry its signer's certificate: certificates=0", null);
        }
        return new JcaX509CertificateConverter().getCertificate(holders.iterator().next());
    }

    private static Date signingTime(final SignerInformation signer) throws SignatureException
    {
        final Attribute attribute = null == signer.getSignedAttributes() ?
            null : signer.getSignedAttributes().get(CMSAttributes.signingTime);
        if (null == attribute)
        {
            throw bad("the signature does not state its time: signingTime=none", null);
        }
        try
        {
            final Time time = Time.getInstance(attribute.getAttrValues().getObjectAt(0));
            return time.getDate();
        }
        catch (final IllegalStateException ex)
        {
            throw bad("the signature's time cannot be read: reason=\"" + ex.getMessage() + "\"", ex);
        }
    }

    private static void requireTrusted(
        final X509Certificate certificate, final Date time, final TrustedSigner trusted)
        throws SignatureException
    {
        try
        {
            requireIssued(certificate, time, trusted.authority());
        }
        catch (final GeneralSecurityException ex)
        {
            throw new SignatureException(true, "the signer is not known to the trusted authority: signer=\"" +
                name(certificate) + "\" authority=\"" + name(trusted.authority()) + "\" reason=\"" +
                ex.getMessage() + "\"", ex);
        }
        final String revoked = trusted.revocations().reasonAtOrNull(certificate, time);
        if (null != revoked)
        {
            throw new SignatureException(true, "the signer's certificate is revoked, do not use what it has signed: " +
                "signer=\"" + name(certificate) + "\" signingTime=" + time.toInstant() + " " + revoked, null);
        }
        if (!trusted.name().equals(certificate.getSubjectX500Principal()))
        {
            throw new SignatureException(true, "the authority knows the signer, but it is not the trusted one: " +
                "signer=\"" + name(certificate) + "\" trusted=\"" + trusted.name().getName() + "\"", null);
        }
        final boolean[] usage = certificate.getKeyUsage();
        if (null == usage || !usage[0])
        {
            throw new SignatureException(
                true, "the signer's certificate is not for signing: signer=\"" + name(certificate) + "\"", null);
        }
    }

    /** The certificate comes from the authority and was good at that time, now when it is null. */
    static void requireIssued(
        final X509Certificate certificate, final Date time, final X509Certificate trustAnchor)
        throws GeneralSecurityException
    {
        final PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(trustAnchor, null)));
        parameters.setRevocationEnabled(false);
        parameters.setDate(time);
        CertPathValidator.getInstance("PKIX").validate(
            CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate)), parameters);
    }

    private static String name(final X509Certificate certificate)
    {
        return certificate.getSubjectX500Principal().getName();
    }

    private static SignatureException bad(final String message, final Throwable cause)
    {
        return new SignatureException(false, message, cause);
    }
}
