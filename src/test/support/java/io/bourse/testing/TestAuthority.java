// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import javax.security.auth.x500.X500Principal;

/**
 * An authority that signs certificates of clients, and says which of them are revoked.
 */
public final class TestAuthority
{
    /** How long certificates and lists are valid that do not say it. */
    private static final Duration VALIDITY = Duration.ofDays(60);

    private final Path dir;
    private final String name;
    private final KeyPair keys;
    private final X509Certificate certificate;
    private int lastNumber = 1;
    private int lastFile;

    /**
     * Makes its key and certificate.
     *
     * @param dir where its files go.
     * @param name of the authority.
     * @throws GeneralSecurityException when the JDK lacks something.
     * @throws IOException never.
     */
    public TestAuthority(final Path dir, final String name) throws GeneralSecurityException, IOException
    {
        this.dir = dir;
        this.name = "CN=" + name;
        keys = newKeys();
        final Instant now = Instant.now();
        certificate = certificate(this.name, keys, 1, now.minusSeconds(60), now.plus(VALIDITY), true);
    }

    /**
     * A store that trusts what it signs.
     *
     * @return PKCS12 file.
     * @throws GeneralSecurityException when the JDK lacks something.
     * @throws IOException when it cannot be written.
     */
    public Path trustStore() throws GeneralSecurityException, IOException
    {
        final KeyStore store = emptyStore();
        store.setCertificateEntry("authority", certificate);
        return write(store, "authority");
    }

    /**
     * A certificate that is valid now, with its key.
     *
     * @param subject distinguished name.
     * @return PKCS12 file.
     * @throws GeneralSecurityException when the JDK lacks something.
     * @throws IOException when it cannot be written.
     */
    public Path keyStore(final String subject) throws GeneralSecurityException, IOException
    {
        final Instant now = Instant.now();
        return keyStore(subject, now.minusSeconds(60), now.plus(VALIDITY));
    }

    /**
     * A certificate with its key.
     *
     * @param subject distinguished name.
     * @param from when it begins to be valid.
     * @param to when it ends.
     * @return PKCS12 file.
     * @throws GeneralSecurityException when the JDK lacks something.
     * @throws IOException when it cannot be written.
     */
    public Path keyStore(final String subject, final Instant from, final Instant to)
        throws GeneralSecurityException, IOException
    {
        final KeyPair ofClient = newKeys();
        final X509Certificate signed = certificate(subject, ofClient, ++lastNumber, from, to, false);
        final KeyStore store = emptyStore();
        store.setKeyEntry(
            "client", ofClient.getPrivate(), TlsKeys.PASSWORD, new X509Certificate[]{signed, certificate});
        return write(store, "client");
    }

    /**
     * The certificate in a store of a client.
     *
     * @param keyStore of {@link #keyStore}.
     * @return certificate.
     * @throws GeneralSecurityException when it is none.
     * @throws IOException when it cannot be read.
     */
    public static X509Certificate certificate(final Path keyStore) throws GeneralSecurityException, IOException
    {
        final KeyStore store = KeyStore.getInstance(keyStore.toFile(), TlsKeys.PASSWORD);
        return (X509Certificate)store.getCertificate("client");
    }

    /**
     * Writes a list of revoked certificates, in place of the one that is there.
     *
     * @param file to write to.
     * @param isPem PEM, or else DER.
     * @param to when the list expires.
     * @param revoked stores of those clients.
     * @return the file.
     * @throws GeneralSecurityException when the JDK lacks something.
     * @throws IOException when it cannot be written.
     */
    public Path revocationList(final Path file, final boolean isPem, final Instant to, final Path... revoked)
        throws GeneralSecurityException, IOException
    {
        final X509v2CRLBuilder list = new X509v2CRLBuilder(new X500Name(name), date(Instant.now().minusSeconds(60)));
        list.setNextUpdate(date(to));
        for (final Path client : revoked)
        {
            list.addCRLEntry(certificate(client).getSerialNumber(), date(Instant.now().minusSeconds(30)), 0);
        }
        final byte[] der = list.build(signer()).getEncoded();
        final byte[] text = isPem ? ("-----BEGIN X509 CRL-----\n" + Base64.getMimeEncoder().encodeToString(der) +
            "\n-----END X509 CRL-----\n").getBytes(StandardCharsets.US_ASCII) : der;
        final Path next = Files.write(dir.resolve("next.crl"), text);
        return Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** A list that is valid now. */
    public Path revocationList(final Path file, final Path... revoked) throws GeneralSecurityException, IOException
    {
        return revocationList(file, true, Instant.now().plus(VALIDITY), revoked);
    }

    private X509Certificate certificate(
        final String subject,
        final KeyPair ofSubject,
        final int number,
        final Instant from,
        final Instant to,
        final boolean isAuthority) throws GeneralSecurityException, IOException
    {
        final JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(new X500Name(name),
            BigInteger.valueOf(number), date(from), date(to),
            X500Name.getInstance(new X500Principal(subject).getEncoded()), ofSubject.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(isAuthority));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(
            isAuthority ? KeyUsage.keyCertSign | KeyUsage.cRLSign : KeyUsage.digitalSignature));
        return new JcaX509CertificateConverter().getCertificate(builder.build(signer()));
    }

    private ContentSigner signer() throws GeneralSecurityException
    {
        try
        {
            return new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate());
        }
        catch (final OperatorCreationException ex)
        {
            throw new GeneralSecurityException(ex);
        }
    }

    private static KeyPair newKeys() throws GeneralSecurityException
    {
        final KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        return generator.generateKeyPair();
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException
    {
        final KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, TlsKeys.PASSWORD);
        return store;
    }

    private Path write(final KeyStore store, final String kind) throws GeneralSecurityException, IOException
    {
        final Path file = dir.resolve(name.substring("CN=".length()) + "-" + kind + ++lastFile + ".p12");
        try (OutputStream out = Files.newOutputStream(file))
        {
            store.store(out, TlsKeys.PASSWORD);
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    private static Date date(final Instant time)
    {
        return Date.from(time);
    }
}
