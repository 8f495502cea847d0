// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import io.bourse.clearing.PreconditionException;

import java.io.IOException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.List;

import org.bouncycastle.cert.jcajce.JcaCertStore;
import org.bouncycastle.cms.CMSException;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedDataGenerator;
import org.bouncycastle.cms.jcajce.JcaSignerInfoGeneratorBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;

/**
 * Makes detached CMS signatures with the certificate inside. ECDSA and GOST are randomised and the signing time is
 * inside, so the bytes of a signature differ every time; only what is signed is reproducible.
 */
public final class ManifestSigner
{
    private final PrivateKey key;
    private final X509Certificate certificate;
    private final CryptoProfile profile;
    private final Provider provider;
    private final Check check;

    /** A signer with a key of the platform, or of the library when the platform knows no such keys. */
    ManifestSigner(final PrivateKey key, final X509Certificate certificate) throws IOException
    {
        this(key, certificate, null, unchecked -> { });
    }

    /** A signer with a key that only one provider can use, as that of a token. */
    ManifestSigner(final PrivateKey key, final X509Certificate certificate, final Provider provider)
        throws IOException
    {
        this(key, certificate, provider, unchecked -> { });
    }

    private ManifestSigner(
        final PrivateKey key, final X509Certificate certificate, final Provider provider, final Check check)
        throws IOException
    {
        this.key = key;
        this.certificate = certificate;
        this.profile = CryptoProfile.of(certificate);
        this.provider =
            null == provider && CryptoProfile.GOST == profile ? CryptoProfile.BOUNCY_CASTLE : provider;
        this.check = check;
    }

    /** Looks at a certificate before its key signs. */
    @FunctionalInterface
    interface Check
    {
        /** Throws when the certificate is not good now. */
        void require(X509Certificate certificate) throws IOException;
    }

    /** The same signer, which looks at its certificate before each signature. */
    ManifestSigner checkedBy(final Check before) throws IOException
    {
        return new ManifestSigner(key, certificate, provider, before);
    }

    /**
     * Profile of the signatures.
     *
     * @return profile of the key.
     */
    public CryptoProfile profile()
    {
        return profile;
    }

    /**
     * Whose signatures they are.
     *
     * @return certificate that goes with every signature.
     */
    public X509Certificate certificate()
    {
        return certificate;
    }

    /**
     * Signs.
     *
     * @param content to be signed.
     * @return DER of the detached signature.
     * @throws IOException when signing fails.
     * @throws PreconditionException when the certificate is not good now.
     */
    public byte[] sign(final byte[] content) throws IOException
    {
        check.require(certificate);
        try
        {
            final JcaContentSignerBuilder signature = new JcaContentSignerBuilder(profile.signatureAlgorithm());
            final JcaDigestCalculatorProviderBuilder digests = new JcaDigestCalculatorProviderBuilder();
            if (null != provider)
            {
                signature.setProvider(provider);
            }
            if (CryptoProfile.GOST == profile)
            {
                digests.setProvider(CryptoProfile.BOUNCY_CASTLE);
            }
            final CMSSignedDataGenerator generator = new CMSSignedDataGenerator();
            generator.addSignerInfoGenerator(
                new JcaSignerInfoGeneratorBuilder(digests.build()).build(signature.build(key), certificate));
            generator.addCertificates(new JcaCertStore(List.of(certificate)));
            return generator.generate(new CMSProcessableByteArray(content), false).getEncoded();
        }
        catch (final CMSException | OperatorCreationException | CertificateEncodingException ex)
        {
            throw new IOException("manifest cannot be signed: signer=\"" +
                certificate.getSubjectX500Principal().getName() + "\"", ex);
        }
    }
}
