// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * What a source says, as text.
 */
final class Actions
{
    private Actions()
    {
    }

    /** Reads a source to its end and closes it. */
    static List<String> all(final OrderSource source)
    {
        try (source)
        {
            final List<String> lines = new ArrayList<>();
            final OrderAction action = new OrderAction();
            while (source.next(action))
            {
                lines.add(text(action));
            }
            return lines;
        }
    }

    /** Fields that the kind of an action does not use hold whatever the one before left there: they are not shown. */
    static String text(final OrderAction action)
    {
        return switch (action.kind)
        {
            case NEW -> "NEW " + action.key + (action.buy ? " buy " : " sell ") + action.qtyLots + "@" +
                action.priceE5 + (action.immediate ? " IOC" : "") + " account=" + action.account;
            case CANCEL -> "CANCEL " + action.key;
            case REDUCE -> "REDUCE " + action.key + " by " + action.qtyLots;
            case REPLACE -> "REPLACE " + action.key + " to " + action.qtyLots + "@" + action.priceE5;
            case PHASE -> "PHASE " + action.phase;
        };
    }

    static Path zip(final Path file, final Map<String, String> entries) throws IOException
    {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file)))
        {
            for (final Map.Entry<String, String> entry : entries.entrySet())
            {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue().getBytes(StandardCharsets.US_ASCII));
                out.closeEntry();
            }
        }
        return file;
    }
}
