// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file with a key or a password: only its owner can use it, and that is the user of this process.
 */
public final class SecretFile
{
    private SecretFile()
    {
    }

    /**
     * Reads a file after the check.
     *
     * @param file with a secret.
     * @return contents.
     * @throws UnsafeFileException when another user owns the file or others can use it.
     * @throws IOException when it cannot be read.
     */
    public static byte[] read(final Path file) throws IOException
    {
        require(file);
        return Files.readAllBytes(file);
    }

    /**
     * Checks a file that something else reads.
     *
     * @param file with a secret.
     * @throws UnsafeFileException when another user owns the file or others can use it.
     * @throws IOException when it cannot be looked at.
     */
    public static void require(final Path file) throws IOException
    {
        final FileStatus status = FileStatus.of(file);
        if (!status.isOwn())
        {
            throw new UnsafeFileException("the file with a secret belongs to another user, give it to the user of" +
                " this process with chown " + FileStatus.OWN_UID + " " + FileStatus.quoted(file) + ": file=" + file +
                " ownerUid=" + status.uid() + " uid=" + FileStatus.OWN_UID);
        }
        if (status.isOpenToOthers())
        {
            throw new UnsafeFileException("others than its owner can use the file with a secret, prevent that with" +
                " chmod go= " + FileStatus.quoted(file) + ": file=" + file + " mode=" + status.rights());
        }
    }
}
