// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import io.bourse.clearing.file.UnsyncedFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The largest file is written by two threads, and is the same. */
@Timeout(60)
class ReportFileWriterTest
{
    private static final RunHeader RUN = new RunHeader(2_026_112_102L, "E", 5, 20_261_121, 1);

    @TempDir
    private Path root;

    @Test
    void shouldWriteTheSameBytesByTwoThreads() throws IOException
    {
        final long seed = System.nanoTime();
        for (final ReportType type : new ReportType[]{ReportType.PAY, ReportType.CCX11})
        {
            final ManifestEntry one = write(type, "one", seed, false);
            assertEquals(one, write(type, "two", seed, true), "seed=" + seed);
            assertArrayEquals(
                Files.readAllBytes(root.resolve("one").resolve(one.name())),
                Files.readAllBytes(root.resolve("two").resolve(one.name())), "seed=" + seed);
            assertTrue(one.bytes() > 0);
        }
    }

    private ManifestEntry write(final ReportType type, final String name, final long seed, final boolean isLargest)
        throws IOException
    {
        final Random random = new Random(seed);
        return write(name, files -> ReportFileWriter.write(files, RUN.reportName("AA", type),
            out -> type.writer(out, RUN, "AA", null), writer ->
            {
                for (int row = 0; row < 50_000; row++)
                {
                    for (final String column : type.columnNames())
                    {
                        if (column.equals(type.sumColumn()))
                        {
                            writer.summed(random.nextInt());
                        }
                        else
                        {
                            writer.number(random.nextInt(1_000));
                        }
                    }
                    writer.endRow();
                }
            }, isLargest));
    }

    @Test
    void shouldShowAListenerTheSameLinesByAnotherThread() throws IOException
    {
        final long seed = System.nanoTime();
        final Thread here = Thread.currentThread();
        final StringBuilder one = new StringBuilder();
        final StringBuilder two = new StringBuilder();
        final ManifestEntry entry = shown("one", seed, false, (client, bytes, offset, length) ->
            one.append(client).append(new String(bytes, offset, length, StandardCharsets.UTF_8)));
        assertEquals(entry, shown("two", seed, true, (client, bytes, offset, length) ->
        {
            assertNotSame(here, Thread.currentThread());
            two.append(client).append(new String(bytes, offset, length, StandardCharsets.UTF_8));
        }), "seed=" + seed);
        assertEquals(20_000, one.toString().lines().count());
        assertEquals(one.toString(), two.toString(), "seed=" + seed);
        final IOException failure = assertThrows(IOException.class, () ->
            shown("three", seed, true, (client, bytes, offset, length) ->
            {
                throw new IOException("the listener cannot");
            }));
        assertTrue(failure.getMessage().contains("the listener cannot"), failure.getMessage());
    }

    private ManifestEntry shown(
        final String name, final long seed, final boolean isLargest, final LineListener listener) throws IOException
    {
        final Random random = new Random(seed);
        return write(name, files -> ReportFileWriter.write(files, RUN, "AA", ReportType.CLIENTS, listener,
            writer ->
            {
                for (int row = 0; row < 20_000; row++)
                {
                    writer.client('A' + random.nextInt(26)).text("x".repeat(random.nextInt(0 == row % 5_000 ?
                        300_000 : 50))).text("").number(row).endRow();
                }
            }, isLargest));
    }

    private ManifestEntry write(final String name, final Report report) throws IOException
    {
        try (UnsyncedFiles files = new UnsyncedFiles(Files.createDirectories(root.resolve(name))))
        {
            final ManifestEntry entry = report.writeTo(files);
            files.sync();
            return entry;
        }
    }

    @Test
    void shouldLeaveNoFileWhenTheRowsEndInAnError() throws IOException
    {
        assertThrows(IllegalStateException.class, () -> write(".",
            report -> ReportFileWriter.write(report, "AA_pay.csv.zst",
            out -> new CsvWriter(out, "a"), writer ->
            {
                writer.number(1).endRow();
                throw new IllegalStateException("rows are broken");
            }, true)));
        try (Stream<Path> files = Files.list(root))
        {
            assertEquals(0, files.count());
        }
    }

    @Test
    void shouldFailTheWriterWhenTheOtherThreadCannotWrite()
    {
        final OutputStream full = new OutputStream()
        {
            private int left = 3;

            @Override
            public void write(final int value) throws IOException
            {
                write(new byte[1], 0, 1);
            }

            @Override
            public void write(final byte[] bytes, final int offset, final int length) throws IOException
            {
                if (0 == left--)
                {
                    throw new IOException("no space left on device");
                }
            }
        };
        final PipeStream pipe = new PipeStream(full);
        final IOException failure = assertThrows(IOException.class, () ->
        {
            for (int i = 0; i < 1_000; i++)
            {
                pipe.write(new byte[10]);
            }
        });
        assertTrue(failure.getMessage().contains("no space left on device"), failure.getMessage());
        assertThrows(IOException.class, pipe::close);
    }

    @Test
    void shouldWriteEverythingEvenIfItsThreadIsInterrupted() throws IOException
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final PipeStream pipe = new PipeStream(bytes);
        pipe.write(new byte[]{1, 2, 3});
        Thread.currentThread().interrupt();
        pipe.close();
        assertTrue(Thread.interrupted());
        assertArrayEquals(new byte[]{1, 2, 3}, bytes.toByteArray());
    }

    @Test
    void shouldTakeASecondThreadOnlyForMoreThanAShare()
    {
        assertTrue(ReportFileWriter.isLargest(600_000, 1_000_000, 2));
        assertFalse(ReportFileWriter.isLargest(400_000, 1_000_000, 2));
        assertFalse(ReportFileWriter.isLargest(600_000, 1_000_000, 1));
        assertFalse(ReportFileWriter.isLargest(1_000, 1_000, 2));
    }

    /** Writes a report into files that are synced behind it. */
    @FunctionalInterface
    private interface Report
    {
        ManifestEntry writeTo(UnsyncedFiles files) throws IOException;
    }
}
