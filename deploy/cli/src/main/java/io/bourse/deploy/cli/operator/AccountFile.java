// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.engine.client.operator.AccountSpec;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.zip.GZIPInputStream;

/**
 * A file of client registers: a code a line, with the client behind a comma if it has one; a first line that begins
 * with {@code account} names the columns. Millions of lines are read as they are asked for, packed if the name ends
 * in gz.
 */
final class AccountFile implements Iterator<AccountSpec>, AutoCloseable
{
    private static final String HEADER = "account";
    private static final int CODE_LENGTH = 7;
    private static final int BUFFER_LENGTH = 1 << 16;

    private final Path file;
    private final BufferedReader reader;
    private long lineNumber;
    private AccountSpec next;

    AccountFile(final Path file) throws IOException
    {
        this.file = file;
        final InputStream bytes = Files.newInputStream(file);
        reader = new BufferedReader(new InputStreamReader(
            file.toString().endsWith(".gz") ? new GZIPInputStream(bytes, BUFFER_LENGTH) : bytes,
            StandardCharsets.US_ASCII), BUFFER_LENGTH);
        advance();
    }

    @Override
    public boolean hasNext()
    {
        return null != next;
    }

    /**
     * The register of the next line.
     *
     * @return register.
     * @throws IllegalArgumentException naming the line behind it, when that is wrong.
     */
    @Override
    public AccountSpec next()
    {
        if (null == next)
        {
            throw new NoSuchElementException("the file is at its end: file=" + file + " lines=" + lineNumber);
        }
        final AccountSpec account = next;
        advance();
        return account;
    }

    private void advance()
    {
        try
        {
            String line = reader.readLine();
            lineNumber++;
            while (null != line && (line.isBlank() || 1 == lineNumber && line.startsWith(HEADER)))
            {
                line = reader.readLine();
                lineNumber++;
            }
            next = null == line ? null : parse(line.trim());
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private AccountSpec parse(final String line)
    {
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
