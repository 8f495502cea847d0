// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import io.bourse.engine.client.AeronClientOptions;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.engine.client.AeronEngineClient;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.PublisherLease;
import io.bourse.engine.security.CredentialStore;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherOptions;
import io.bourse.marketdata.publisher.simba.SimbaOrderLog;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * A publisher in a process of its own, to be killed: it follows the engine of the test's process over IPC.
 */
public final class PublisherProcess implements AutoCloseable
{
    /** Gateway id of those that publish with a lease. */
    public static final int LEASE_GATEWAY = 77;

    private static final String LIVE = "live";

    private final Process process;
    private final Path output;

    private PublisherProcess(final Process process, final Path output)
    {
        this.process = process;
        this.output = output;
    }

    /**
     * Starts one; its output goes to a file of its own in the directory.
     */
    public static PublisherProcess start(
        final Path dir, final String aeronDirectoryName, final FeedGroups multicast, final Path markFile)
        throws IOException
    {
        return start(dir, aeronDirectoryName, multicast, markFile, 0);
    }

    /**
     * Starts one that sends only while it has the lease.
     */
    public static PublisherProcess start(
        final Path dir,
        final String aeronDirectoryName,
        final FeedGroups multicast,
        final Path markFile,
        final long leaseNs)
        throws IOException
    {
        final Path output = Files.createTempFile(dir, "publisher", ".txt");
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-opens", "java.base/java.util.zip=ALL-UNNAMED",
            "--add-opens", "java.base/sun.nio.ch=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m",
            "-Djava.net.preferIPv4Stack=true",
            "-Dlog4j2.level=WARN",
            "-cp", System.getProperty("java.class.path").replace(File.pathSeparator + File.pathSeparator,
                File.pathSeparator),
            PublisherProcess.class.getName(), aeronDirectoryName, markFile.toString()));
        command.addAll(List.of(multicast.endpoints()));
        command.add(Long.toString(leaseNs));
        return new PublisherProcess(
            new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start(), output);
    }

    /**
     * Whether it publishes.
     *
     * @throws AssertionError when it has ended.
     */
    public boolean isLive()
    {
        try
        {
            final String said = Files.readString(output);
            if (!process.isAlive())
            {
                throw new AssertionError("the publisher has ended: " + said);
            }
            return said.contains(LIVE);
        }
        catch (final IOException ex)
        {
            throw new AssertionError(ex);
        }
    }

    /**
     * Kills it, as kill -9 does, and waits until it is dead.
     */
    public void kill()
    {
        process.destroyForcibly();
        try
        {
            if (!process.waitFor(30, TimeUnit.SECONDS))
            {
                throw new AssertionError("the publisher cannot be killed: pid=" + process.pid());
            }
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new AssertionError(ex);
        }
    }

    @Override
    public void close()
    {
        kill();
    }

    /**
     * Sends it a signal, as {@code kill} names it.
     */
    public void signal(final String name) throws IOException, InterruptedException
    {
        if (0 != new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor())
        {
            throw new AssertionError("no signal can be sent: pid=" + process.pid());
        }
    }

    /**
     * Whether it has ended by itself.
     */
    public boolean isEnded()
    {
        return !process.isAlive();
    }

    /**
     * What it has said.
     */
    public String output() throws IOException
    {
        return Files.readString(output);
    }

    /**
     * The process: aeronDirectoryName, markFile beside the engine's data directory, the four endpoints, and the length
     * of the lease, or 0 for none.
     */
    public static void main(final String... args)
    {
        final EngineClient client = AeronEngineClient.connect(AeronClientOptions.builder()
            .aeronDirectoryName(args[0])
            .credentials(CredentialStore.in(Path.of(args[1]).resolveSibling("engine")))
            .build());
        final long leaseNs = Long.parseLong(args[6]);
        final PublisherLease lease = 0 == leaseNs ? null : new PublisherLease(
            client, LEASE_GATEWAY, leaseNs, SystemEpochNanoClock.INSTANCE, System::nanoTime);
        final MarketDataPublisher publisher = new MarketDataPublisher(MarketDataPublisherOptions.builder()
            .engineClient(client)
            .lease(lease)
            .feeds(List.of(market -> new SimbaOrderLog(
                SimbaOrderLogOptions.builder()
                    .incrementalA(MulticastEndpoint.parse(args[2]))
                    .incrementalB(MulticastEndpoint.parse(args[3]))
                    .snapshotA(MulticastEndpoint.parse(args[4]))
                    .snapshotB(MulticastEndpoint.parse(args[5]))
                    .snapshotCycleNs(Venue.SNAPSHOT_CYCLE_NS)
                    .heartbeatIntervalNs(Venue.HEARTBEAT_INTERVAL_NS)
                    .markFile(Path.of(args[1])).build(),
                market))).build());
        final IdleStrategy idle = new BackoffIdleStrategy(1, 1, 1_000, 100_000);
        boolean isSaid = false;
        try
        {
            while (!Thread.currentThread().isInterrupted())
            {
                idle.idle(publisher.doWork() + (null == lease ? 0 : lease.doWork()));
                if (!isSaid && publisher.isLive())
                {
                    System.out.println(LIVE);
                    isSaid = true;
                }
            }
        }
        catch (final IllegalStateException ex)
        {
            System.out.println(ex.getMessage());
            // Threads of the client would go on.
            Runtime.getRuntime().halt(1);
        }
    }
}
