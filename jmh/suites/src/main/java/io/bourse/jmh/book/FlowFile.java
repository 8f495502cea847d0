// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.book;

import io.bourse.jmh.loadtest.process.JavaProcess;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A flow on disk. It is made by a process of its own, because making it runs a plain book with another listener, and a
 * measured JVM must only ever see what it measures.
 */
final class FlowFile
{
    private static final int BUFFER_LENGTH = 1 << 20;

    private FlowFile()
    {
    }

    /** Contents of a file: messages before the flow, the flow, and the checksum of what a book says about the flow. */
    record Contents(Messages preparation, Messages messages, long orders, long checksum)
    {
    }

    /**
     * Makes a flow and writes it.
     *
     * @param args file, name of the flow and seed.
     * @throws IOException when it cannot be written.
     */
    public static void main(final String[] args) throws IOException
    {
        final FlowGenerator generator = new FlowGenerator(Flow.valueOf(args[1]), Long.parseLong(args[2]));
        try (DataOutputStream out = new DataOutputStream(
            new BufferedOutputStream(Files.newOutputStream(Path.of(args[0])), BUFFER_LENGTH)))
        {
            generator.preparation().write(out);
            generator.messages().write(out);
            out.writeLong(generator.orders());
            out.writeLong(generator.checksum());
        }
        System.out.printf("%-10s %s%n", args[1], generator.summary());
    }

    /**
     * Makes a flow in another process.
     *
     * @param file to write.
     * @param flow which one.
     * @param seed of everything in it.
     */
    static void make(final Path file, final Flow flow, final long seed)
    {
        try
        {
            final JavaProcess.Ended ended = JavaProcess.run("flow", List.of("-Xmx1g"), FlowFile.class,
                file.toString(), flow.name(), Long.toString(seed));
            System.out.print(ended.output());
            if (0 != ended.exitCode())
            {
                throw ended.failure();
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("flow was not made: file=" + file, ex);
        }
    }

    /**
     * Reads a flow.
     *
     * @param file that {@link #make} wrote.
     * @return what is in it.
     */
    static Contents read(final Path file)
    {
        try (DataInputStream in = new DataInputStream(
            new BufferedInputStream(Files.newInputStream(file), BUFFER_LENGTH)))
        {
            return new Contents(Messages.read(in), Messages.read(in), in.readLong(), in.readLong());
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("flow cannot be read: file=" + file, ex);
        }
    }
}
