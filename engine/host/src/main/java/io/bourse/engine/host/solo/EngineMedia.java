// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.RethrowingErrorHandler;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.AeronException;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.FailStop;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.execution.EventRecording;
import io.bourse.engine.host.execution.HostMedia;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.StreamRecorder;
import io.bourse.engine.host.storage.DiskAccess;
import io.bourse.engine.host.storage.DriverDirectoryLock;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.host.storage.MappedFiles;
import io.bourse.engine.host.storage.OpenResources;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import static io.bourse.engine.host.execution.EngineCounter.CONNECTIONS_REFUSED;

/**
 * Media driver, archive and Aeron client of one engine, and the thread that drives them. Everything is shared memory
 * and files; the only channels are IPC.
 */
public final class EngineMedia
{
    private static final Logger LOGGER = LoggerFactory.getLogger(EngineMedia.class);
    // A consumer that catches up is served from the matcher's thread: in small bites, some 20 us each.
    private static final int SHARED_THREAD_IO_LENGTH = 64 * 1024;

    private static final long EXECUTOR_PARK_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final EngineDutyCycle dutyCycle;
    private final AgentRunner runner;
    private final Aeron aeron;
    private final AeronArchive archive;
    private final StreamRecorder recorder;

    private EngineMedia(
        final SoloOptions options,
        final EngineDutyCycle dutyCycle,
        final AgentRunner runner,
        final Aeron aeron,
        final AeronArchive archive)
    {
        this.dutyCycle = dutyCycle;
        this.runner = runner;
        this.aeron = aeron;
        this.archive = archive;
        recorder = new StreamRecorder(aeron, archive, options.host().partition(), options.host().messageTimeoutNs());
    }

    /**
     * Starts driver, archive and thread. The caller holds the data directory's lock, so whatever a former engine left
     * in the driver's directory or in the archive's mark file is dead.
     */
    public static EngineMedia launch(
        final SoloOptions options,
        final FailStop failStop,
        final CounterSet<EngineCounter> counters,
        final OpenResources resources)
    {
        resources.add(DriverDirectoryLock.acquire(options.host().aeronDirectoryName()));
        final GapMeter gaps = null == options.gapFile() ? null : resources.add(GapMeter.open(options.gapFile()));
        final MediaDriver driver = resources.add(MediaDriver.launch(driverContext(options)));
        final EngineDutyCycle dutyCycle;
        final AgentRunner runner;
        if (options.hasArchiveThread())
        {
            dutyCycle = new EngineDutyCycle(driver.sharedAgentInvoker(), null, gaps, failStop);
            runner = resources.add(startThread(options, dutyCycle));
            resources.add(Archive.launch(archiveContext(options, counters)
                .threadingMode(ArchiveThreadingMode.SHARED)
                .threadFactory(options.archiveThreadFactory())
                .idleStrategySupplier(options.host().idleStrategySupplier())));
        }
        else
        {
            final Archive archive = Archive.launch(archiveContext(options, counters)
                .threadingMode(ArchiveThreadingMode.INVOKER)
                .fileIoMaxLength(SHARED_THREAD_IO_LENGTH)
                .mediaDriverAgentInvoker(driver.sharedAgentInvoker()));
            // The archive's duty cycle drives the media driver too.
            dutyCycle = new EngineDutyCycle(archive.invoker(), archive, gaps, failStop);
            runner = resources.add(startThread(options, dutyCycle));
        }

        MappedFiles.allocate(EngineDirectories.archiveDir(options.host().dataDir()));
        final Aeron aeron = resources.add(Aeron.connect(
            HostMedia.client(options.host(), "bourse-engine-" + options.host().partition())
                .errorHandler(errorHandler("client"))));
        final AeronArchive archive = resources.add(AeronArchive.connect(options.host().ownArchive(aeron)));
        return new EngineMedia(options, dutyCycle, runner, aeron, archive);
    }

    private static MediaDriver.Context driverContext(final SoloOptions options)
    {
        return HostMedia.driver(options.host())
            .threadingMode(ThreadingMode.INVOKER)
            // Asked for something when a stream is opened; it would look a thousand times a second.
            .asyncExecutorIdleStrategy(new BackoffIdleStrategy(10, 20, 1_000, EXECUTOR_PARK_NS))
            .errorHandler(errorHandler("driver"));
    }

