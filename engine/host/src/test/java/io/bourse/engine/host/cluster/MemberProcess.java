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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A member in a process of its own, to be killed.
 */
final class MemberProcess implements AutoCloseable
{
    private static final String READY = "READY ";
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
        final Process process = TestProcess.of(MemberProcess.class, dir.toString(), Integer.toString(memberCount),
            Integer.toString(basePort), Integer.toString(memberId)).start();
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

    /** The process: one member, until it is killed or its standard input ends; it prints its role when asked. */
    public static void main(final String[] args) throws IOException
    {
        final int memberCount = Integer.parseInt(args[1]);
        final int basePort = Integer.parseInt(args[2]);
        final ClusterOptionsBuilder options = TestCluster.options(
            Path.of(args[0]), MemberEndpoints.loopback(memberCount, basePort), Integer.parseInt(args[3]));
        if (args.length > 4)
        {
            options.minFreeBytes(Long.parseLong(args[4]));
        }
        try (ClusterMember member = launch(options.build()))
        {
            System.out.println(READY + member.aeronDirectoryName());
            while (System.in.read() >= 0)
            {
                System.out.println(member.isLive() ? member.role() : "none");
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
        try
        {
            process.getOutputStream().write('r');
            process.getOutputStream().flush();
            return Cluster.Role.LEADER.name().equals(reader.readLine());
        }
        catch (final IOException ex)
        {
            return false;
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
