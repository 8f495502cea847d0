// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.engine.client.operator.AccountSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.zip.GZIPOutputStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class AccountFileTest
{
    private static final String TEXT = "account,client\nAA01001\n\n BB01002 , 7 \nCC01003,9223372036854775807";
    private static final List<AccountSpec> REGISTERS = List.of(
        new AccountSpec("AA01001", 0), new AccountSpec("BB01002", 7), new AccountSpec("CC01003", Long.MAX_VALUE));

    @TempDir
    private Path dir;

    private Path write(final String text) throws IOException
    {
        return Files.writeString(dir.resolve("registers.csv"), text);
    }

    private static List<AccountSpec> read(final Path file) throws IOException
    {
        final List<AccountSpec> registers = new ArrayList<>();
        try (AccountFile lines = new AccountFile(file))
        {
            final Iterator<AccountSpec> accounts = lines.accounts();
            accounts.forEachRemaining(registers::add);
            assertThrows(NoSuchElementException.class, accounts::next);
        }
        return registers;
    }

    @Test
    void shouldReadRegistersWithAndWithoutClients() throws IOException
    {
        assertEquals(REGISTERS, read(write(TEXT)));
        assertEquals(REGISTERS, read(write(TEXT.substring(TEXT.indexOf('\n') + 1))), "without a header");
        assertEquals(List.of(), read(write("")));
        assertEquals(List.of(), read(write("account,client\n")));
    }

    @Test
    void shouldUnpackWhatIsPacked() throws IOException
    {
        final Path file = dir.resolve("registers.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file)))
        {
            out.write(TEXT.getBytes(StandardCharsets.US_ASCII));
        }
        assertEquals(REGISTERS, read(file));
    }

    @Test
    void shouldNameTheLineThatIsWrong() throws IOException
    {
        assertRefused("AA0100", "a register has seven characters");
        assertRefused("AA010011,1", "a register has seven characters");
        assertRefused("AA01 01,1", "a register has seven characters");
        // Only the first line names columns.
        assertRefused("account,x", "a client has a number");
        assertRefused("AA01001,-1", "a client has a number from 0");
        assertRefused("AA01001,", "a client has a number");
        assertRefused("AA01001,7,8", "a client has a number");
    }

    private void assertRefused(final String line, final String rule) throws IOException
    {
        final Path file = write("account\nZZ01001,5\n" + line + "\n");
        final IllegalArgumentException ex = assertThrows(IllegalArgumentException.class, () -> read(file));
        assertEquals(rule + ", nothing was loaded: file=" + file + " line=3 text=" + line, ex.getMessage());
    }
}
