// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.DurableFile;
import io.bourse.engine.files.OwnDirectory;
import io.bourse.engine.files.SecretFile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CRLReason;
import java.security.cert.X509CRLEntry;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;

import javax.security.auth.x500.X500Principal;

import org.bouncycastle.asn1.x509.CRLNumber;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CRLHolder;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * The key that certifies and revokes. It lies in a directory of its own, with a password of its own, and is needed when
 * an operator changes keys; never by a run.
 */
final class Authority
{
    static final String STORE_NAME = "authority.p12";
    static final String PASSWORD_NAME = "authority.password";
    static final X500Principal SUBJECT = new X500Principal("CN=Bourse authority, O=Bourse");
    static final X500Principal DEMO_SUBJECT = new X500Principal("CN=Bourse demo authority, O=Bourse");

    private final X509Certificate certificate;
    private final PrivateKey key;

    Authority(final X509Certificate certificate, final PrivateKey key)
    {
        this.certificate = certificate;
        this.key = key;
    }

    static Authority generate(final X500Principal subject, final int days) throws GeneralSecurityException, IOException
    {
        final KeyPair keys = CryptoProfile.ECDSA.newKeyPair();
        return new Authority(CertificateIssuer.issue(subject, keys.getPublic(), subject, keys.getPrivate(),
            CertificateIssuer.Use.AUTHORITY, CertificateIssuer.Validity.days(days)), keys.getPrivate());
    }

    /** Whether the key of the authority is in the store of the signing keys, as in a demo. */
    static boolean isBeside(final Path keys) throws IOException
    {
        try
        {
            return ClearingKeys.areThere(keys) &&
                ClearingKeys.readStore(keys).isKeyEntry(ClearingKeys.AUTHORITY_ALIAS);
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IOException("keys cannot be used: directory=" + keys, ex);
        }
    }

    /** The key that is in the store of the signing keys. */
    static Authority openBeside(final Path keys) throws GeneralSecurityException, IOException
    {
        final KeyStore store = ClearingKeys.readStore(keys);
        return of(store, ClearingKeys.secret(keys), keys.resolve(ClearingKeys.KEYSTORE_NAME));
    }

    static boolean isIn(final Path directory)
    {
        return Files.exists(directory.resolve(STORE_NAME));
    }

    static Authority open(final Path directory, final Path password) throws GeneralSecurityException, IOException
    {
        final Path file = directory.resolve(STORE_NAME);
        final char[] secret = OwnerFiles.readSecret(password).toCharArray();
        final KeyStore store = KeyStore.getInstance(ClearingKeys.STORE_TYPE);
        store.load(new ByteArrayInputStream(SecretFile.read(file)), secret);
        return of(store, secret, file);
    }

    private static Authority of(final KeyStore store, final char[] secret, final Path file)
        throws GeneralSecurityException, IOException
    {
        final PrivateKey key = (PrivateKey)store.getKey(ClearingKeys.AUTHORITY_ALIAS, secret);
        if (null == key)
        {
            throw new IOException("key store lacks an entry: file=" + file + " wanted=" +
                ClearingKeys.AUTHORITY_ALIAS);
        }
        return new Authority((X509Certificate)store.getCertificate(ClearingKeys.AUTHORITY_ALIAS), key);
    }

    /** The password is made when it is not there. */
    void write(final Path directory, final Path password) throws GeneralSecurityException, IOException
    {
        OwnDirectory.make(directory);
        if (!Files.exists(password))
        {
            OwnerFiles.write(password, OwnerFiles.newSecret().getBytes(StandardCharsets.US_ASCII));
        }
        final char[] secret = OwnerFiles.readSecret(password).toCharArray();
        final KeyStore store = RecipientKey.store(
            ClearingKeys.AUTHORITY_ALIAS, new KeyPair(certificate.getPublicKey(), key), certificate, secret);
        OwnerFiles.write(directory.resolve(STORE_NAME), store, secret);
        DurableFile.syncDirectory(directory);
    }

    X509Certificate certificate()
    {
        return certificate;
    }

    PrivateKey key()
    {
        return key;
    }

    X509Certificate issue(
        final X500Principal subject, final PublicKey subjectKey, final CertificateIssuer.Use use, final int days)
        throws GeneralSecurityException, IOException
    {
        return issue(subject, subjectKey, use, CertificateIssuer.Validity.days(days));
    }

    /** Not longer than the authority's own certificate. */
    X509Certificate issue(
        final X500Principal subject,
        final PublicKey subjectKey,
        final CertificateIssuer.Use use,
        final CertificateIssuer.Validity validity) throws GeneralSecurityException, IOException
    {
        return CertificateIssuer.issue(subject, subjectKey, certificate.getSubjectX500Principal(), key, use,
            validity.within(certificate));
    }

    /** A list with nothing in it. */
    byte[] newList() throws GeneralSecurityException, IOException
    {
        return signed(builder(), BigInteger.ONE);
    }

    /** The next list, with one certificate more; a reason that left signatures good may become one that does not. */
    byte[] revoke(
        final Revocations former, final BigInteger serial, final Instant time, final CRLReason reason)
        throws GeneralSecurityException, IOException
    {
        final X509v2CRLBuilder builder = builder();
        BigInteger number = BigInteger.ONE;
        if (null != former.list())
        {
            if (null != former.list().getRevokedCertificates())
            {
                for (final X509CRLEntry entry : former.list().getRevokedCertificates())
                {
                    if (!entry.getSerialNumber().equals(serial))
                    {
                        add(builder, entry.getSerialNumber(), entry.getRevocationDate(), entry.getRevocationReason());
                    }
                    else if (!Revocations.isKeySafe(entry.getRevocationReason()) || Revocations.isKeySafe(reason))
                    {
                        throw new PreconditionException("the certificate is revoked already: serial=" +
                            serial.toString(ClearingKeys.HEXADECIMAL));
                    }
                }
            }
            number = CRLNumber.getInstance(new JcaX509CRLHolder(former.list()).getExtension(Extension.cRLNumber)
                .getParsedValue()).getCRLNumber().add(BigInteger.ONE);
        }
        add(builder, serial, Date.from(time), reason);
        return signed(builder, number);
    }

    private static void add(
        final X509v2CRLBuilder builder, final BigInteger serial, final Date time, final CRLReason reason)
    {
        builder.addCRLEntry(serial, time, null == reason ? CRLReason.UNSPECIFIED.ordinal() : reason.ordinal());
    }

    private X509v2CRLBuilder builder()
    {
        final X509v2CRLBuilder builder =
            new JcaX509v2CRLBuilder(certificate.getSubjectX500Principal(), Date.from(Instant.now()));
        // It is good until there is another one.
        builder.setNextUpdate(certificate.getNotAfter());
        return builder;
    }

    private byte[] signed(final X509v2CRLBuilder builder, final BigInteger number)
        throws GeneralSecurityException, IOException
    {
        builder.addExtension(Extension.cRLNumber, false, new CRLNumber(number));
        try
        {
            return OwnerFiles.pem("X509 CRL", builder.build(
                new JcaContentSignerBuilder(CryptoProfile.ECDSA.signatureAlgorithm()).build(key)).getEncoded());
        }
        catch (final OperatorCreationException ex)
        {
            throw new GeneralSecurityException("the list of revocations cannot be signed", ex);
        }
    }
}
