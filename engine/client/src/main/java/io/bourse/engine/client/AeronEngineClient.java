// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.RethrowingErrorHandler;
import io.aeron.exceptions.AeronException;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.Principal;
import org.agrona.CloseHelper;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.status.CountersReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.File;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Talks to an engine in another process of the machine, through its media driver's shared memory.
 */
public final class AeronEngineClient implements EngineClient
{
    private static final Logger LOGGER = LoggerFactory.getLogger(AeronEngineClient.class);
    private static final long DRIVER_TIMEOUT_MS = 10_000;

    private final List<AeronCommandPublisher> publishers = new CopyOnWriteArrayList<>();
    private final AeronClientOptions options;
    private final Aeron aeron;
    private final EventStreamAccess events;

    private AeronEngineClient(final AeronClientOptions options, final Aeron aeron, final EventStreamAccess events)
    {
        this.options = options;
        this.aeron = aeron;
        this.events = events;
    }

    /**
     * Connects to a running engine, waiting for one that is still starting. A thread that is interrupted stops waiting.
     *
     * @param options of the client.
     * @return connected client, to be closed by the caller.
     * @throws IllegalArgumentException when an option is missing or wrong.
     * @throws IllegalStateException when no such engine answers in time.
     */
    public static AeronEngineClient connect(final AeronClientOptions options)
    {
        options.credentials().requireKey(Principal.READER);
        final long deadlineNs = System.nanoTime() + options.connectTimeoutNs();
        Aeron aeron = null;
        try
        {
            awaitDriver(options, deadlineNs);
            aeron = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(options.aeronDirectoryName())
                .clientName("bourse-client-" + options.partition())
                .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE)
                .errorHandler((ex) -> onError(options, ex)));
            return new AeronEngineClient(options, aeron, awaitEngine(aeron, options, deadlineNs));
        }
        catch (final RuntimeException ex)
        {
            CloseHelper.quietClose(aeron);
            throw new IllegalStateException("no engine answers, is it running? aeronDirectoryName=" +
                options.aeronDirectoryName() + " partition=" + options.partition() +
                " connectTimeoutNs=" + options.connectTimeoutNs() + " reason=" + ex.getMessage(), ex);
        }
    }

    /** Of an engine that has died a line says all. */
    private static void onError(final AeronClientOptions options, final Throwable error)
    {
        final boolean isEnd = error instanceof AeronException || error instanceof AgentTerminationException;
        LOGGER.warn("engine client of partition {}: {}", options.partition(), error.toString(), isEnd ? null : error);
    }

    @Override
    public int partition()
    {
        return options.partition();
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal sender)
    {
        options.credentials().requireKey(sender);
        final long nonce = nonce();
        final String channel = new ChannelUriStringBuilder(EngineStreams.CHANNEL)
            .termLength(options.commandTermLength())
            .build();
        final AeronCommandPublisher publisher = new AeronCommandPublisher(
            aeron.addExclusivePublication(channel, EngineStreams.COMMANDS_STREAM_ID), sender);
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + options.connectTimeoutNs();
        while (!publisher.identify(options.credentials(), nonce))
        {
            if (System.nanoTime() - deadlineNs > 0 || Thread.currentThread().isInterrupted())
            {
                publisher.close();
                throw new IllegalStateException("the engine does not take commands: aeronDirectoryName=" +
                    options.aeronDirectoryName() + " connectTimeoutNs=" + options.connectTimeoutNs());
            }
            idle.idle();
        }
        publishers.add(publisher);
        return publisher;
    }

    private long nonce()
    {
        final CountersReader counters = aeron.countersReader();
        final int counterId =
            DriverCounters.find(counters, EngineStreams.INGRESS_NONCE_TYPE_ID, options.partition());
        if (CountersReader.NULL_COUNTER_ID == counterId)
        {
            throw new IllegalStateException("the engine asks no sender who it is, start it with this program:" +
                " aeronDirectoryName=" + options.aeronDirectoryName() + " partition=" + options.partition());
        }
        return counters.getCounterValue(counterId);
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

    private static void awaitDriver(final AeronClientOptions options, final long deadlineNs)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final File directory = new File(options.aeronDirectoryName());
        while (!CommonContext.isDriverActive(directory, DRIVER_TIMEOUT_MS, LOGGER::debug))
        {
            if (System.nanoTime() - deadlineNs > 0 || Thread.currentThread().isInterrupted())
            {
                throw new IllegalStateException("no media driver is active in this directory");
            }
            idle.idle();
        }
    }

    private static EventStreamAccess awaitEngine(
        final Aeron aeron, final AeronClientOptions options, final long deadlineNs)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        while (true)
        {
            final EventStreamAccess access =
                EventStreamAccess.tryFind(aeron, options.partition(), options.messageTimeoutNs(),
                    ChallengedCredentials.toArchive(options.credentials(), Principal.READER));
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
}
