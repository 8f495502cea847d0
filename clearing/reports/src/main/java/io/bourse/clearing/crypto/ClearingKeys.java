// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import io.bourse.engine.files.OwnDirectory;
import io.bourse.engine.files.SecretFile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;

import javax.security.auth.x500.X500Principal;

/**
 * The keys directory: {@code clearing.p12} with the demo authority and the signing key, {@code keystore.password} made
 * at random beside it, and {@code authority.crt}, the trust anchor, a copy of which is given to members
 * together with the subject of {@code signer.crt} ({@link TrustedSigner}). Directory and
 * files are for the owner only. Made at the first start, used from then on. Signing keys of other profiles than ECDSA
 * ({@code signer-rsa.p12}, {@code signer-gost.p12}) and certificates of members ({@code members/}) are made by the demo
 * authority when they are first needed.
 *
 * <p>A file {@code pkcs11.cfg} (configuration of the platform's PKCS#11 provider) says that signing keys are in a
 * token: the entry {@code signer} for ECDSA, {@code signer-rsa} for RSA; {@code pkcs11.pin} has the PIN.
 */
public final class ClearingKeys
{
    /** Keys and certificates. */
    public static final String KEYSTORE_NAME = "clearing.p12";
    /** Password of the keys. */
    public static final String PASSWORD_NAME = "keystore.password";
    /** Certificate of the authority, PEM. */
    public static final String AUTHORITY_NAME = "authority.crt";
    /** Certificate of the signing key, PEM. Members are told its subject. */
    public static final String SIGNER_NAME = "signer.crt";
    /** Directory of the members' certificates. */
    public static final String MEMBERS_NAME = "members";
    /** What salts of clients' proofs are made from. */
    public static final String PROOF_SECRET_NAME = "proofs.secret";

    static final String STORE_TYPE = "PKCS12";
    static final String SIGNER_ALIAS = "signer";
    private static final String LOCK_NAME = ".lock";
    private static final String AUTHORITY_ALIAS = "authority";
    private static final X500Principal AUTHORITY = new X500Principal("CN=Bourse demo authority, O=Bourse");
    private static final X500Principal SIGNER = new X500Principal(TrustedSigner.DEMO_NAME);
    private static final Object JVM_LOCK = new Object();

    private final Path directory;
    private final X509Certificate authority;
    private final PrivateKey authorityKey;
    private final byte[] proofSecret;
    private final Map<CryptoProfile, ManifestSigner> signers = new EnumMap<>(CryptoProfile.class);

    private ClearingKeys(
        final Path directory,
        final X509Certificate authority,
        final PrivateKey authorityKey,
        final byte[] proofSecret)
    {
        this.directory = directory;
        this.authority = authority;
        this.authorityKey = authorityKey;
        this.proofSecret = proofSecret;
    }

    /**
     * Opens the keys directory and fills it if it is new.
     *
     * @param directory of the keys; created for the owner only if absent.
     * @return keys.
     * @throws IOException when files cannot be read or made, or when others than the owner may read them.
     */
    public static ClearingKeys open(final Path directory) throws IOException
    {
        OwnDirectory.make(directory);
        return locked(directory, () ->
        {
            if (!Files.exists(directory.resolve(KEYSTORE_NAME)))
            {
                create(directory);
            }
            if (!Files.exists(directory.resolve(PROOF_SECRET_NAME)))
            {
                OwnerFiles.write(
                    directory.resolve(PROOF_SECRET_NAME), OwnerFiles.newSecret().getBytes(StandardCharsets.US_ASCII));
                OwnerFiles.sync(directory);
            }
            return load(directory);
        });
    }

