// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventStreamAccess;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.retention.RetentionOptions;
import org.agrona.BitUtil;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import static io.bourse.engine.host.OptionChecks.require;
import static io.bourse.engine.host.OptionChecks.requireSegmentLength;
import static io.bourse.engine.host.OptionChecks.requireTermLength;

/**
 * One engine in one process, with everything it needs: ring, sequencer, journal, matcher and event stream on one thread
 * (DESIGN section 2). Launching it on the data directory of a former engine recovers that engine's state.
 */
public final class SoloEngine implements AutoCloseable
{
    private final List<RingEngineClient> clients = new CopyOnWriteArrayList<>();
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final EngineCounters counters = new EngineCounters();
    private final OpenResources resources = new OpenResources();
    private final Context context;
    private final CommandRing ring;
    private final EngineStart start;

    private SoloEngine(final Context context)
    {
        this.context = context;
        ring = new CommandRing(context.ringSize());
        start = new EngineStart(context, resources, counters, ring);
    }

    /**
     * Starts an engine and returns when it has recovered and is live.
     *
     * @param context options; concluded here.
     * @return running engine, to be closed by the caller.
     * @throws IllegalArgumentException when an option is missing or wrong.
     * @throws IllegalStateException when another engine has the data directory.
     * @throws JournalDamagedException when a recording is damaged.
     * @throws DivergenceException when replaying the journal does not give the recorded events.
     */
    public static SoloEngine launch(final Context context)
    {
        context.conclude();
        final SoloEngine engine = new SoloEngine(context);
        try
        {
            engine.start.run();
            return engine;
        }
        catch (final Throwable ex)
        {
            engine.abandon();
            throw ex;
        }
    }

    /**
     * Connects a room of the same process.
     *
     * @return new client; closed with the engine at the latest.
     */
    public EngineClient connect()
    {
        if (isClosed.get())
        {
            throw new IllegalStateException("the engine is closed: dataDir=" + context.dataDir());
        }
        final EventStreamAccess events =
            EventStreamAccess.tryFind(start.media().aeron(), context.partition(), context.messageTimeoutNs());
        if (null == events)
        {
            throw new IllegalStateException("the engine has failed: dataDir=" + context.dataDir());
        }
        final RingEngineClient client =
            new RingEngineClient(context.partition(), ring, counters, events, clients::remove);
        clients.add(client);
        return client;
    }

    /**
     * Promise given for acknowledged commands.
     *
     * @return mode in force.
     */
    public Durability durability()
    {
        return context.durability();
    }

    /**
     * Where the journal is.
     *
     * @return directory.
     */
    public Path dataDir()
    {
        return context.dataDir();
    }

    /**
     * What a client in another process connects to.
     *
     * @return directory of the media driver.
     */
    public String aeronDirectoryName()
    {
        return context.aeronDirectoryName();
    }

    /**
     * Partition served.
     *
     * @return from 0.
     */
    public int partition()
    {
        return context.partition();
    }

    /**
     * What the engine has done since it started.
     *
     * @return live counters.
     */
    public EngineCounters counters()
    {
        return counters;
    }

    /**
     * Tells whether the engine takes commands.
     *
     * @return false once it has failed or was closed.
     */
    public boolean isRunning()
    {
        return !isClosed.get() && start.media().isRunning();
    }

    /**
     * Stops: takes no more commands, executes and records those it has, and leaves nothing open but the data. Clients
     * and their followers are closed too.
     */
    @Override
    public void close()
    {
        if (!isClosed.compareAndSet(false, true))
        {
            return;
        }
        final long deadlineNs = System.nanoTime() + context.closeTimeoutNs();
        ring.close();
        final EngineStop stop = new EngineStop(context, ring, start, deadlineNs);
        stop.drain();
        clients.forEach(RingEngineClient::close);
        stop.retire();
        start.media().dutyCycle().stop();
        resources.close();
    }

    private void abandon()
    {
        isClosed.set(true);
        ring.close();
        if (null != start.media())
        {
            start.media().dutyCycle().stop();
        }
        resources.close();
    }

    @Override
    public String toString()
    {
        return "SoloEngine{dataDir=" + context.dataDir() + ", partition=" + context.partition() + ", durability=" +
            context.durability() + '}';
    }

    /**
     * Options of an engine. Used for one launch.
     */
    public static final class Context
    {
        private static final int RING_SIZE_DEFAULT = 16 * 1024;
        private static final int TERM_LENGTH_DEFAULT = 64 * 1024 * 1024;
        private static final int SEGMENT_FILE_LENGTH_DEFAULT = 128 * 1024 * 1024;

        private final AtomicBoolean isConcluded = new AtomicBoolean();
        private Path dataDir;
        private int partition;
        private Durability durability = Durability.RAM;
        private String aeronDirectoryName;
        private Supplier<IdleStrategy> idleStrategySupplier = () -> new BackoffIdleStrategy(100, 20, 1_000, 100_000);
        private int ringSize = RING_SIZE_DEFAULT;
        private int journalTermLength = TERM_LENGTH_DEFAULT;
        private int eventTermLength = TERM_LENGTH_DEFAULT;
        private int segmentFileLength = SEGMENT_FILE_LENGTH_DEFAULT;
        private long messageTimeoutNs = TimeUnit.SECONDS.toNanos(10);
        private long closeTimeoutNs = TimeUnit.SECONDS.toNanos(10);
        private FailStop failStop = FailStop.halting();
        private RetentionOptions retention = RetentionOptions.DEFAULT;

