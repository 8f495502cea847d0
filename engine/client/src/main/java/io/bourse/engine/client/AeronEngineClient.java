// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.RethrowingErrorHandler;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import org.agrona.CloseHelper;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.status.CountersReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.File;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * Talks to an engine in another process of the machine, through its media driver's shared memory.
 */
public final class AeronEngineClient implements EngineClient
{
    private static final Logger LOGGER = LoggerFactory.getLogger(AeronEngineClient.class);
    private static final long DRIVER_TIMEOUT_MS = 10_000;

    private final List<AeronCommandPublisher> publishers = new CopyOnWriteArrayList<>();
    private final Context context;
    private final Aeron aeron;
    private final EventStreamAccess events;

    private AeronEngineClient(final Context context, final Aeron aeron, final EventStreamAccess events)
    {
        this.context = context;
        this.aeron = aeron;
        this.events = events;
    }

    /**
     * Connects to a running engine, waiting for one that is still starting. A thread that is interrupted stops waiting.
     *
     * @param context options; concluded here.
     * @return connected client, to be closed by the caller.
     * @throws IllegalArgumentException when an option is missing or wrong.
     * @throws IllegalStateException when no such engine answers in time.
     */
    public static AeronEngineClient connect(final Context context)
    {
        context.conclude();
        final long deadlineNs = System.nanoTime() + context.connectTimeoutNs();
        Aeron aeron = null;
        try
        {
            awaitDriver(context, deadlineNs);
            aeron = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(context.aeronDirectoryName())
                .clientName("bourse-client-" + context.partition())
                .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE)
                .errorHandler((ex) -> LOGGER.warn("engine client of partition {}", context.partition(), ex)));
            return new AeronEngineClient(context, aeron, awaitEngine(aeron, context, deadlineNs));
        }
        catch (final RuntimeException ex)
        {
            CloseHelper.quietClose(aeron);
            throw new IllegalStateException("no engine answers, is it running? aeronDirectoryName=" +
                context.aeronDirectoryName() + " partition=" + context.partition() +
                " connectTimeoutNs=" + context.connectTimeoutNs() + " reason=" + ex.getMessage(), ex);
        }
    }

    @Override
    public int partition()
    {
        return context.partition();
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal sender)
    {
        context.credentials().requireKey(sender);
        final long nonce = nonce();
        final String channel = new ChannelUriStringBuilder(EngineStreams.CHANNEL)
            .termLength(context.commandTermLength())
            .build();
        final AeronCommandPublisher publisher = new AeronCommandPublisher(
            aeron.addExclusivePublication(channel, EngineStreams.COMMANDS_STREAM_ID), sender);
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + context.connectTimeoutNs();
        while (!publisher.identify(context.credentials(), nonce))
        {
            if (System.nanoTime() - deadlineNs > 0 || Thread.currentThread().isInterrupted())
            {
                publisher.close();
                throw new IllegalStateException("the engine does not take commands: aeronDirectoryName=" +
                    context.aeronDirectoryName() + " connectTimeoutNs=" + context.connectTimeoutNs());
            }
            idle.idle();
        }
        publishers.add(publisher);
        return publisher;
    }

    private long nonce()
    {
        final CountersReader counters = aeron.countersReader();
        final int[] found = {CountersReader.NULL_COUNTER_ID};
        counters.forEach((counterId, typeId, keyBuffer, label) ->
        {
            if (EngineStreams.INGRESS_NONCE_TYPE_ID == typeId &&
                context.partition() == keyBuffer.getInt(EngineStreams.KEY_PARTITION_OFFSET))
            {
                found[0] = counterId;
            }
        });
        if (CountersReader.NULL_COUNTER_ID == found[0])
        {
            throw new IllegalStateException("the engine asks no sender who it is, start it with this program:" +
                " aeronDirectoryName=" + context.aeronDirectoryName() + " partition=" + context.partition());
        }
        return counters.getCounterValue(found[0]);
    }

    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        return events.follow(fromCursor, listener);
    }

    @Override
    public long endCursor()
    {
        return events.endCursor();
    }

    @Override
    public PublishedWatermark publishedWatermark()
    {
        return events.publishedWatermark();
    }

    @Override
    public void close()
    {
        events.close();
        publishers.forEach(AeronCommandPublisher::close);
        aeron.close();
    }

    private static void awaitDriver(final Context context, final long deadlineNs)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final File directory = new File(context.aeronDirectoryName());
        while (!CommonContext.isDriverActive(directory, DRIVER_TIMEOUT_MS, LOGGER::debug))
        {
            if (System.nanoTime() - deadlineNs > 0 || Thread.currentThread().isInterrupted())
            {
                throw new IllegalStateException("no media driver is active in this directory");
            }
            idle.idle();
        }
    }

    private static EventStreamAccess awaitEngine(final Aeron aeron, final Context context, final long deadlineNs)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        while (true)
        {
            final EventStreamAccess access =
                EventStreamAccess.tryFind(aeron, context.partition(), context.messageTimeoutNs(),
                    ChallengedCredentials.toArchive(context.credentials(), Principal.READER));
            if (null != access)
            {
                return access;
            }
            if (System.nanoTime() - deadlineNs > 0 || Thread.currentThread().isInterrupted())
            {
                throw new IllegalStateException("a media driver runs but no engine of this partition is live");
            }
            idle.idle();
        }
    }

    /**
     * Options of a client.
     */
    public static final class Context
    {
        private static final int COMMAND_TERM_LENGTH_DEFAULT = 1024 * 1024;

        private String aeronDirectoryName;
        private int partition;
        private long connectTimeoutNs = TimeUnit.SECONDS.toNanos(10);
        private long messageTimeoutNs = TimeUnit.SECONDS.toNanos(10);
        private int commandTermLength = COMMAND_TERM_LENGTH_DEFAULT;
        private CredentialStore credentials;

        /** Checks the options. */
        void conclude()
        {
            if (null == aeronDirectoryName || aeronDirectoryName.isEmpty())
            {
                throw new IllegalArgumentException("aeronDirectoryName must be set: aeronDirectoryName=" +
                    aeronDirectoryName);
            }
            if (partition < 0)
            {
                throw new IllegalArgumentException("partition must not be negative: partition=" + partition);
            }
            if (connectTimeoutNs < TimeUnit.MILLISECONDS.toNanos(1) || messageTimeoutNs <= 0)
            {
                throw new IllegalArgumentException("timeouts must be positive: connectTimeoutNs=" + connectTimeoutNs +
                    " messageTimeoutNs=" + messageTimeoutNs);
            }
            if (null == credentials)
            {
                throw new IllegalArgumentException("credentials must be set: credentials=" + credentials);
            }
            credentials.requireKey(Principal.READER);
        }

        /**
         * Directory of the engine's media driver.
         *
         * @param name as {@code SoloEngine.aeronDirectoryName()} reports it.
         * @return this.
         */
        public Context aeronDirectoryName(final String name)
        {
            aeronDirectoryName = name;
            return this;
        }

        /**
         * Directory of the engine's media driver.
         *
         * @return path.
         */
        public String aeronDirectoryName()
        {
            return aeronDirectoryName;
        }

        /**
         * Partition to talk to.
         *
         * @param number from 0.
         * @return this.
         */
        public Context partition(final int number)
        {
            partition = number;
            return this;
        }

        /**
         * Partition to talk to.
         *
         * @return from 0.
         */
        public int partition()
        {
            return partition;
        }

        /**
         * How long to wait for an engine that is not there yet.
         *
         * @param timeoutNs nanoseconds.
         * @return this.
         */
        public Context connectTimeoutNs(final long timeoutNs)
        {
            connectTimeoutNs = timeoutNs;
            return this;
        }

        /**
         * How long to wait for an engine that is not there yet.
         *
         * @return nanoseconds.
         */
        public long connectTimeoutNs()
        {
            return connectTimeoutNs;
        }

        /**
         * How long a follower waits for one answer of the archive.
         *
         * @param timeoutNs nanoseconds.
         * @return this.
         */
        public Context messageTimeoutNs(final long timeoutNs)
        {
            messageTimeoutNs = timeoutNs;
            return this;
        }

        /**
         * How long a follower waits for one answer of the archive.
         *
         * @return nanoseconds.
         */
        public long messageTimeoutNs()
        {
            return messageTimeoutNs;
        }

        /**
         * Secrets of the principals that this process speaks for, and that of {@link Principal#READER}. Required.
         *
         * @param value store.
         * @return this.
         */
        public Context credentials(final CredentialStore value)
        {
            credentials = value;
            return this;
        }

        /**
         * Secrets of the principals that this process speaks for.
         *
         * @return store.
         */
        public CredentialStore credentials()
        {
            return credentials;
        }

        /**
         * Term length of a publisher's command stream.
         *
         * @param length bytes, a power of two of at least 64 KiB.
         * @return this.
         */
        public Context commandTermLength(final int length)
        {
            commandTermLength = length;
            return this;
        }

        /**
         * Term length of a publisher's command stream.
         *
         * @return bytes.
         */
        public int commandTermLength()
        {
            return commandTermLength;
        }
    }
}
