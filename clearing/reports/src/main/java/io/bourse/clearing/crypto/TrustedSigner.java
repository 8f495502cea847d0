// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;

import javax.security.auth.x500.X500Principal;

/**
 * Whose signatures a receiver takes for the venue's. An authority may certify many, members among them: that it has
 * certified a signer does not make the signer the venue, its name does. The name stays when the certificate is renewed.
 *
 * @param authority that has to have issued the signer's certificate.
 * @param name subject of the signer's certificate.
 * @param revocations certificates that the authority has revoked.
 */
public record TrustedSigner(X509Certificate authority, X500Principal name, Revocations revocations)
{
    /** Name of the signer that the demo authority certifies. */
    public static final String DEMO_NAME = "CN=Bourse clearing, O=Bourse";

    /**
     * What a receiver was given; its list of revocations lies beside the certificate of the authority.
     *
     * @param authority file of the authority's certificate, PEM or DER.
     * @param name distinguished name of the venue's signer.
     * @return signer to be trusted.
     * @throws IOException when the file cannot be read or is no certificate.
     * @throws IllegalArgumentException when the name is none.
     */
    public static TrustedSigner of(final Path authority, final String name) throws IOException
    {
        return of(authority, name, authority.resolveSibling(Revocations.FILE_NAME));
    }

    /**
     * What a receiver was given.
     *
     * @param authority file of the authority's certificate, PEM or DER.
     * @param name distinguished name of the venue's signer.
     * @param revocations file of the authority's list of revocations; when it is absent nothing is revoked.
     * @return signer to be trusted.
     * @throws IOException when a file cannot be read, or the list is not the authority's.
     * @throws IllegalArgumentException when the name is none.
     */
    public static TrustedSigner of(final Path authority, final String name, final Path revocations)
        throws IOException
    {
        final X509Certificate certificate = ClearingKeys.readCertificate(authority);
        return new TrustedSigner(
            certificate, new X500Principal(name), Revocations.readIfPresent(revocations, certificate));
    }

    /**
     * What a venue trusts itself.
     *
     * @param keys directory of the venue's keys.
     * @return signer to be trusted: the one of {@link ClearingKeys#SIGNER_NAME}, else the demo one.
     * @throws IOException when a certificate cannot be read.
     */
    public static TrustedSigner ofVenue(final Path keys) throws IOException
    {
        final X509Certificate authority = ClearingKeys.readCertificate(keys.resolve(ClearingKeys.AUTHORITY_NAME));
        final Path signer = keys.resolve(ClearingKeys.SIGNER_NAME);
        return new TrustedSigner(authority, Files.exists(signer) ?
            ClearingKeys.readCertificate(signer).getSubjectX500Principal() : new X500Principal(DEMO_NAME),
            Revocations.readIfPresent(keys.resolve(Revocations.FILE_NAME), authority));
    }
}