    /**
     * Reads a certificate.
     *
     * @param file PEM or DER.
     * @return certificate.
     * @throws IOException when it cannot be read or is not one.
     */
    public static X509Certificate readCertificate(final Path file) throws IOException
    {
        try (InputStream in = Files.newInputStream(file))
        {
            return (X509Certificate)CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
        catch (final CertificateException ex)
        {
            throw new IOException("file is not a certificate: file=" + file, ex);
        }
    }

    /**
     * Signs what is not for one member alone, by ECDSA.
     *
     * @return signer.
     */
    public synchronized ManifestSigner signer()
    {
        return signers.get(CryptoProfile.ECDSA);
    }

    /**
     * Signs what is for members of a profile. The demo authority makes the key when it is first needed.
     *
     * @param profile of the member.
     * @return signer.
     * @throws IOException when there is no such key and none can be made.
     */
    public synchronized ManifestSigner signer(final CryptoProfile profile) throws IOException
    {
        final ManifestSigner known = signers.get(profile);
        if (null != known)
        {
            return known;
        }
        final ManifestSigner signer = locked(directory, () -> signerOf(profile));
        final X500Principal name = signer.certificate().getSubjectX500Principal();
        if (!name.equals(trustedSigner().name()))
        {
            throw new IOException("certificates of all signing keys must have the same subject, members trust one " +
                "name: profile=" + profile.label() + " subject=\"" + name.getName() + "\" wanted=\"" +
                trustedSigner().name().getName() + "\" directory=" + directory);
        }
        signers.put(profile, signer);
        return signer;
    }

    /**
     * The trust anchor.
     *
     * @return certificate of the authority.
     */
    public X509Certificate authority()
    {
        return authority;
    }

    /**
     * Whom receivers trust.
     *
     * @return authority, and name of the one that signs.
     */
    public TrustedSigner trustedSigner()
    {
        return new TrustedSigner(authority, signer().certificate().getSubjectX500Principal());
    }

    /**
     * Certificates of members.
     *
     * @return directory of certificates.
     * @throws IOException when it cannot be made or others may read it.
     */
    public MemberKeys members() throws IOException
    {
        return new MemberKeys(this, directory.resolve(MEMBERS_NAME));
    }

    /**
     * What salts of clients' proofs are made from: as long as it is kept, the same run has the same salts.
     *
     * @return 32 bytes.
     */
    public byte[] proofSecret()
    {
        return proofSecret.clone();
    }

    /** Certifies a key by the demo authority. */
    X509Certificate issue(final X500Principal subject, final KeyPair keys, final CertificateIssuer.Use use)
        throws GeneralSecurityException, IOException
    {
        if (null == authorityKey)
        {
            throw new IOException("the key of the authority is not here, certificates have to be brought: " +
                "subject=\"" + subject.getName() + "\" directory=" + directory);
        }
        return CertificateIssuer.issue(
            subject, keys.getPublic(), authority.getSubjectX500Principal(), authorityKey, use);
    }

    /** Intraday and evening services may start at the same moment: only one of them makes keys. */
    static <T> T locked(final Path directory, final Work<T> work) throws IOException
    {
        synchronized (JVM_LOCK)
        {
            try (FileChannel lockFile = OwnerFiles.open(directory.resolve(LOCK_NAME)))
            {
                lockFile.lock();
                return work.run();
            }
            catch (final GeneralSecurityException ex)
            {
                throw new IOException("keys cannot be used: directory=" + directory, ex);
            }
        }
    }

    private static void create(final Path directory) throws GeneralSecurityException, IOException
    {
        final KeyPair authorityKeys = CryptoProfile.ECDSA.newKeyPair();
        final X509Certificate authority = CertificateIssuer.issue(AUTHORITY, authorityKeys.getPublic(), AUTHORITY,
            authorityKeys.getPrivate(), CertificateIssuer.Use.AUTHORITY);
        final KeyPair signerKeys = CryptoProfile.ECDSA.newKeyPair();
        final X509Certificate signer = CertificateIssuer.issue(SIGNER, signerKeys.getPublic(), AUTHORITY,
            authorityKeys.getPrivate(), CertificateIssuer.Use.SIGNATURE);
        final String password = OwnerFiles.newSecret();
        final char[] secret = password.toCharArray();
        final KeyStore store = KeyStore.getInstance(STORE_TYPE);
        store.load(null, null);
        store.setKeyEntry(AUTHORITY_ALIAS, authorityKeys.getPrivate(), secret, new Certificate[]{authority});
        store.setKeyEntry(SIGNER_ALIAS, signerKeys.getPrivate(), secret, new Certificate[]{signer, authority});
        // The key store comes last: it is what says that the directory is complete.
        OwnerFiles.write(directory.resolve(PASSWORD_NAME), password.getBytes(StandardCharsets.US_ASCII));
        OwnerFiles.write(directory.resolve(AUTHORITY_NAME), OwnerFiles.pem(authority));
        OwnerFiles.write(directory.resolve(KEYSTORE_NAME), store, secret);
        OwnerFiles.sync(directory);
    }

    private static ClearingKeys load(final Path directory) throws GeneralSecurityException, IOException
    {
        final Path file = directory.resolve(KEYSTORE_NAME);
        final char[] secret = OwnerFiles.readSecret(directory.resolve(PASSWORD_NAME)).toCharArray();
        final KeyStore store = KeyStore.getInstance(STORE_TYPE);
        store.load(new ByteArrayInputStream(SecretFile.read(file)), secret);
        final X509Certificate authority = (X509Certificate)store.getCertificate(AUTHORITY_ALIAS);
        if (null == authority)
        {
            throw new IOException("key store lacks an entry: file=" + file + " wanted=" + AUTHORITY_ALIAS);
        }
        // Of an authority that is not the demo one there is the certificate alone: others issue certificates then.
        final ClearingKeys keys = new ClearingKeys(
            directory,
            authority,
            (PrivateKey)store.getKey(AUTHORITY_ALIAS, secret),
            HexFormat.of().parseHex(OwnerFiles.readSecret(directory.resolve(PROOF_SECRET_NAME))));
        final ManifestSigner inToken = inTokenOrNull(directory, SIGNER_ALIAS);
        final ManifestSigner signer = null != inToken ? inToken : stored(file, store, secret);
        keys.signers.put(CryptoProfile.ECDSA, signer);
        final byte[] pem = OwnerFiles.pem(signer.certificate());
        final Path published = directory.resolve(SIGNER_NAME);
        if (!Files.exists(published) || !Arrays.equals(pem, Files.readAllBytes(published)))
        {
            OwnerFiles.write(published, pem);
        }
        return keys;
    }

    private static ManifestSigner stored(final Path file, final KeyStore store, final char[] secret)
        throws GeneralSecurityException, IOException
    {
        final PrivateKey key = (PrivateKey)store.getKey(SIGNER_ALIAS, secret);
        final X509Certificate certificate = (X509Certificate)store.getCertificate(SIGNER_ALIAS);
        if (null == key || null == certificate)
        {
            throw new IOException("key store lacks an entry: file=" + file + " wanted=" + SIGNER_ALIAS);
        }
        return new ManifestSigner(key, certificate);
    }

    private static ManifestSigner inTokenOrNull(final Path directory, final String alias) throws IOException
    {
        final Token token = Token.openOrNull(directory);
        return null == token ? null : token.signerOrNull(alias);
    }

    private ManifestSigner signerOf(final CryptoProfile profile) throws GeneralSecurityException, IOException
    {
        final String name = SIGNER_ALIAS + "-" + profile.label();
        final ManifestSigner inToken = inTokenOrNull(directory, name);
        if (null != inToken)
        {
            return inToken;
        }
        final Path file = directory.resolve(name + ".p12");
        final char[] secret = OwnerFiles.readSecret(directory.resolve(PASSWORD_NAME)).toCharArray();
        if (!Files.exists(file))
        {
            final KeyPair keys = profile.newKeyPair();
            final X509Certificate certificate = issue(SIGNER, keys, CertificateIssuer.Use.SIGNATURE);
            OwnerFiles.write(file, RecipientKey.store(SIGNER_ALIAS, keys, certificate, secret), secret);
            OwnerFiles.sync(directory);
        }
        final RecipientKey stored = RecipientKey.read(file, secret);
        return new ManifestSigner(stored.key(), stored.certificate());
    }

    /** Work with keys. */
    @FunctionalInterface
    interface Work<T>
    {
        T run() throws GeneralSecurityException, IOException;
    }
}
