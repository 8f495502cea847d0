// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.bundle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The end of a log.
 */
final class LogTail
{
    private static final int LENGTH = 512 * 1024;

    private LogTail()
    {
    }

    static String read(final Path file, final Mask mask) throws IOException
    {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ))
        {
            final long begin = Math.max(0, channel.size() - LENGTH);
            final ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
            while (bytes.hasRemaining() && channel.read(bytes, begin + bytes.position()) > 0)
            {
                continue;
            }
            final String text = StandardCharsets.ISO_8859_1.decode(bytes.flip()).toString();
            // The first line is cut off anywhere.
            return mask.messages(0 == begin ? text : text.substring(text.indexOf('\n') + 1));
        }
    }
}
