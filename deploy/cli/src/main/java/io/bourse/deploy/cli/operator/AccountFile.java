// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.engine.client.operator.AccountSpec;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/**
 * A file of client registers: a code a line, with the client after a comma if it has one; a first line that begins with
 * {@code account} names the columns. Millions of lines are read as they are asked for, packed if the name ends in gz.
 */
final class AccountFile implements AutoCloseable
{
    private static final String HEADER = "account";
    private static final int CODE_LENGTH = 7;
    private static final int BUFFER_LENGTH = 1 << 16;

    private final Path file;
    private final BufferedReader reader;
    private long lineNumber;

    AccountFile(final Path file) throws IOException
    {
        this.file = file;
        final InputStream bytes = Files.newInputStream(file);
        reader = new BufferedReader(new InputStreamReader(
            file.toString().endsWith(".gz") ? new GZIPInputStream(bytes, BUFFER_LENGTH) : bytes,
            StandardCharsets.US_ASCII), BUFFER_LENGTH);
    }

    /**
     * The registers of the lines, once.
     *
     * @return registers; the next one is an {@link IllegalArgumentException} naming its line, when that is wrong.
     */
    Iterator<AccountSpec> accounts()
    {
        return reader.lines().map(this::account).filter(Objects::nonNull).iterator();
    }

    private AccountSpec account(final String text)
    {
        lineNumber++;
        if (text.isBlank() || 1 == lineNumber && text.startsWith(HEADER))
        {
            return null;
        }
        final String line = text.trim();
        final int comma = line.indexOf(',');
        final String code = comma < 0 ? line : line.substring(0, comma).trim();
        if (CODE_LENGTH != code.length() || !code.chars().allMatch(c -> c > ' ' && c <= '~'))
        {
            throw wrong("a register has seven characters", line);
        }
        try
        {
            final long clientId = comma < 0 ? 0 : Long.parseLong(line.substring(comma + 1).trim());
            if (clientId < 0)
            {
                throw wrong("a client has a number from 0", line);
            }
            return new AccountSpec(code, clientId);
        }
        catch (final NumberFormatException ex)
        {
            throw wrong("a client has a number", line);
        }
    }

    private IllegalArgumentException wrong(final String rule, final String line)
    {
        return new IllegalArgumentException(
            rule + ", nothing was loaded: file=" + file + " line=" + lineNumber + " text=" + line);
    }

    @Override
    public void close() throws IOException
    {
        reader.close();
    }
}
