// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.file.Digests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

class CsvReaderTest
{
    private static final int LONGEST = 64 * 1024;
    private static final String HEADER = "name;amount\n";

    /** However many bytes come at a time, and wherever a line ends in what was read. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 4_096, LONGEST, LONGEST + 1, 1 << 20})
    void shouldReadEveryLineWhateverComesAtATime(final int most) throws IOException
    {
        final List<List<String>> rows = new ArrayList<>();
        final StringBuilder text = new StringBuilder(HEADER);
        for (int i = 0; i < 300; i++)
        {
            rows.add(List.of("x".repeat(i * 7 % 1_000), "0.0" + i % 10));
        }
        rows.add(List.of("y".repeat(LONGEST - ";1.00".length()), "1.00"));
        rows.add(List.of("", "2.00"));
        rows.forEach(row -> text.append(String.join(";", row)).append('\n'));
        final String sha256 = Digests.sha256Of(text.toString().getBytes(StandardCharsets.UTF_8));

        final List<List<String>> read = new ArrayList<>();
        final CsvReader.Summary summary = read(text + "#302;16.50;" + sha256 + '\n', most, read);

        assertEquals(rows, read);
        assertEquals(302, summary.rows());
        assertTrue(summary.isConsistent(), summary::toString);
    }

    @Test
    void shouldRefuseWhatHasNotTheFormOfAReport()
    {
        assertRefused("file has no header", "");
        assertRefused("file ends within a line", HEADER + "a;1");
        assertRefused("file ends without its last line: rows=1", HEADER + "a;1\n");
        assertRefused("line is too long: maxLength=" + LONGEST, HEADER + "x".repeat(LONGEST + 1) + "\n");
        assertRefused("last line is not #rows;sum;sha256 or not the last: rows=0", HEADER + "#0;0.00;00\n\n");
        assertRefused("last line is not #rows;sum;sha256 or not the last: rows=0", HEADER + "#0;0.00;00\na");
    }

    private static void assertRefused(final String message, final String text)
    {
        assertEquals(message,
            assertThrows(IOException.class, () -> read(text, 5, new ArrayList<>())).getMessage());
    }

    private static CsvReader.Summary read(final String text, final int most, final List<List<String>> rows)
        throws IOException
    {
        return CsvReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))
        {
            @Override
            public int read(final byte[] bytes, final int offset, final int length)
            {
                return super.read(bytes, offset, Math.min(length, most));
            }
        }, "amount", rows::add);
    }
}
