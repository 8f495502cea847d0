// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.quarantine;

import io.bourse.engine.files.SecretFile;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Set;

/**
 * A key in a file that only its owner may read: HMAC with SHA-256.
 */
final class StoredKey implements QuarantineKey
{
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_LENGTH = 32;
    private static final Set<PosixFilePermission> OWNER_FILE = PosixFilePermissions.fromString("rw-------");

    private final byte[] key;

    private StoredKey(final byte[] key)
    {
        this.key = key;
    }

    /**
     * Makes a key at random unless there is one.
     *
     * @param file in a directory that exists.
     * @return the key.
     * @throws IOException when the file cannot be written or read.
     */
    static StoredKey openOrCreate(final Path file) throws IOException
    {
        if (!Files.exists(file))
        {
            final byte[] key = new byte[KEY_LENGTH];
            new SecureRandom().nextBytes(key);
            try (FileChannel channel = FileChannel.open(file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(OWNER_FILE)))
            {
                channel.write(ByteBuffer.wrap(key));
                channel.force(true);
            }
        }
        return open(file);
    }

    /**
     * Reads a key.
     *
     * @return the key.
     * @throws IOException when the file cannot be read.
     */
    static StoredKey open(final Path file) throws IOException
    {
        final byte[] key = SecretFile.read(file);
        if (KEY_LENGTH != key.length)
        {
            throw new QuarantineException("the quarantine key is not whole, restore it from a copy: file=" + file +
                " length=" + key.length + " expectedLength=" + KEY_LENGTH);
        }
        return new StoredKey(key);
    }

    @Override
    public byte[] sign(final byte[] content)
    {
        try
        {
            final Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(content);
        }
        catch (final GeneralSecurityException ex)
        {
            throw new UncheckedIOException(new IOException("this Java cannot sign: algorithm=" + ALGORITHM, ex));
        }
    }
}
