// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.venue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.clearing.crypto.PersonalKey;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.jmh.loadtest.process.ServerProcess;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
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
    /** The only operator of a venue: see {@link io.bourse.deploy.operators.SoleOperator}. */
    private static final String OPERATOR = "sole";
    private static final String KEY = "operator.p12";
    private static final String PASSWORD = "operator.password";
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

    /** Makes the key of the operator, with which commands in other processes sign too. */
    static PersonalKey operatorKey(final Path directory) throws IOException
    {
        final String password = Long.toHexString(new SecureRandom().nextLong());
        OwnerFiles.write(directory.resolve(PASSWORD), password.getBytes(StandardCharsets.US_ASCII));
        return PersonalKey.create(directory.resolve(KEY), OPERATOR, password.toCharArray());
    }

    /**
     * Options of a command that acts as the venue's operator.
     *
     * @return names and values.
     */
    public List<String> operatorOptions()
    {
        final Path directory = Path.of(plan.directory());
        return List.of("--as", OPERATOR, "--operator-key", directory.resolve(KEY).toString(), "--operator-password",
            directory.resolve(PASSWORD).toString());
    }

    /**
     * Client registers on top of those of the demo tables.
     *
     * @return how many.
     */
    public int accounts()
    {
        return plan.accounts();
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
     * @return data directory; of one of several partitions its own.
     */
    public Path dataDir()
    {
        return null == plan.part() ? Path.of(plan.directory(), DATA) : plan.part().dataDir();
    }

    /**
     * What sets its figures apart from those of other partitions of the venue.
     *
     * @return name of the partition; empty for a venue of one.
     */
    public String part()
    {
        return null == plan.part() ? "" : plan.part().name();
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
