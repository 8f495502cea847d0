// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * SHA-256 as every Java platform has it.
 */
public final class Digests
{
    private static final int CHUNK = 64 * 1024;

    private Digests()
    {
    }

    /**
     * A new digest.
     *
     * @return SHA-256.
     */
    public static MessageDigest sha256()
    {
        try
        {
            return MessageDigest.getInstance("SHA-256");
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new IllegalStateException("this Java platform has no SHA-256", ex);
        }
    }

    /**
     * Digest of a file.
     *
     * @param file to be read.
     * @return lower-case hexadecimal.
     * @throws IOException when reading fails.
     */
    public static String sha256Of(final Path file) throws IOException
    {
        return of(file, sha256());
    }

    /**
     * Another digest of a file.
     *
     * @param file to be read.
     * @param digest new; used up.
     * @return lower-case hexadecimal.
     * @throws IOException when reading fails.
     */
    public static String of(final Path file, final MessageDigest digest) throws IOException
    {
        final byte[] chunk = new byte[CHUNK];
        try (InputStream in = Files.newInputStream(file))
        {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk))
            {
                digest.update(chunk, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /**
     * Digest of bytes.
     *
     * @param bytes to be digested.
     * @return lower-case hexadecimal.
     */
    public static String sha256Of(final byte[] bytes)
    {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }
}
