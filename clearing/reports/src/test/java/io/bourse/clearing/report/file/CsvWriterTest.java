// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.clearing.file.Digests;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Digits of the writer against those of BigDecimal, rows of any length in one piece. */
class CsvWriterTest
{
    private static final long[] EDGES = {0, 1, 9, 10, 99, 100, 99_999, 100_000, 99_999_999, 100_000_000, 123_456_789,
        9_999_999_999L, Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE + 1, Long.MIN_VALUE};

    @Test
    void shouldWriteNumbersAsDecimalArithmeticDoes() throws IOException
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final CsvWriter csv = new CsvWriter(out, "n;m;p;r;u");
        final StringBuilder expected = new StringBuilder("n;m;p;r;u\n");
        for (int i = 0; i < 20_000; i++)
        {
            final long edge = EDGES[i % EDGES.length];
            final long value = i < 2 * EDGES.length ? i < EDGES.length ? edge : -edge :
                random.nextLong() >> random.nextInt(64);
            csv.number(value).money(value).price(value).rate(value).unsigned(value).endRow();
            expected.append(value).append(';')
                .append(BigDecimal.valueOf(value, 2).toPlainString()).append(';')
                .append(BigDecimal.valueOf(value, 5).toPlainString()).append(';')
                .append(BigDecimal.valueOf(value, 6).toPlainString()).append(';')
                .append(Long.toUnsignedString(value)).append('\n');
        }
        csv.finish();
        final String body = expected.toString();
        assertEquals(body + "#20000;0.00;" + Digests.sha256Of(body.getBytes(StandardCharsets.UTF_8)) + "\n",
            out.toString(StandardCharsets.UTF_8), "seed=" + seed);
    }

    @Test
    void shouldWriteNothingThatASpreadsheetCalculates() throws IOException
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final CsvWriter csv = new CsvWriter(out, "a");
        for (final String text : List.of("=1+1", "+7", "@SUM(A1)", "-1-1", "-x", "\tx", "-", "-12.50", "-7", "a=b", ""))
        {
            csv.text(text).endRow();
        }
        csv.packed('=').endRow();
        csv.packed('-').endRow();
        csv.packed('-' | 'M' << Byte.SIZE).endRow();
        csv.number(-7).endRow();
        csv.finish();
        assertEquals(
            List.of("a", "'=1+1", "'+7", "'@SUM(A1)", "'-1-1", "'-x", "'\tx", "-", "-12.50", "-7", "a=b", "", "'=", "-",
                "'-M", "-7"),
            out.toString(StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#")).toList());
    }

    @Test
    void shouldShowRowsOfAnyLengthInOnePiece() throws IOException
    {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final StringBuilder shown = new StringBuilder("a;b\n");
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final CsvWriter csv = new CsvWriter(out, "a;b", (client, bytes, offset, length) ->
        {
            assertEquals('A', client);
            shown.append(new String(bytes, offset, length, StandardCharsets.UTF_8));
        });
        for (int i = 0; i < 2_000; i++)
        {
            csv.client('A').text("x".repeat(random.nextInt(0 == i % 100 ? 400_000 : 300))).endRow();
        }
        csv.finish();
        final String written = out.toString(StandardCharsets.UTF_8);
        assertEquals(written.substring(0, written.lastIndexOf('#')), shown.toString(), "seed=" + seed);
    }
}
