// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.journal;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.SourceLocation;
import io.aeron.archive.status.RecordingPos;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.host.solo.RingAndSequencer;
import io.bourse.jmh.ring.OrderCommand;
import io.bourse.jmh.suite.NanosecondBenchmark;
import org.agrona.CloseHelper;
import org.agrona.IoUtil;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.status.CountersReader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A command until it is recorded (durability {@code ram}), in batches of the sequencer's, all of it on one thread as in
 * an engine: through ring and sequencer, against the same bytes offered to a bare Aeron publication with the same
 * recording. The files it writes are removed.
 */
@Warmup(iterations = 3, time = 1)
public class JournalBenchmark extends NanosecondBenchmark
{
    private static final String CHANNEL = "aeron:ipc";
    private static final String STREAM = "aeron:ipc?term-length=64m|mtu=8192";
    private static final int STREAM_ID = 1_001;
    private static final int RING_SIZE = 1 << 14;
    private static final int BATCH = 128;

    private final OrderCommand order = new OrderCommand(1, 9, 1);
    private final RingAndSequencer ring = new RingAndSequencer(RING_SIZE, (buffer, offset, length) ->
    {
        throw new IllegalStateException("the sequencer takes the commands");
    });
    private final CommandPublisher publisher = ring.newPublisher();
    private Path directory;
    private MediaDriver driver;
    private Archive archive;
    private AgentInvoker invoker;
    private Aeron aeron;
    private AeronArchive client;
    private ExclusivePublication publication;
    private CountersReader counters;
    private int recordingCounter;
    private long sequence;

    /**
     * Driver and archive, driven by this thread, and a recorded publication.
     *
     * @throws IOException when no directory can be made.
     */
    @Setup
    public void setUp() throws IOException
    {
        directory = Files.createTempDirectory("bourse-journal");
        driver = MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(directory.resolve("aeron").toString()).threadingMode(ThreadingMode.INVOKER));
        archive = Archive.launch(new Archive.Context()
            .aeronDirectoryName(driver.aeronDirectoryName())
            .archiveDir(directory.resolve("archive").toFile())
            .threadingMode(ArchiveThreadingMode.INVOKER)
            .mediaDriverAgentInvoker(driver.sharedAgentInvoker())
            .controlChannelEnabled(false)
            .localControlChannel(CHANNEL)
            .replicationChannel(CHANNEL)
            .archiveClientContext(
                new AeronArchive.Context().controlRequestChannel(CHANNEL).controlResponseChannel(CHANNEL)));
        invoker = archive.invoker();
        aeron = Aeron.connect(new Aeron.Context()
            .aeronDirectoryName(driver.aeronDirectoryName())
            .driverAgentInvoker(invoker)
            .useConductorAgentInvoker(true));
        client = AeronArchive.connect(new AeronArchive.Context()
            .aeron(aeron)
            .agentInvoker(invoker)
            .controlRequestChannel(CHANNEL)
            .controlRequestStreamId(archive.context().localControlStreamId())
            .controlResponseChannel(CHANNEL));
        client.startRecording(CHANNEL, STREAM_ID, SourceLocation.LOCAL);
        publication = aeron.addExclusivePublication(STREAM, STREAM_ID);
        counters = aeron.countersReader();
        do
        {
            invoker.invoke();
            aeron.conductorAgentInvoker().invoke();
            recordingCounter =
                RecordingPos.findCounterIdBySession(counters, publication.sessionId(), archive.context().archiveId());
        }
        while (CountersReader.NULL_COUNTER_ID == recordingCounter || !publication.isConnected());
        ring.journalTo(publication);
    }

    /** Ring, stamp, journal. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long bourse() throws Exception
    {
        for (int i = 0; i < BATCH; i++)
        {
            order.sequence(++sequence);
            if (!publisher.offer(order.buffer(), 0, order.length()))
            {
                throw new IllegalStateException("the ring is full although it was drained");
            }
        }
        for (int left = BATCH; left > 0; left -= ring.sequence())
        {
            invoker.invoke();
        }
        return awaitRecorded();
    }

    /** The same bytes, offered to Aeron. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long bareAeron()
    {
        for (int i = 0; i < BATCH; i++)
        {
            order.sequence(++sequence);
            while (publication.offer(order.buffer(), 0, order.length()) < 0)
            {
                if (publication.isClosed())
                {
                    throw new IllegalStateException("the publication is closed");
                }
                invoker.invoke();
            }
        }
        return awaitRecorded();
    }

    private long awaitRecorded()
    {
        final long position = publication.position();
        while (counters.getCounterValue(recordingCounter) < position)
        {
            invoker.invoke();
        }
        // Else the driver would take this client for dead.
        aeron.conductorAgentInvoker().invoke();
        return position;
    }

    /** Closes everything and removes the files. */
    @TearDown
    public void tearDown()
    {
        CloseHelper.closeAll(publication, client, aeron, archive, driver);
        IoUtil.delete(directory.toFile(), false);
    }
}
