// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.bundle;

import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of files below a data directory as a stranger may see them: those that the program has chosen. Names that are
 * of sessions, firms, people or consumers are masked, up to their endings.
 */
final class FileNames
{
    private static final Pattern CHOSEN = Pattern.compile(
        "[a-z]{1,16}(?:-[a-z]{1,16}){0,3}(?:\\.[a-z]{1,10}){0,2}|" +
        "[0-9]{1,20}(?:-[0-9]{1,20})?(?:\\.[a-z]{1,10}){0,2}|" +
        "[1-9][0-9]?-[IE]|(?:security|engine|twime|fix|marketdata|market-data)-[0-9]{1,20}(?:\\.[a-z]{1,10}){0,2}|" +
        "[A-Z]{1,9}_[0-9]+(?:\\.[a-z]{1,10})?");
    private static final Pattern ENDING = Pattern.compile("\\.[a-z]{1,10}$");
    /** What is in them is named by others, or after others. */
    private static final Set<String> NAMED_BY_OTHERS = Set.of(
        "fix", "twime", "operators", "consumers", "reports", "packages", "keys", "credentials", "capture", "recovery",
        "backup", "members");

    private FileNames()
    {
    }

    static String masked(final Path relative)
    {
        final StringBuilder text = new StringBuilder();
        boolean isByOthers = false;
        for (final Path part : relative)
        {
            final String name = part.toString();
            if (name.isEmpty())
            {
                // The directory itself.
                return ".";
            }
            text.append(text.isEmpty() ? "" : "/").append(
                !isByOthers && CHOSEN.matcher(name).matches() ? name : maskedName(name));
            isByOthers |= NAMED_BY_OTHERS.contains(name);
        }
        return text.toString();
    }

    private static String maskedName(final String name)
    {
        final Matcher ending = ENDING.matcher(name);
        return Mask.MASKED + (ending.find() ? ending.group() : "");
    }
}
