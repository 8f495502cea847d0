// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.ExclusivePublication;
import io.aeron.RethrowingErrorHandler;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.checksum.Checksums;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.SourceLocation;
import io.aeron.archive.status.RecordingPos;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.AeronException;
import io.bourse.engine.client.ArchiveAccess;
import io.bourse.engine.client.EngineStreams;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.status.CountersReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Media driver, archive and Aeron client of one engine, and the thread that drives them. Everything is shared memory
 * and files; the only channels are IPC.
 */
final class EngineMedia
{
    /** Frames of both streams are whole messages; the longest is an event frame of 8 000 bytes. */
    static final int MTU_LENGTH = 8192;

    private static final Logger LOGGER = LoggerFactory.getLogger(EngineMedia.class);
    private static final String ARCHIVE_DIR = "archive";
    // How long a follower may hold the event stream back before it is dropped to its own replay (DESIGN section 4):
    // the window is 3/4 used when the first timeout begins to run, so both must be short.
    private static final long TIMER_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long UNTETHERED_WINDOW_LIMIT_TIMEOUT_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long UNTETHERED_LINGER_TIMEOUT_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long UNTETHERED_RESTING_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int MAX_REPLAYS = 1000;

    private final SoloEngine.Context context;
    private final EngineDutyCycle dutyCycle;
    private final AgentRunner runner;
    private final Aeron aeron;
    private final AeronArchive archive;

    private EngineMedia(
        final SoloEngine.Context context,
        final EngineDutyCycle dutyCycle,
        final AgentRunner runner,
        final Aeron aeron,
        final AeronArchive archive)
    {
        this.context = context;
        this.dutyCycle = dutyCycle;
        this.runner = runner;
        this.aeron = aeron;
        this.archive = archive;
    }

    /**
     * A publication that the archive records.
     *
     * @param publication to offer to.
     * @param recordingId of its recording.
     * @param counterId of its recording position.
     */
    record Recorded(ExclusivePublication publication, long recordingId, int counterId)
    {
    }

    static Path archiveDir(final Path dataDir)
    {
        return dataDir.resolve(ARCHIVE_DIR);
    }

