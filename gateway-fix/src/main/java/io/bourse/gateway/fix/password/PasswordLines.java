// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The text of a password file: a first line that names the format, then one line a login, ascending, its fields
 * separated by one space: name, algorithm, iterations, salt, hash, time of the change, {@code current} or
 * {@code must-change}.
 */
final class PasswordLines
{
    /** Names of FIX logins. */
    static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,20}");
    private static final String TITLE = "# Bourse FIX passwords, version 1: written by bourse fix-password";
    private static final String ALGORITHM = "pbkdf2-hmac-sha256";
    private static final String CURRENT = "current";
    private static final String MUST_CHANGE = "must-change";
    private static final int FIELDS = 7;

    private PasswordLines()
    {
    }

    static String write(final Map<String, PasswordEntry> entries)
    {
        final StringBuilder text = new StringBuilder(TITLE).append('\n');
        for (final PasswordEntry entry : new TreeMap<>(entries).values())
        {
            text.append(entry.name()).append(' ')
                .append(ALGORITHM).append(' ')
                .append(entry.hash().iterations()).append(' ')
                .append(entry.hash().saltText()).append(' ')
                .append(entry.hash().hashText()).append(' ')
                .append(entry.changed()).append(' ')
                .append(entry.mustChange() ? MUST_CHANGE : CURRENT).append('\n');
        }
        return text.toString();
    }

    /**
     * Reads a whole file.
     *
     * @param file for the message.
     * @return entries by name.
     * @throws PasswordFileException naming file and line.
     */
    static Map<String, PasswordEntry> read(final List<String> lines, final Object file)
    {
        if (lines.isEmpty() || !TITLE.equals(lines.get(0)))
        {
            throw damaged(file, 1, "its first line must be that of a password file");
        }
        final Map<String, PasswordEntry> entries = new TreeMap<>();
        for (int i = 1; i < lines.size(); i++)
        {
            final PasswordEntry entry = entry(lines.get(i), file, i + 1);
            if (null != entries.put(entry.name(), entry))
            {
                throw damaged(file, i + 1, "a login can have one password only");
            }
        }
        return entries;
    }

    private static PasswordEntry entry(final String line, final Object file, final int number)
    {
        final String[] fields = line.split(" ", -1);
        if (FIELDS != fields.length || !NAME.matcher(fields[0]).matches() || !ALGORITHM.equals(fields[1]))
        {
            throw damaged(file, number, "it is no line of a password file");
        }
        final boolean mustChange = MUST_CHANGE.equals(fields[6]);
        if (!mustChange && !CURRENT.equals(fields[6]))
        {
            throw damaged(file, number, "it must end with " + CURRENT + " or " + MUST_CHANGE);
        }
        try
        {
            return new PasswordEntry(fields[0], new PasswordHash(Integer.parseInt(fields[2]),
                Base64.getDecoder().decode(fields[3]), Base64.getDecoder().decode(fields[4])),
                Instant.parse(fields[5]), mustChange);
        }
        catch (final IllegalArgumentException | DateTimeException ex)
        {
            // Not the cause: its message repeats what stands there.
            throw damaged(file, number, "a number, salt, hash or time cannot be one");
        }
    }

    private static PasswordFileException damaged(final Object file, final int line, final String reason)
    {
        return new PasswordFileException("the password file is damaged, restore it or set the passwords anew: " +
            reason + ": file=" + file + " line=" + line);
    }
}
