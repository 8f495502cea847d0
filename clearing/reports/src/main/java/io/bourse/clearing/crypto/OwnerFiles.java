// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import io.bourse.engine.files.SecretFile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Set;

/**
 * Files that only their owner may read, written so that they are there completely or not at all.
 */
public final class OwnerFiles
{
    private static final int SECRET_LENGTH = 32;
    private static final int PEM_LINE = 64;
    private static final Set<PosixFilePermission> OWNER_FILE = PosixFilePermissions.fromString("rw-------");

    private OwnerFiles()
    {
    }

    static FileChannel open(final Path file) throws IOException
    {
        return FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
            PosixFilePermissions.asFileAttribute(OWNER_FILE));
    }

    /**
     * Writes a file that only its owner may read.
     *
     * @param file to be created or replaced.
     * @param bytes its contents.
     * @throws IOException when writing fails; the file is then as it was.
     */
    public static void write(final Path file, final byte[] bytes) throws IOException
    {
        final Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        Files.deleteIfExists(temporary);
        try (FileChannel channel = open(temporary))
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

    static void write(final Path file, final KeyStore store, final char[] secret)
        throws GeneralSecurityException, IOException
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        store.store(bytes, secret);
        write(file, bytes.toByteArray());
    }

    /** 256 random bits in hexadecimal. */
    static String newSecret()
    {
        final byte[] random = new byte[SECRET_LENGTH];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    static String readSecret(final Path file) throws IOException
    {
        return new String(SecretFile.read(file), StandardCharsets.US_ASCII).strip();
    }

    static byte[] pem(final X509Certificate certificate) throws CertificateEncodingException
    {
        return pem("CERTIFICATE", certificate.getEncoded());
    }

    static byte[] pem(final String what, final byte[] der)
    {
        final String base64 = Base64.getMimeEncoder(PEM_LINE, new byte[]{'\n'}).encodeToString(der);
        return ("-----BEGIN " + what + "-----\n" + base64 + "\n-----END " + what + "-----\n")
            .getBytes(StandardCharsets.US_ASCII);
    }
}
