// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A server in a process of its own: tells its ports, on demand the processor times of its threads, and ends with its
 * input.
 */
public final class ServerProcess implements AutoCloseable
{
    /** Begins the line that names the ports, with blanks between them. */
    public static final String READY = "READY ";
    /** What a server is told to collect its garbage, of those that know it. */
    public static final char COLLECT = 'g';
    /** Begins the line that tells the bytes in the heap after a collection. */
    public static final String HEAP = "HEAP ";
    private static final long END_SECONDS = 120;
    private static final List<String> SMALL_HEAP = List.of("-XX:+UseParallelGC", "-Xms1g", "-Xmx1g");

    private final Process process;
    private final BufferedReader output;
    private final List<InetSocketAddress> addresses;

    private ServerProcess(final Process process) throws IOException
    {
        this.process = process;
        output = process.inputReader();
        addresses = Arrays.stream(await(READY).substring(READY.length()).split(" "))
            .map((port) -> new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port))).toList();
    }

    /**
     * Starts a server that needs little memory, and waits until it listens.
     *
     * @param main class of it.
     * @param args of it.
     * @return running server.
     * @throws IOException when it ends before it listens.
     */
    public static ServerProcess start(final Class<?> main, final String... args) throws IOException
    {
        return start(SMALL_HEAP, main, args);
    }

    /**
     * Starts a server and waits until it listens.
     *
     * @param options of its JVM.
     * @param main class of it.
     * @param args of it.
     * @return running server.
     * @throws IOException when it ends before it listens.
     */
    public static ServerProcess start(final List<String> options, final Class<?> main, final String... args)
        throws IOException
    {
        final Process process = JavaProcess.start(options, main, args);
        try
        {
            return new ServerProcess(process);
        }
        catch (final IOException | RuntimeException ex)
        {
            process.destroyForcibly();
            throw ex;
        }
    }

    private String await(final String prefix) throws IOException
    {
        String line = output.readLine();
        while (null != line && !line.startsWith(prefix))
        {
            line = output.readLine();
        }
        if (null == line)
        {
            throw new IOException("the server ended; what it said of that is on the standard error: awaited=" +
                prefix.strip() + " exitStatus=" + exitStatus());
        }
        return line;
    }

    /** Its output has ended, so it is about to. */
    private String exitStatus()
    {
        try
        {
            return process.waitFor(END_SECONDS, TimeUnit.SECONDS) ? Integer.toString(process.exitValue()) : "none";
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }

    /**
     * Where it listens.
     *
     * @return address on loopback.
     */
    public InetSocketAddress address()
    {
        return address(0);
    }

    /**
     * Where it listens.
     *
     * @param index of the port in the line with which it said so.
     * @return address on loopback.
     */
    public InetSocketAddress address(final int index)
    {
        return addresses.get(index);
    }

    /**
     * The process itself.
     *
     * @return handle of it.
     */
    public ProcessHandle handle()
    {
        return process.toHandle();
    }

    /**
     * Processor time of each thread so far, and what else it counts.
     *
     * @return nanoseconds by thread.
     * @throws IOException when the server has ended.
     */
    public Map<String, Long> threadTimes() throws IOException
    {
        return ThreadTimes.parse(ask('\n', "THREADS "));
    }

    /**
     * Has it collect its garbage.
     *
     * @return bytes in its heap afterwards.
     * @throws IOException when the server has ended.
     */
    public long heapAfterCollection() throws IOException
    {
        return Long.parseLong(ask(COLLECT, HEAP).substring(HEAP.length()));
    }

    private String ask(final char request, final String answer) throws IOException
    {
        process.outputWriter().write(request);
        process.outputWriter().flush();
        return await(answer);
    }

    @Override
    public void close()
    {
        JavaProcess.end(process, END_SECONDS);
    }
}
