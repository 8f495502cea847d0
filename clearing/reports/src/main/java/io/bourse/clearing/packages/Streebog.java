// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import io.bourse.clearing.crypto.CryptoProfile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * GOST R 34.11-2012 digests with 256 bits, which receivers with GOST keys check beside SHA-256.
 */
final class Streebog
{
    private static final int CHUNK = 64 * 1024;

    private Streebog()
    {
    }

    static String of(final Path file) throws IOException
    {
        final MessageDigest digest = CryptoProfile.newStreebog256();
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
}