    /**
     * Starts driver, archive and thread. The caller holds the data directory's lock, so whatever a former engine left
     * in the driver's directory or in the archive's mark file is dead.
     */
    static EngineMedia launch(final SoloEngine.Context context, final OpenResources resources)
    {
        final MediaDriver driver = resources.add(MediaDriver.launch(driverContext(context)));
        final EngineDutyCycle dutyCycle;
        final AgentRunner runner;
        if (Durability.RAM == context.durability())
        {
            final Archive archive = Archive.launch(archiveContext(context)
                .threadingMode(ArchiveThreadingMode.INVOKER)
                .mediaDriverAgentInvoker(driver.sharedAgentInvoker()));
            // The archive's duty cycle drives the media driver too.
            dutyCycle = new EngineDutyCycle(archive.invoker(), archive, context.failStop());
            runner = resources.add(startThread(context, dutyCycle));
        }
        else
        {
            // A sync takes longer than matching a hundred orders: the archive waits for the disk on its own thread.
            dutyCycle = new EngineDutyCycle(driver.sharedAgentInvoker(), null, context.failStop());
            runner = resources.add(startThread(context, dutyCycle));
            resources.add(Archive.launch(archiveContext(context)
                .threadingMode(ArchiveThreadingMode.SHARED)
                .idleStrategySupplier(context.idleStrategySupplier())
                .fileSyncLevel(1)
                .catalogFileSyncLevel(1)));
        }

        final Aeron aeron = resources.add(Aeron.connect(new Aeron.Context()
            .aeronDirectoryName(context.aeronDirectoryName())
            .clientName("bourse-engine-" + context.partition())
            .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE)
            .errorHandler(errorHandler("client"))));
        final AeronArchive archive =
            resources.add(AeronArchive.connect(ArchiveAccess.context(aeron, context.messageTimeoutNs())));
        return new EngineMedia(context, dutyCycle, runner, aeron, archive);
    }

    private static MediaDriver.Context driverContext(final SoloEngine.Context context)
    {
        return new MediaDriver.Context()
            .aeronDirectoryName(context.aeronDirectoryName())
            .threadingMode(ThreadingMode.INVOKER)
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true)
            .warnIfDirectoryExists(false)
            .spiesSimulateConnection(true)
            .termBufferSparseFile(true)
            .timerIntervalNs(TIMER_INTERVAL_NS)
            .untetheredWindowLimitTimeoutNs(UNTETHERED_WINDOW_LIMIT_TIMEOUT_NS)
            .untetheredLingerTimeoutNs(UNTETHERED_LINGER_TIMEOUT_NS)
            .untetheredRestingTimeoutNs(UNTETHERED_RESTING_TIMEOUT_NS)
            .errorHandler(errorHandler("driver"));
    }

    private static Archive.Context archiveContext(final SoloEngine.Context context)
    {
        final Path archiveDir = archiveDir(context.dataDir());
        try
        {
            Files.deleteIfExists(archiveDir.resolve("archive-mark.dat"));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot remove the mark of a former archive: archiveDir=" + archiveDir, ex);
        }
        return new Archive.Context()
            .aeronDirectoryName(context.aeronDirectoryName())
            .archiveDir(archiveDir.toFile())
            .archiveId(context.partition())
            .controlChannelEnabled(false)
            .localControlChannel(EngineStreams.CHANNEL)
            .localControlStreamId(EngineStreams.ARCHIVE_CONTROL_STREAM_ID)
            .archiveClientContext(new AeronArchive.Context()
                .controlRequestChannel(EngineStreams.CHANNEL)
                .controlResponseChannel(EngineStreams.CHANNEL))
            .replicationChannel(EngineStreams.CHANNEL)
            .recordingEventsEnabled(false)
            .recordChecksum(Checksums.crc32c())
            .replayChecksum(Checksums.crc32c())
            .segmentFileLength(context.segmentFileLength())
            .maxConcurrentReplays(MAX_REPLAYS)
            .errorHandler(errorHandler("archive"));
    }

    private static AgentRunner startThread(final SoloEngine.Context context, final EngineDutyCycle dutyCycle)
    {
        final AgentRunner runner =
            new AgentRunner(context.idleStrategySupplier().get(), errorHandler("engine"), null, dutyCycle);
        AgentRunner.startOnThread(runner);
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
     * @param streamId of the stream.
     * @param former recording to continue, or null.
     * @param endPosition of the former recording.
     * @param termLength of a new stream.
     */
    Recorded open(
        final String name,
        final int streamId,
        final RecordedStream former,
        final long endPosition,
        final int termLength)
    {
        final ChannelUriStringBuilder channel = new ChannelUriStringBuilder(EngineStreams.CHANNEL).mtu(MTU_LENGTH);
        if (null == former)
        {
            channel.termLength(termLength);
            archive.startRecording(EngineStreams.CHANNEL, streamId, SourceLocation.LOCAL, true);
        }
        else
        {
            final long recoveredPosition = archive.getStopPosition(former.recordingId());
            if (recoveredPosition != endPosition)
            {
                throw new IllegalStateException("the archive sees another end of the " + name + ": recordingId=" +
                    former.recordingId() + " position=" + endPosition + " archivePosition=" + recoveredPosition);
            }
            channel.initialPosition(endPosition, former.initialTermId(), former.termLength());
            archive.extendRecording(
                former.recordingId(), EngineStreams.CHANNEL, streamId, SourceLocation.LOCAL, true);
        }
        final ExclusivePublication publication = aeron.addExclusivePublication(channel.build(), streamId);
        final int counterId = awaitRecording(name, publication);
        return new Recorded(
            publication, RecordingPos.getRecordingId(aeron.countersReader(), counterId), counterId);
    }

    private int awaitRecording(final String name, final ExclusivePublication publication)
    {
        final CountersReader counters = aeron.countersReader();
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + context.messageTimeoutNs();
        int counterId = findRecording(counters, publication);
        while (CountersReader.NULL_COUNTER_ID == counterId || !publication.isConnected())
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new IllegalStateException("the archive does not record the " + name + ": sessionId=" +
                    publication.sessionId() + " position=" + publication.position() +
                    " error=" + archive.pollForErrorResponse());
            }
            idle.idle();
            counterId = findRecording(counters, publication);
        }
        return counterId;
    }

    private int findRecording(final CountersReader counters, final ExclusivePublication publication)
    {
        return RecordingPos.findCounterIdBySession(counters, publication.sessionId(), context.partition());
    }

    /** The archive is asked nothing more: an idle session would only be timed out. */
    void closeArchiveClient()
    {
        archive.close();
    }

    /**
     * Waits until all of a stream is recorded, so that closing the archive ends the recording at its true end.
     *
     * @return false when the deadline passed first.
     */
    boolean awaitRecorded(final Recorded recorded, final long deadlineNs)
    {
        final CountersReader counters = aeron.countersReader();
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        while (counters.getCounterValue(recorded.counterId()) < recorded.publication().position())
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                return false;
            }
            idle.idle();
        }
        return true;
    }

    EngineDutyCycle dutyCycle()
    {
        return dutyCycle;
    }

    boolean isRunning()
    {
        return !runner.isClosed() && !dutyCycle.hasFailed();
    }

    Aeron aeron()
    {
        return aeron;
    }
}