    private static Archive.Context archiveContext(final SoloOptions options, final CounterSet<EngineCounter> counters)
    {
        final Path archiveDir = EngineDirectories.archiveDir(options.host().dataDir());
        DiskAccess.run("cannot remove the mark of a former archive: archiveDir=" + archiveDir,
            () -> Files.deleteIfExists(archiveDir.resolve("archive-mark.dat")));
        return HostMedia.archive(options.host(), () -> counters.incrementShared(CONNECTIONS_REFUSED))
            .archiveId(options.host().partition())
            .controlChannelEnabled(false)
            .archiveClientContext(new AeronArchive.Context()
                .credentialsSupplier(options.host().archiveCredentials(Principal.ENGINE))
                .controlRequestChannel(EngineStreams.CHANNEL)
                .controlResponseChannel(EngineStreams.CHANNEL))
            .replicationChannel(EngineStreams.CHANNEL)
            .lowStorageSpaceThreshold(options.minFreeBytes())
            .errorHandler(errorHandler("archive"));
    }

    private static AgentRunner startThread(final SoloOptions options, final EngineDutyCycle dutyCycle)
    {
        final AgentRunner runner =
            new AgentRunner(options.host().idleStrategySupplier().get(), errorHandler("engine"), null, dutyCycle);
        AgentRunner.startOnThread(runner, (task) ->
        {
            final Thread thread = options.threadFactory().newThread(task);
            // An error in the driver or the archive ends the thread without passing through the duty cycle.
            thread.setUncaughtExceptionHandler((dead, ex) -> dutyCycle.failOnce("engine thread", ex));
            return thread;
        });
        return runner;
    }

    private static ErrorHandler errorHandler(final String part)
    {
        return (ex) ->
        {
            if (ex instanceof AgentTerminationException)
            {
                LOGGER.debug("engine {} ends", part);
            }
            else if (ex instanceof AeronException event && AeronException.Category.WARN == event.category())
            {
                LOGGER.info("engine {}: {}", part, ex.getMessage());
            }
            else
            {
                LOGGER.error("engine {}", part, ex);
            }
        };
    }

    /**
     * Opens a recorded stream: a new one, or the continuation of a recording at its end.
     *
     * @param name for people.
     * @param former recording to continue, or null.
     * @param endPosition of the former recording.
     * @param termLength of a new stream.
     */
    public StreamRecorder.Recorded open(
        final String name,
        final int streamId,
        final RecordedStream former,
        final long endPosition,
        final int termLength)
    {
        final ChannelUriStringBuilder channel =
            new ChannelUriStringBuilder(EngineStreams.CHANNEL).mtu(EventRecording.MTU_LENGTH);
        if (null == former)
        {
            channel.termLength(termLength);
        }
        else
        {
            channel.initialPosition(endPosition, former.initialTermId(), former.termLength());
        }
        return recorder.open(name, channel, streamId, former, endPosition);
    }

    /** The archive is asked nothing more: an idle session would only be timed out. */
    public void closeArchiveClient()
    {
        archive.close();
    }

    public StreamRecorder recorder()
    {
        return recorder;
    }

    public EngineDutyCycle dutyCycle()
    {
        return dutyCycle;
    }

    boolean isRunning()
    {
        return !runner.isClosed() && !dutyCycle.hasFailed();
    }

    /** A client for a component on the engine's thread, which drives the driver while it waits for it. */
    Aeron connectHosted()
    {
        return Aeron.connect(new Aeron.Context()
            .aeronDirectoryName(aeron.context().aeronDirectoryName())
            .clientName(aeron.context().clientName() + "-hosted")
            .awaitingIdleStrategy(new ProgressIdleStrategy(dutyCycle))
            .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE)
            .errorHandler(errorHandler("client of a hosted component")));
    }

    boolean isThreadAlive()
    {
        return !runner.isClosed();
    }

    Aeron aeron()
    {
        return aeron;
    }
}
