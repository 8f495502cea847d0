// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;

import javax.security.auth.x500.X500Principal;

/**
 * The keys directory: {@code clearing.p12} with the demo authority and the signing key, {@code keystore.password} made
 * at random beside it, and {@code authority.crt}, the trust anchor, a copy of which is given to members. Directory and
 * files are for the owner only. Made at the first start, used from then on.
 */
public final class ClearingKeys
{
    /** Keys and certificates. */
    public static final String KEYSTORE_NAME = "clearing.p12";
    /** Password of the keys. */
    public static final String PASSWORD_NAME = "keystore.password";
    /** Certificate of the authority, PEM. */
    public static final String AUTHORITY_NAME = "authority.crt";

    private static final String LOCK_NAME = ".lock";
    private static final String AUTHORITY_ALIAS = "authority";
    private static final String SIGNER_ALIAS = "signer";
    private static final String STORE_TYPE = "PKCS12";
    private static final X500Principal AUTHORITY = new X500Principal("CN=Bourse demo authority, O=Bourse");
    private static final X500Principal SIGNER = new X500Principal("CN=Bourse clearing, O=Bourse");
    private static final Set<PosixFilePermission> OWNER_DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OWNER_FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> OTHERS = EnumSet.complementOf(EnumSet.of(
        PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE));
    private static final Object JVM_LOCK = new Object();

    private final ManifestSigner signer;
    private final X509Certificate authority;

    private ClearingKeys(final ManifestSigner signer, final X509Certificate authority)
    {
        this.signer = signer;
        this.authority = authority;
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
        if (!Files.isDirectory(directory))
        {
            Files.createDirectories(directory.toAbsolutePath().getParent());
            Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWNER_DIRECTORY));
        }
        requireOwnerOnly(directory);
        try
        {
            synchronized (JVM_LOCK)
            {
                // Intraday and evening services may start at the same moment: only one of them makes the keys.
                try (FileChannel lockFile = openOwnerOnly(directory.resolve(LOCK_NAME)))
                {
                    lockFile.lock();
                    if (!Files.exists(directory.resolve(KEYSTORE_NAME)))
                    {
                        create(directory);
                    }
                    return load(directory);
                }
            }
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IOException("keys cannot be used: directory=" + directory, ex);
        }
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
     * Signs manifests.
     *
     * @return signer.
     */
    public ManifestSigner signer()
    {
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

    private static void create(final Path directory) throws GeneralSecurityException, IOException
    {
        final byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        final String password = HexFormat.of().formatHex(random);
        final KeyPair authorityKeys = CertificateIssuer.newKeyPair();
        final KeyPair signerKeys = CertificateIssuer.newKeyPair();
        final X509Certificate authority = CertificateIssuer.issue(AUTHORITY, authorityKeys, AUTHORITY, authorityKeys);
        final X509Certificate signer = CertificateIssuer.issue(SIGNER, signerKeys, AUTHORITY, authorityKeys);
        final KeyStore store = KeyStore.getInstance(STORE_TYPE);
        store.load(null, null);
        final char[] secret = password.toCharArray();
        store.setKeyEntry(AUTHORITY_ALIAS, authorityKeys.getPrivate(), secret, new Certificate[]{authority});
        store.setKeyEntry(SIGNER_ALIAS, signerKeys.getPrivate(), secret, new Certificate[]{signer, authority});
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        store.store(bytes, secret);
        // The key store comes last: it is what says that the directory is complete.
        writeOwnerOnly(directory.resolve(PASSWORD_NAME), password.getBytes(StandardCharsets.US_ASCII));
        writeOwnerOnly(directory.resolve(AUTHORITY_NAME), pem(authority));
        writeOwnerOnly(directory.resolve(KEYSTORE_NAME), bytes.toByteArray());
        // Before anything is signed: keys lost with the power would be made anew, and nobody would trust the old ones.
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ))
        {
            channel.force(true);
        }
    }

    private static ClearingKeys load(final Path directory) throws GeneralSecurityException, IOException
    {
        requireOwnerOnly(directory.resolve(KEYSTORE_NAME));
        requireOwnerOnly(directory.resolve(PASSWORD_NAME));
        final char[] secret =
            Files.readString(directory.resolve(PASSWORD_NAME), StandardCharsets.US_ASCII).strip().toCharArray();
        final KeyStore store = KeyStore.getInstance(STORE_TYPE);
        store.load(new ByteArrayInputStream(Files.readAllBytes(directory.resolve(KEYSTORE_NAME))), secret);
        final PrivateKey key = (PrivateKey)store.getKey(SIGNER_ALIAS, secret);
        final X509Certificate signer = (X509Certificate)store.getCertificate(SIGNER_ALIAS);
        final X509Certificate authority = (X509Certificate)store.getCertificate(AUTHORITY_ALIAS);
        if (null == key || null == signer || null == authority)
        {
            throw new IOException("key store lacks an entry: file=" + directory.resolve(KEYSTORE_NAME) +
                " wanted=" + SIGNER_ALIAS + "," + AUTHORITY_ALIAS);
        }
        return new ClearingKeys(new ManifestSigner(key, signer), authority);
    }

    private static byte[] pem(final X509Certificate certificate) throws CertificateException
    {
        final String base64 = Base64.getMimeEncoder(64, new byte[]{'\n'}).encodeToString(certificate.getEncoded());
        return ("-----BEGIN CERTIFICATE-----\n" + base64 + "\n-----END CERTIFICATE-----\n")
            .getBytes(StandardCharsets.US_ASCII);
    }

    private static void requireOwnerOnly(final Path path) throws IOException
    {
        final Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        if (permissions.stream().anyMatch(OTHERS::contains))
        {
            throw new IOException("keys must be for their owner only, take the rights of others away: path=" + path +
                " permissions=" + PosixFilePermissions.toString(permissions));
        }
    }

    private static FileChannel openOwnerOnly(final Path file) throws IOException
    {
        return FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(OWNER_FILE));
    }

    private static void writeOwnerOnly(final Path file, final byte[] bytes) throws IOException
    {
        final Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        Files.deleteIfExists(temporary);
        try (FileChannel channel = openOwnerOnly(temporary))
        {
            final ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining())
            {
                channel.write(buffer);
            }
            channel.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
