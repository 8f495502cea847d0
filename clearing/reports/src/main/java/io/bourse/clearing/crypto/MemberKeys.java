// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.DurableFile;
import io.bourse.engine.files.OwnDirectory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.security.auth.x500.X500Principal;

/**
 * Certificates that packages are encrypted to: {@code <member>.crt}, made from what the member has handed in
 * ({@link KeyAdministration#issue}) or brought by an operator. In a demo the authority makes them together with
 * {@code <member>.p12} and {@code <member>.password}, which are the member's own.
 */
public final class MemberKeys
{
    /** What a certificate's name ends with. */
    public static final String CERTIFICATE_SUFFIX = ".crt";
    /** What a key store's name ends with. */
    public static final String STORE_SUFFIX = ".p12";
    /** What the name of a key store's password ends with. */
    public static final String PASSWORD_SUFFIX = ".password";

    static final Pattern MEMBER = Pattern.compile("[A-Za-z0-9]{1,12}");
    private static final String ALIAS = "member";
    private static final int KEY_ENCIPHERMENT = 2;
    private static final int KEY_AGREEMENT = 4;

    private final ClearingKeys keys;
    private final Path directory;

    MemberKeys(final ClearingKeys keys, final Path directory) throws IOException
    {
        this.keys = keys;
        this.directory = directory;
        OwnDirectory.make(directory);
    }

    /**
     * Where the certificates are.
     *
     * @return directory.
     */
    public Path directory()
    {
        return directory;
    }

    /**
     * Members that have a certificate.
     *
     * @return ascending.
     * @throws IOException when the directory cannot be read.
     */
    public List<String> members() throws IOException
    {
        try (Stream<Path> files = Files.list(directory))
        {
            return files.map(file -> file.getFileName().toString())
                .filter(name -> name.endsWith(CERTIFICATE_SUFFIX))
                .map(name -> name.substring(0, name.length() - CERTIFICATE_SUFFIX.length()))
                .sorted()
                .toList();
        }
    }

    /**
     * Certificate of a member. In a demo the authority makes one, of profile ECDSA, for a member that has none.
     *
     * @param member clearing firm or other receiver, letters and digits.
     * @return certificate that is good now and may be encrypted to.
     * @throws IOException when it cannot be read.
     * @throws PreconditionException when there is none outside a demo, or it is not good now, or not for encryption.
     */
    public X509Certificate certificate(final String member) throws IOException
    {
        final Path file = file(member, CERTIFICATE_SUFFIX);
        if (!Files.exists(file))
        {
            issueIfAbsent(member, CryptoProfile.ECDSA);
        }
        final X509Certificate certificate = ClearingKeys.readCertificate(file);
        try
        {
            certificate.checkValidity();
        }
        catch (final CertificateException ex)
        {
            throw new PreconditionException("certificate of a member is not good now, bring a new one: member=" +
                member + " file=" + file + " from=" + certificate.getNotBefore().toInstant() + " to=" +
                certificate.getNotAfter().toInstant(), ex);
        }
        final boolean[] use = certificate.getKeyUsage();
        if (null != use && !use[KEY_ENCIPHERMENT] && !use[KEY_AGREEMENT])
        {
            throw new PreconditionException(
                "certificate of a member is not for encryption, bring another: member=" + member + " file=" + file);
        }
        final String revoked = keys.revocations().reasonOrNull(certificate);
        if (null != revoked)
        {
            throw new PreconditionException("certificate of a member is revoked, certify a new key of it with " +
                "`bourse keys issue " + member + " --request FILE --replace`: member=" + member + " file=" + file +
                " " + revoked);
        }
        return certificate;
    }

    /**
     * Makes a key and a certificate for a member of a demo.
     *
     * @param member clearing firm or other receiver, letters and digits.
     * @param profile of the key.
     * @return the member's key store, to be given to it with the password beside it.
     * @throws IOException when files cannot be written.
     * @throws PreconditionException when the member has a certificate, or outside a demo.
     */
    public Path issue(final String member, final CryptoProfile profile) throws IOException
    {
        if (!issueIfAbsent(member, profile))
        {
            throw new PreconditionException("the member has a certificate, take it away to have a new one made; " +
                "packages made before stay for the old key: member=" + member + " file=" +
                file(member, CERTIFICATE_SUFFIX));
        }
        return file(member, STORE_SUFFIX);
    }

    private boolean issueIfAbsent(final String member, final CryptoProfile profile) throws IOException
    {
        final Path file = file(member, CERTIFICATE_SUFFIX);
        return ClearingKeys.locked(directory, () ->
        {
            if (Files.exists(file))
            {
                return false;
            }
            if (!keys.isDemo())
            {
                throw new PreconditionException("the member has no certificate; outside a demo members make their" +
                    " keys themselves: ask it for a certificate request and certify that with `bourse keys issue " +
                    member + " --request FILE`: member=" + member + " wanted=" + file);
            }
            final KeyPair pair = profile.newKeyPair();
            final X509Certificate certificate = keys.issue(
                new X500Principal("CN=Member " + member + ", O=Bourse"), pair, CertificateIssuer.Use.ENCRYPTION);
            final String password = OwnerFiles.newSecret();
            final char[] secret = password.toCharArray();
            OwnerFiles.write(file(member, PASSWORD_SUFFIX), password.getBytes(StandardCharsets.US_ASCII));
            OwnerFiles.write(
                file(member, STORE_SUFFIX), RecipientKey.store(ALIAS, pair, certificate, secret), secret);
            // The certificate comes last: with it the member has a key.
            OwnerFiles.write(file, OwnerFiles.pem(certificate));
            DurableFile.syncDirectory(directory);
            return true;
        });
    }

    private Path file(final String member, final String suffix)
    {
        if (!MEMBER.matcher(member).matches())
        {
            throw new IllegalArgumentException(
                "a member is named by up to 12 letters and digits: member=\"" + member + "\"");
        }
        return directory.resolve(member + suffix);
    }
}
