// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.DurableFile;
import io.bourse.engine.files.OwnDirectory;
import io.bourse.engine.files.SecretFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import javax.security.auth.x500.X500Principal;

/**
 * The keys directory of a venue: {@code clearing.p12} with the signing key and the certificate of the authority,
 * {@code keystore.password} beside it, {@code authority.crt}, the trust anchor, a copy of which is given to members
 * together with the subject of {@code signer.crt} ({@link TrustedSigner}), {@code authority.crl}, what the authority
 * has revoked, signing keys of other profiles than ECDSA ({@code signer-rsa.p12}, {@code signer-gost.p12}), and
 * certificates of members ({@code members/}). Directory and files are for the owner only.
 *
 * <p>Operators make and change keys ({@link KeyAdministration}); a run only uses them. The authority's own key is not
 * needed here. In a directory with a file {@code demo} all keys are made at the first start or when they are first
 * needed, also those of the authority and of members.
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
    /** Certificate of the signing key, PEM. Members know its subject. */
    public static final String SIGNER_NAME = "signer.crt";
    /** Directory of the members' certificates. */
    public static final String MEMBERS_NAME = "members";
    /** What salts of clients' proofs are made from. */
    public static final String PROOF_SECRET_NAME = "proofs.secret";

    /** Says that keys are of a demo: made without being asked for, those of members too. */
    public static final String DEMO_NAME = "demo";
    /** Days before its end from which a certificate is warned of. */
    public static final int WARNING_DAYS = 30;

    static final String STORE_TYPE = "PKCS12";
    static final String SIGNER_ALIAS = "signer";
    static final String AUTHORITY_ALIAS = "authority";
    static final int HEXADECIMAL = 16;
    static final X500Principal SIGNER = new X500Principal(TrustedSigner.DEMO_NAME);
    private static final int DEMO_DAYS = 3_650;
    private static final String LOCK_NAME = ".lock";
    private static final Logger LOGGER = LoggerFactory.getLogger(ClearingKeys.class);
    private static final Object JVM_LOCK = new Object();

    private final Path directory;
    private final X509Certificate authority;
    private final byte[] proofSecret;
    private final Map<CryptoProfile, ManifestSigner> signers = new EnumMap<>(CryptoProfile.class);
    /** Certificates that the authority was found to have issued. */
    private final Set<X509Certificate> issued = new HashSet<>();
    private Revocations revocations;
    private Object revocationsVersion;

    private ClearingKeys(
        final Path directory,
        final X509Certificate authority,
        final byte[] proofSecret)
    {
        this.directory = directory;
        this.authority = authority;
        this.proofSecret = proofSecret;
    }

    /**
     * Opens the keys directory. No key is made in it unless it is that of a demo ({@link #allowDemo}).
     *
     * @param directory of the keys.
     * @return keys; of a demo they make those of members when they are first needed.
     * @throws PreconditionException when there are no keys.
     * @throws IOException when files cannot be read, or when others than the owner may read them.
     */
    public static ClearingKeys open(final Path directory) throws IOException
    {
        if (!areThere(directory) && !isDemo(directory))
        {
            throw new PreconditionException("there are no keys of clearing; make them once with `bourse keys init " +
                "--keys " + directory + "`, or bring back those of the venue: missing=" +
                directory.resolve(KEYSTORE_NAME));
        }
        OwnDirectory.make(directory);
        return locked(directory, () ->
        {
            if (!areThere(directory))
            {
                createDemo(directory);
            }
            if (!Files.exists(directory.resolve(PROOF_SECRET_NAME)))
            {
                writeProofSecret(directory);
            }
            return load(directory);
        });
    }

    /**
     * Says that keys may be made without being asked for, those of members too.
     *
     * @param directory of the keys; created for the owner only if absent.
     * @throws IOException when it cannot be written, or others than the owner may use it.
     */
    public static void allowDemo(final Path directory) throws IOException
    {
        if (!isDemo(directory))
        {
            OwnDirectory.make(directory);
            OwnerFiles.write(directory.resolve(DEMO_NAME),
                "keys of a demo, members' private keys too; for nothing else\n"
                .getBytes(StandardCharsets.US_ASCII));
        }
    }

    /**
     * Opens the keys directory of a demo, which need not be there.
     *
     * @param directory of the keys.
     * @return keys.
     * @throws IOException when files cannot be read or made, or when others than the owner may read them.
     */
    public static ClearingKeys openDemo(final Path directory) throws IOException
    {
        allowDemo(directory);
        return open(directory);
    }

    /**
     * Whether a directory has keys, of whatever kind.
     *
     * @param directory of the keys.
     * @return true when it has.
     */
    public static boolean areThere(final Path directory)
    {
        return Files.exists(directory.resolve(KEYSTORE_NAME));
    }

    /**
     * Whether the keys of a directory are those of a demo.
     *
     * @param directory of the keys.
     * @return true when they are.
     */
    public static boolean isDemo(final Path directory)
    {
        return Files.exists(directory.resolve(DEMO_NAME));
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
     * Signs what is for members of a profile. In a demo the key is made when it is first needed.
     *
     * @param profile of the member.
     * @return signer.
     * @throws PreconditionException when there is no such key outside a demo.
     * @throws IOException when it cannot be read or made.
     */
    public synchronized ManifestSigner signer(final CryptoProfile profile) throws IOException
    {
        final ManifestSigner known = signers.get(profile);
        if (null != known)
        {
            return known;
        }
        final ManifestSigner signer = locked(directory, () -> signerOf(profile)).checkedBy(this::requireGood);
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
     * @return authority, name of the one that signs, and what is revoked now.
     * @throws IOException when the list of revocations cannot be read.
     */
    public TrustedSigner trustedSigner() throws IOException
    {
        return new TrustedSigner(authority, signer().certificate().getSubjectX500Principal(), revocations());
    }

    /** What the authority has revoked up to now; read again when the list was replaced. */
    synchronized Revocations revocations() throws IOException
    {
        final Path file = directory.resolve(Revocations.FILE_NAME);
        final Object version = Files.exists(file) ? versionOf(file) : null;
        if (null == revocations || !Objects.equals(version, revocationsVersion))
        {
            revocations = Revocations.readIfPresent(file, authority);
            revocationsVersion = version;
        }
        return revocations;
    }

    /** A list is replaced by another file. */
    private static Object versionOf(final Path file) throws IOException
    {
        final BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return List.of(String.valueOf(attributes.fileKey()), attributes.lastModifiedTime(), attributes.size());
    }

    /**
     * Makes sure that all signing keys that are there may sign now, and warns of those that soon may not.
     *
     * @throws PreconditionException when a certificate is not good now: expired, too young, revoked, of another
     *     authority or not for signing.
     * @throws IOException when a key or the list of revocations cannot be read.
     */
    public void requireUsable() throws IOException
    {
        warnBeforeEnd(authority);
        for (final CryptoProfile profile : CryptoProfile.values())
        {
            if (isStored(profile))
            {
                final X509Certificate certificate = signer(profile).certificate();
                requireGood(certificate);
                warnBeforeEnd(certificate);
            }
        }
        if (!isDemo() && Authority.isBeside(directory))
        {
            LOGGER.warn("the key of the authority lies beside the signing keys: a person who can sign can also " +
                "certify; move it away with `bourse keys init`: directory={}", directory);
        }
    }

    boolean isStored(final CryptoProfile profile) throws IOException
    {
        return CryptoProfile.ECDSA == profile || Files.exists(storeOf(directory, profile)) ||
            null != inTokenOrNull(directory, entryOf(profile));
    }

    /** Before each signature: a key that was revoked meanwhile signs nothing more. */
    private void requireGood(final X509Certificate certificate) throws IOException
    {
        final String wrong = wrongOrNull(certificate);
        if (null != wrong)
        {
            throw new PreconditionException("the certificate of a signing key is not good now, nothing is signed with" +
                " it; make another key with `bourse keys rotate` (of the authority: bring its new certificate): " +
                wrong + " subject=\"" + certificate.getSubjectX500Principal().getName() + "\" serial=" +
                certificate.getSerialNumber().toString(HEXADECIMAL) + " from=" +
                certificate.getNotBefore().toInstant() + " to=" + certificate.getNotAfter().toInstant() +
                " directory=" + directory);
        }
    }

    private String wrongOrNull(final X509Certificate certificate) throws IOException
    {
        final String revoked = revocations().reasonOrNull(certificate);
        if (null != revoked)
        {
            return revoked;
        }
        final boolean[] usage = certificate.getKeyUsage();
        if (null == usage || !usage[0])
        {
            return "keyUsage=none-for-signatures";
        }
        try
        {
            authority.checkValidity();
            certificate.checkValidity();
            synchronized (this)
            {
                if (!issued.contains(certificate))
                {
                    SignatureVerifier.requireIssued(certificate, null, authority);
                    issued.add(certificate);
                }
            }
            return null;
        }
        catch (final GeneralSecurityException ex)
        {
            return "reason=\"" + ex.getMessage() + "\"";
        }
    }

    private void warnBeforeEnd(final X509Certificate certificate)
    {
        final Instant end = certificate.getNotAfter().toInstant();
        if (isEnding(certificate))
        {
            LOGGER.warn("a certificate of clearing ends soon; a signing key is replaced with `bourse keys rotate`: " +
                "subject=\"{}\" serial={} to={} directory={}", certificate.getSubjectX500Principal().getName(),
                certificate.getSerialNumber().toString(HEXADECIMAL), end, directory);
        }
    }

    /**
     * Whether a certificate ends within {@link #WARNING_DAYS} days, or has ended.
     *
     * @param certificate to look at.
     * @return true when it does.
     */
    public static boolean isEnding(final X509Certificate certificate)
    {
        return certificate.getNotAfter().toInstant().isBefore(Instant.now().plus(WARNING_DAYS, ChronoUnit.DAYS));
    }

    boolean isDemo()
    {
        return isDemo(directory);
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

    /** Certifies a key by the authority of a demo. */
    X509Certificate issue(final X500Principal subject, final KeyPair keys, final CertificateIssuer.Use use)
        throws GeneralSecurityException, IOException
    {
        return Authority.openBeside(directory).issue(subject, keys.getPublic(), use, DEMO_DAYS);
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

    private static void createDemo(final Path directory) throws GeneralSecurityException, IOException
    {
        final Authority authority = Authority.generate(Authority.DEMO_SUBJECT, DEMO_DAYS);
        final KeyPair signerKeys = CryptoProfile.ECDSA.newKeyPair();
        final X509Certificate signer =
            authority.issue(SIGNER, signerKeys.getPublic(), CertificateIssuer.Use.SIGNATURE, DEMO_DAYS);
        final KeyStore store = KeyStore.getInstance(STORE_TYPE);
        store.load(null, null);
        final String password = OwnerFiles.newSecret();
        store.setKeyEntry(AUTHORITY_ALIAS, authority.key(), password.toCharArray(),
            new Certificate[]{authority.certificate()});
        store.setKeyEntry(SIGNER_ALIAS, signerKeys.getPrivate(), password.toCharArray(),
            new Certificate[]{signer, authority.certificate()});
        write(directory, authority.certificate(), store, password);
    }

    /** The key store comes last: it is what says that the directory is complete. */
    static void write(
        final Path directory, final X509Certificate authority, final KeyStore store, final String password)
        throws GeneralSecurityException, IOException
    {
        if (!Files.exists(directory.resolve(PROOF_SECRET_NAME)))
        {
            writeProofSecret(directory);
        }
        OwnerFiles.write(directory.resolve(PASSWORD_NAME), password.getBytes(StandardCharsets.US_ASCII));
        OwnerFiles.write(directory.resolve(AUTHORITY_NAME), OwnerFiles.pem(authority));
        OwnerFiles.write(directory.resolve(KEYSTORE_NAME), store, password.toCharArray());
        // Before anything is signed: keys that are lost when the power fails would be made again, and no member would
        // trust signatures of the lost ones.
        DurableFile.syncDirectory(directory);
    }

    static void writeProofSecret(final Path directory) throws IOException
    {
        OwnerFiles.write(
            directory.resolve(PROOF_SECRET_NAME), OwnerFiles.newSecret().getBytes(StandardCharsets.US_ASCII));
        DurableFile.syncDirectory(directory);
    }

    static KeyStore readStore(final Path directory) throws GeneralSecurityException, IOException
    {
        final KeyStore store = KeyStore.getInstance(STORE_TYPE);
        store.load(new ByteArrayInputStream(SecretFile.read(directory.resolve(KEYSTORE_NAME))), secret(directory));
        return store;
    }

    static char[] secret(final Path directory) throws IOException
    {
        return OwnerFiles.readSecret(directory.resolve(PASSWORD_NAME)).toCharArray();
    }

    private static ClearingKeys load(final Path directory) throws GeneralSecurityException, IOException
    {
        final Path file = directory.resolve(KEYSTORE_NAME);
        final KeyStore store = readStore(directory);
        final X509Certificate authority = (X509Certificate)store.getCertificate(AUTHORITY_ALIAS);
        if (null == authority)
        {
            throw new IOException("key store lacks an entry: file=" + file + " wanted=" + AUTHORITY_ALIAS);
        }
        final ClearingKeys keys = new ClearingKeys(directory, authority,
            HexFormat.of().parseHex(OwnerFiles.readSecret(directory.resolve(PROOF_SECRET_NAME))));
        final ManifestSigner inToken = inTokenOrNull(directory, SIGNER_ALIAS);
        final ManifestSigner signer = null != inToken ? inToken : stored(file, store, secret(directory));
        keys.signers.put(CryptoProfile.ECDSA, signer.checkedBy(keys::requireGood));
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
        final ManifestSigner inToken = inTokenOrNull(directory, entryOf(profile));
        if (null != inToken)
        {
            return inToken;
        }
        final Path file = storeOf(directory, profile);
        final char[] secret = secret(directory);
        if (!Files.exists(file))
        {
            if (!isDemo())
            {
                throw new PreconditionException("there is no signing key of this profile, make it with `bourse keys " +
                    "rotate --profile " + profile.label() + "`: missing=" + file);
            }
            final KeyPair keys = profile.newKeyPair();
            final X509Certificate certificate = issue(SIGNER, keys, CertificateIssuer.Use.SIGNATURE);
            OwnerFiles.write(file, RecipientKey.store(SIGNER_ALIAS, keys, certificate, secret), secret);
            DurableFile.syncDirectory(directory);
        }
        final RecipientKey stored = RecipientKey.read(file, secret);
        return new ManifestSigner(stored.key(), stored.certificate());
    }

    /** Key store of another profile than ECDSA. */
    static Path storeOf(final Path directory, final CryptoProfile profile)
    {
        return directory.resolve(entryOf(profile) + ".p12");
    }

    /** Name of the signing key of a profile in a token, and of its key store. */
    static String entryOf(final CryptoProfile profile)
    {
        return CryptoProfile.ECDSA == profile ? SIGNER_ALIAS : SIGNER_ALIAS + "-" + profile.label();
    }

    /** Work with keys. */
    @FunctionalInterface
    interface Work<T>
    {
        T run() throws GeneralSecurityException, IOException;
    }
}
