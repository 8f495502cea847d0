// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.venue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.jmh.loadtest.process.ServerProcess;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A venue that runs in a process of its own, seen from the one that measures it.
 */
public final class MeasuredVenue implements AutoCloseable
{
    /** The engine's data within the directory of a plan. */
    public static final String DATA = "data";
    private static final String PLAN = "venue-plan.json";
    private static final long MIB = 1 << 20;
    private static final long HEAP_MIB = 1_024;
    /** Of a register, with what the tables around it grow by. */
    private static final long HEAP_BYTES_OF_ACCOUNT = 360;
    /** Ids of orders are taken all day: of clients that count about a byte each, twice that while tables grow. */
    private static final long HEAP_BYTES_OF_TRANSACTION = 2;

    private final VenuePlan plan;
    private final ServerProcess process;

    private MeasuredVenue(final VenuePlan plan, final ServerProcess process)
    {
        this.plan = plan;
        this.process = process;
    }

    /**
     * Starts a venue and waits until it takes orders.
     *
     * @param plan of it; its directory is made if it is not there.
     * @return running venue.
     * @throws IOException when it does not start.
     */
    public static MeasuredVenue start(final VenuePlan plan) throws IOException
    {
        final Path directory = Files.createDirectories(Path.of(plan.directory()));
        final Path file = directory.resolve(PLAN);
        new ObjectMapper().writeValue(file.toFile(), plan);
        return new MeasuredVenue(plan, ServerProcess.start(
            jvmOptions(plan.accounts(), plan.transactions()), LoadVenue.class, file.toString()));
    }

    /**
     * Options of the venue's JVM.
     *
     * @param accounts in bulk.
     * @param transactions of a day.
     * @return heap and collector.
     */
    public static List<String> jvmOptions(final int accounts, final long transactions)
    {
        final long heapMib = HEAP_MIB +
            (accounts * HEAP_BYTES_OF_ACCOUNT + transactions * HEAP_BYTES_OF_TRANSACTION) / MIB;
        return List.of("-XX:+UseParallelGC", "-Xms" + heapMib + "m", "-Xmx" + heapMib + "m");
    }

    /**
     * The process with its thread times and memory.
     *
     * @return server.
     */
    public ServerProcess process()
    {
        return process;
    }

    /**
     * Where TWIME sessions go.
     *
     * @return address.
     */
    public InetSocketAddress twime()
    {
        return process.address(0);
    }

    /**
     * Where FIX sessions go.
     *
     * @return address.
     */
    public InetSocketAddress fix()
    {
        return process.address(1);
    }

    /**
     * Where journal, event stream and time stamps are.
     *
     * @return data directory.
     */
    public Path dataDir()
    {
        return Path.of(plan.directory(), DATA);
    }

    /**
     * Logins that stand for members beside the generator.
     *
     * @return ids, as the tables of the venue have them.
     */
    public Set<Integer> clientLogins()
    {
        return IntStream.rangeClosed(1, plan.sessions().size()).filter((id) -> plan.sessions().get(id - 1).isClient())
            .boxed().collect(Collectors.toSet());
    }

    /**
     * Addresses of its feeds and more.
     *
     * @return what it says of itself.
     * @throws IOException when it has ended.
     */
    public VenueDescriptor descriptor() throws IOException
    {
        return VenueDescriptor.read(dataDir());
    }

    /** Stops the venue; its directory stays. */
    @Override
    public void close()
    {
        process.close();
    }
}