        /** Checks the options and completes them. */
        void conclude()
        {
            if (!isConcluded.compareAndSet(false, true))
            {
                throw new IllegalStateException("a context is used for one launch only: dataDir=" + dataDir);
            }
            require(null != dataDir, "dataDir must be set: dataDir=" + dataDir);
            require(null != durability && null != failStop && null != idleStrategySupplier && null != retention,
                "durability, failStop and idleStrategySupplier must be set: durability=" + durability +
                " failStop=" + failStop + " idleStrategySupplier=" + idleStrategySupplier);
            require(partition >= 0 && partition <= MatchingEngine.MAX_PARTITION,
                "partition must be from 0 to " + MatchingEngine.MAX_PARTITION + ": partition=" + partition);
            require(BitUtil.isPowerOfTwo(ringSize) && ringSize >= 2 && ringSize <= 1024 * 1024,
                "ringSize must be a power of two from 2 to 1048576: ringSize=" + ringSize);
            requireTermLength("journalTermLength", journalTermLength);
            requireTermLength("eventTermLength", eventTermLength);
            requireSegmentLength(segmentFileLength, journalTermLength, eventTermLength);
            require(messageTimeoutNs > 0 && closeTimeoutNs > 0, "timeouts must be positive: messageTimeoutNs=" +
                messageTimeoutNs + " closeTimeoutNs=" + closeTimeoutNs);

            dataDir = dataDir.toAbsolutePath().normalize();
            if (null == aeronDirectoryName)
            {
                aeronDirectoryName = EngineDirectories.aeronDirectoryName(dataDir);
            }
        }

        /**
         * Where journal and event stream are kept; created if missing. Required.
         *
         * @param value directory.
         * @return this.
         */
        public Context dataDir(final Path value)
        {
            dataDir = value;
            return this;
        }

        /** @return directory. */
        public Path dataDir()
        {
            return dataDir;
        }

        /**
         * Partition to serve.
         *
         * @param value number from 0 to {@link MatchingEngine#MAX_PARTITION}.
         * @return this.
         */
        public Context partition(final int value)
        {
            partition = value;
            return this;
        }

        /** @return number from 0. */
        public int partition()
        {
            return partition;
        }

        /**
         * What an acknowledged command survives.
         *
         * @param value mode, RAM by default.
         * @return this.
         */
        public Context durability(final Durability value)
        {
            durability = value;
            return this;
        }

        /** @return mode, RAM by default. */
        public Durability durability()
        {
            return durability;
        }

        /**
         * Directory of the media driver; by default derived from the data directory.
         *
         * @param value directory name.
         * @return this.
         */
        public Context aeronDirectoryName(final String value)
        {
            aeronDirectoryName = value;
            return this;
        }

        /** @return directory name. */
        public String aeronDirectoryName()
        {
            return aeronDirectoryName;
        }

        /**
         * How the engine thread waits when there is nothing to do.
         *
         * @param value supplier, back-off by default.
         * @return this.
         */
        public Context idleStrategySupplier(final Supplier<IdleStrategy> value)
        {
            idleStrategySupplier = value;
            return this;
        }

        /** @return supplier, back-off by default. */
        public Supplier<IdleStrategy> idleStrategySupplier()
        {
            return idleStrategySupplier;
        }

        /**
         * Slots of the ring.
         *
         * @param value number, a power of two.
         * @return this.
         */
        public Context ringSize(final int value)
        {
            ringSize = value;
            return this;
        }

        /** @return number, a power of two. */
        public int ringSize()
        {
            return ringSize;
        }

        /**
         * Term length of a new journal; a former one keeps its own.
         *
         * @param value bytes, a power of two.
         * @return this.
         */
        public Context journalTermLength(final int value)
        {
            journalTermLength = value;
            return this;
        }

        /** @return bytes, a power of two. */
        public int journalTermLength()
        {
            return journalTermLength;
        }

        /**
         * Term length of a new event stream; a former one keeps its own.
         *
         * @param value bytes, a power of two.
         * @return this.
         */
        public Context eventTermLength(final int value)
        {
            eventTermLength = value;
            return this;
        }

        /** @return bytes, a power of two. */
        public int eventTermLength()
        {
            return eventTermLength;
        }

        /**
         * Length of the files of new recordings.
         *
         * @param value bytes, a power of two, at least one term.
         * @return this.
         */
        public Context segmentFileLength(final int value)
        {
            segmentFileLength = value;
            return this;
        }

        /** @return bytes, a power of two, at least one term. */
        public int segmentFileLength()
        {
            return segmentFileLength;
        }

        /**
         * How long to wait for one answer of driver or archive.
         *
         * @param value nanoseconds.
         * @return this.
         */
        public Context messageTimeoutNs(final long value)
        {
            messageTimeoutNs = value;
            return this;
        }

        /** @return nanoseconds. */
        public long messageTimeoutNs()
        {
            return messageTimeoutNs;
        }

        /**
         * How long closing waits for commands that are on their way.
         *
         * @param value nanoseconds.
         * @return this.
         */
        public Context closeTimeoutNs(final long value)
        {
            closeTimeoutNs = value;
            return this;
        }

        /** @return nanoseconds. */
        public long closeTimeoutNs()
        {
            return closeTimeoutNs;
        }

        /**
         * How much history is kept when a snapshot was taken.
         *
         * @param value options.
         * @return this.
         */
        public Context retention(final RetentionOptions value)
        {
            retention = value;
            return this;
        }

        /** @return options. */
        public RetentionOptions retention()
        {
            return retention;
        }

        /**
         * What to do when the engine can no longer be trusted.
         *
         * @param value halts the process by default.
         * @return this.
         */
        public Context failStop(final FailStop value)
        {
            failStop = value;
            return this;
        }

        /** @return halts the process by default. */
        public FailStop failStop()
        {
            return failStop;
        }
    }
}
