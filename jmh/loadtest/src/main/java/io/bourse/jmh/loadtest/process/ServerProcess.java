// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A server in a process of its own: prints its ports, on demand the processor times of its threads, and ends with its
 * input.
 */
public final class ServerProcess implements AutoCloseable
{
    /** Begins the line that names the ports, with blanks between them. */
    public static final String READY = "READY ";
    /** Input line that makes a server collect its garbage, of those that know it. */
    public static final String COLLECT = "g";
    /** Begins the line with the bytes in the heap after a collection. */
    public static final String HEAP = "HEAP ";
    private static final long PATIENCE_SECONDS = 3_600;
    private static final List<String> SMALL_HEAP = List.of("-XX:+UseParallelGC", "-Xms1g", "-Xmx1g");

    private final JavaProcess process;
    private final List<InetSocketAddress> addresses;

    private ServerProcess(final JavaProcess process) throws IOException
    {
        this.process = process;
        addresses = Arrays.stream(process.await(READY, PATIENCE_SECONDS).substring(READY.length()).split(" "))
            .map((port) -> new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port))).toList();
    }

    /**
     * Starts a server that needs little memory, and waits until it listens.
     *
     * @param main class of it.
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
     * @return running server.
     * @throws IOException when it ends before it listens.
     */
    public static ServerProcess start(final List<String> options, final Class<?> main, final String... args)
        throws IOException
    {
        final JavaProcess process = new JavaProcess(main.getSimpleName(), options, main, args);
        try
        {
            return new ServerProcess(process);
        }
        catch (final IOException | RuntimeException ex)
        {
            process.close();
            throw ex;
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
        return process.handle();
    }

    /**
     * Processor time of each thread so far, and what else it counts.
     *
     * @return nanoseconds by thread.
     * @throws IOException when the server has ended.
     */
    public Map<String, Long> threadTimes() throws IOException
    {
        return Measurements.parse(ask("", Measurements.PREFIX)).values();
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

    private String ask(final String request, final String answer) throws IOException
    {
        process.send(request);
        return process.await(answer, PATIENCE_SECONDS);
    }

    @Override
    public void close()
    {
        process.close();
    }
}
