// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.quarantine;

import io.bourse.engine.protocol.FeatureLevels;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of commands, as the schema has them. For messages to people: it reads the schema each time.
 */
public final class CommandNames
{
    private static final String SCHEMA = "bourse-engine.xml";
    private static final Pattern MESSAGE = Pattern.compile("<sbe:message name=\"(\\w+)\" id=\"(\\d+)\"");

    private CommandNames()
    {
    }

    /**
     * Name of a command.
     *
     * @return the name, or the number when the schema does not have it.
     */
    public static String of(final int templateId)
    {
        try (InputStream in = FeatureLevels.class.getResourceAsStream(SCHEMA))
        {
            final Matcher matcher = MESSAGE.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            while (matcher.find())
            {
                if (templateId == Integer.parseInt(matcher.group(2)))
                {
                    return matcher.group(1);
                }
            }
            return Integer.toString(templateId);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot read the schema: " + SCHEMA, ex);
        }
    }
}
