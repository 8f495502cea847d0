// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.process.JavaProcess;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A server in a process of its own: tells its port, on demand the processor times of its threads, and ends with its
 * input.
 */
public final class ServerProcess implements AutoCloseable
{
    /** Begins the line that names the port. */
    static final String READY = "READY ";
    private static final long END_SECONDS = 60;

    private final Process process;
    private final BufferedReader output;
    private final InetSocketAddress address;

    private ServerProcess(final Process process) throws IOException
    {
        this.process = process;
        output = process.inputReader();
        address = new InetSocketAddress(
            InetAddress.getLoopbackAddress(), Integer.parseInt(await(READY).substring(READY.length())));
    }

    static ServerProcess start(final Class<?> main, final String... args) throws IOException
    {
        final Process process = new ProcessBuilder(
            JavaProcess.command(List.of("-XX:+UseParallelGC", "-Xms1g", "-Xmx1g"), main, args))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
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
            throw new IOException("the server ended: awaited=" + prefix + " command=" + process.info().command());
        }
        return line;
    }

    /**
     * Where it listens.
     *
     * @return address on loopback.
     */
    public InetSocketAddress address()
    {
        return address;
    }

    /**
     * Processor time of each thread so far, and what else it counts.
     *
     * @return nanoseconds by thread.
     * @throws IOException when the server has ended.
     */
    public Map<String, Long> threadTimes() throws IOException
    {
        process.outputWriter().write('\n');
        process.outputWriter().flush();
        return ThreadTimes.parse(await("THREADS "));
    }

    @Override
    public void close()
    {
        try
        {
            process.outputWriter().close();
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS))
            {
                process.destroyForcibly();
            }
        }
        catch (final IOException ex)
        {
            process.destroyForcibly();
        }
        catch (final InterruptedException ex)
        {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
