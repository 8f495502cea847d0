// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import java.io.IOException;
import java.security.PrivateKey;
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
 * Makes detached CMS signatures with the certificate inside. ECDSA is randomised and the signing time is inside, so
 * the bytes of a signature differ every time; only what is signed is reproducible.
 */
public final class ManifestSigner
{
    static final String ALGORITHM = "SHA256withECDSA";

    private final PrivateKey key;
    private final X509Certificate certificate;

    ManifestSigner(final PrivateKey key, final X509Certificate certificate)
    {
        this.key = key;
        this.certificate = certificate;
    }

    /**
     * Signs.
     *
     * @param content to be signed.
     * @return DER of the detached signature.
     * @throws IOException when signing fails.
     */
    public byte[] sign(final byte[] content) throws IOException
    {
        try
        {
            final CMSSignedDataGenerator generator = new CMSSignedDataGenerator();
            generator.addSignerInfoGenerator(
                new JcaSignerInfoGeneratorBuilder(new JcaDigestCalculatorProviderBuilder().build())
                    .build(new JcaContentSignerBuilder(ALGORITHM).build(key), certificate));
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
