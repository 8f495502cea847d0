// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.cluster.service.Cluster;
import io.bourse.testing.DriverDirectories;
import io.bourse.testing.TestProcess;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * A member in a process of its own, to be killed.
 */
final class MemberProcess implements AutoCloseable
{
    private static final String READY = "READY ";
    private static final String LOOPBACK = "127.0.0.1";
    private static final String STATE = "STATE ";
    private static final String NONE = "none";
    private static final long SLOW_START_S = 7;
    private static final int MOST_THREADS = 64;

    private final Process process;
    private final BufferedReader reader;
    private final String aeronDirectoryName;

    private MemberProcess(final Process process, final BufferedReader reader, final String aeronDirectoryName)
    {
        this.process = process;
        this.reader = reader;
        this.aeronDirectoryName = aeronDirectoryName;
    }

    static MemberProcess start(final Path dir, final int memberCount, final int basePort, final int memberId)
        throws IOException
    {
        return start(List.of(), dir, Collections.nCopies(memberCount, LOOPBACK), basePort, memberId);
    }

    /** Starts a member where a command runs that begins with some words. */
    static MemberProcess start(
        final List<String> within, final Path dir, final List<String> hosts, final int basePort, final int memberId)
        throws IOException
    {
        final ProcessBuilder builder = TestProcess.of(MemberProcess.class, dir.toString(), String.join(",", hosts),
            Integer.toString(basePort), Integer.toString(memberId));
        builder.command().addAll(0, within);
        final Process process = builder.start();
        final BufferedReader reader =
            new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        final StringBuilder output = new StringBuilder();
        for (String line = reader.readLine(); null != line; line = reader.readLine())
        {
            if (line.startsWith(READY))
            {
                return new MemberProcess(process, reader, line.substring(READY.length()));
            }
            output.append(line).append('\n');
        }
        process.destroyForcibly();
        throw new IOException("the member process did not start: " + output);
    }

    /**
     * The process: one member, until it is killed or its standard input ends; when asked it prints its role and the end
     * of its event stream.
     */
    public static void main(final String[] args) throws IOException
    {
        final List<String> hosts = List.of(args[1].split(","));
        final int basePort = Integer.parseInt(args[2]);
        final ClusterOptionsBuilder options = TestCluster.options(
            Path.of(args[0]), MemberEndpoints.of(hosts, basePort), Integer.parseInt(args[3]));
        if (args.length > 4)
        {
            options.minFreeBytes(Long.parseLong(args[4]));
        }
        try (ClusterMember member = launch(options.build()))
        {
            System.out.println(READY + member.aeronDirectoryName());
            while (System.in.read() >= 0)
            {
                System.out.println(STATE + (member.isLive() ? member.role() : NONE) + ' ' + member.eventPosition());
            }
        }
    }

    /** A part that does not answer in time is somewhere: the reader of the failure wants to know where. */
    private static ClusterMember launch(final ClusterOptions options)
    {
        final Thread[] threads = new Thread[MOST_THREADS];
        final Thread watch = Thread.ofPlatform().daemon().unstarted(() ->
        {
            if (awaitInterrupt())
            {
                return;
            }
            for (int i = 0, count = Thread.enumerate(threads); i < count; i++)
            {
                System.err.println("slow start: " + threads[i] + " " + Arrays.toString(threads[i].getStackTrace()));
            }
        });
        watch.start();
        final ClusterMember member = ClusterMember.launch(options);
        watch.interrupt();
        return member;
    }

    /** Waits less long than the parts of a member wait for each other. */
    private static boolean awaitInterrupt()
    {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SLOW_START_S);
        while (System.nanoTime() - deadlineNs < 0)
        {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(SLOW_START_S));
            if (Thread.interrupted())
            {
                return true;
            }
        }
        return false;
    }

    boolean isLeader()
    {
        return state().startsWith(Cluster.Role.LEADER.name());
    }

    /** End of its event stream; 0 while it is dead or not in a cluster with a leader. */
    long eventPosition()
    {
        final String state = state();
        return state.startsWith(NONE) ? 0 : Long.parseLong(state.substring(state.indexOf(' ') + 1));
    }

    private String state()
    {
        try
        {
            process.getOutputStream().write('r');
            process.getOutputStream().flush();
            // What it logs stands between its answers.
            for (String line = reader.readLine(); null != line; line = reader.readLine())
            {
                if (line.startsWith(STATE))
                {
                    return line.substring(STATE.length());
                }
            }
            return NONE;
        }
        catch (final IOException ex)
        {
            return NONE;
        }
    }

    String aeronDirectoryName()
    {
        return aeronDirectoryName;
    }

    /** kill -9. */
    void kill() throws InterruptedException
    {
        process.destroyForcibly().waitFor();
    }

    /** Sends a signal, as {@code kill} names it. */
    void signal(final String name) throws IOException, InterruptedException
    {
        assertEquals(0, new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor());
    }

    /** Orderly end. */
    int stop() throws IOException, InterruptedException
    {
        process.getOutputStream().close();
        return process.waitFor();
    }

    @Override
    public void close() throws InterruptedException
    {
        kill();
        DriverDirectories.delete(aeronDirectoryName);
    }
}
