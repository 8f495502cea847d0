// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.aeron.AeronCounters;
import io.aeron.CncFileDescriptor;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.telemetry.CounterSpec;
import io.bourse.engine.telemetry.CounterTable;
import io.prometheus.metrics.model.snapshots.Labels;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.status.CountersReader;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the counters of a media driver, without a connection to it. The file is opened at each scrape: a driver that
 * was started again has a new one. Counters are known by their type ids, never by their labels.
 */
final class DriverSource
{
    /** Channels of IPC and of archives' replays have long texts, and a driver keeps the beginning only. */
    private static final int MAX_CHANNEL_LENGTH = 92;
    private static final int SESSION_OFFSET = 8;
    private static final int STREAM_OFFSET = 12;
    private static final int CHANNEL_OFFSET = 16;
    private static final int SERVICE_ERRORS_TYPE_ID = 215;
    private static final int FIRST_OF_CLUSTER = 200;
    private static final int LAST_OF_CLUSTER = 299;
    private static final int OWN_TYPE_ID = 2_611_000;

    /** A position that is compared with others of its stream. */
    private record Position(int sessionId, int streamId, String channel, long recordingId, long value)
    {
        Labels labels(final Labels node)
        {
            return node.merge(Labels.of("channel", channel, "stream", Integer.toString(streamId)));
        }
    }

    private final List<Position> subscribers = new ArrayList<>();
    private final List<Position> received = new ArrayList<>();
    private final List<Position> limits = new ArrayList<>();
    private final List<Position> recordings = new ArrayList<>();
    private final Long2LongHashMap highest = new Long2LongHashMap(DriverState.ABSENT);
    private final Long2LongHashMap published = new Long2LongHashMap(DriverState.ABSENT);
    private final Long2LongHashMap sent = new Long2LongHashMap(DriverState.ABSENT);
    private final Long2LongHashMap sessions = new Long2LongHashMap(DriverState.ABSENT);
    private final Long2LongHashMap eventsEnd = new Long2LongHashMap(DriverState.ABSENT);
    private final Long2LongHashMap watermark = new Long2LongHashMap(DriverState.ABSENT);
    private final DataDirectory directory;
    private final Labels node;
    private final Samples samples;
    private long electionState = DriverState.ABSENT;
    private long moduleState = DriverState.ABSENT;
    private boolean isEntryStopped;
    private long writtenBytes;

    DriverSource(final DataDirectory directory, final Samples samples)
    {
        this.directory = directory;
        this.samples = samples;
        node = directory.labels();
    }

    /** What a driver that cannot be read looks like. */
    static DriverState absent(final DataDirectory directory, final Samples samples)
    {
        samples.add("DRIVER_UP", directory.labels(), 0);
        return new DriverState(
            directory.node(), DriverState.ABSENT, DriverState.ABSENT, DriverState.ABSENT, false);
    }

    DriverState read(final Path file, final long nowMs) throws IOException
    {
        final MappedByteBuffer buffer;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ))
        {
            if (channel.size() < CncFileDescriptor.META_DATA_LENGTH || channel.size() > Integer.MAX_VALUE)
            {
                throw new IOException("not a file of a media driver: file=" + file + " length=" + channel.size());
            }
            buffer = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        }
        try
        {
            return read(file, buffer, nowMs);
        }
        finally
        {
            IoUtil.unmap(buffer);
        }
    }

    private DriverState read(final Path file, final MappedByteBuffer buffer, final long nowMs) throws IOException
    {
        final UnsafeBuffer head = CncFileDescriptor.createMetaDataBuffer(buffer);
        // Written last by a driver that starts.
        CncFileDescriptor.checkVersion(head.getIntVolatile(CncFileDescriptor.cncVersionOffset(0)));
        if (!CncFileDescriptor.isCncFileLengthSufficient(head, buffer.capacity()))
        {
            throw new IOException("a file of a media driver is damaged: file=" + file + " length=" + buffer.capacity());
        }
        final long ageMs = Math.max(0, nowMs - new ManyToOneRingBuffer(
            CncFileDescriptor.createToDriverBuffer(buffer, head)).consumerHeartbeatTime());
        final CountersReader counters = new CountersReader(
            CncFileDescriptor.createCountersMetaDataBuffer(buffer, head),
            CncFileDescriptor.createCountersValuesBuffer(buffer, head),
            StandardCharsets.US_ASCII);
        counters.forEach((counterId, typeId, key, label) -> add(counters, counterId, typeId, key));
        addLags();
        final DriverState state =
            new DriverState(directory.node(), ageMs, electionState, moduleState, isEntryStopped);
        samples.add("DRIVER_UP", node, state.isStale() ? 0 : 1);
        samples.add("DRIVER_HEARTBEAT_AGE", node, ageMs);
        samples.add("DRIVER_START", node, CncFileDescriptor.startTimestampMs(head));
        return state;
    }

    /** All that the archives of this driver have written. */
    long writtenBytes()
    {
        return writtenBytes;
    }

    private void add(final CountersReader counters, final int counterId, final int typeId, final DirectBuffer key)
    {
        final long registrationId = counters.getCounterRegistrationId(counterId);
        final long value = counters.getCounterValue(counterId);
        // Ids are used again: the value may be that of a successor.
        if (registrationId == counters.getCounterRegistrationId(counterId) &&
            CountersReader.RECORD_ALLOCATED == counters.getCounterState(counterId))
        {
            final CounterSpec spec = 0 == typeId ?
                CounterTable.INSTANCE.findSystem(key.getInt(0)) : CounterTable.INSTANCE.find(typeId);
            if (null != spec)
            {
                samples.add(spec, node.merge(dimensions(typeId, key)), value);
            }
            remember(typeId, key, value);
        }
    }

    private static Labels dimensions(final int typeId, final DirectBuffer key)
    {
        if (typeId > OWN_TYPE_ID)
        {
            return Labels.of("partition", Integer.toString(key.getInt(EngineStreams.KEY_PARTITION_OFFSET)));
        }
        return switch (typeId)
        {
            case AeronCounters.DRIVER_SENDER_BPE_TYPE_ID, AeronCounters.FLOW_CONTROL_RECEIVERS_COUNTER_TYPE_ID,
                AeronCounters.DRIVER_SENDER_NAKS_RECEIVED_TYPE_ID, AeronCounters.DRIVER_RECEIVER_NAKS_SENT_TYPE_ID ->
                Labels.of("channel", channel(key), "stream", Integer.toString(key.getInt(STREAM_OFFSET)));
            case AeronCounters.ARCHIVE_RECORDING_POSITION_TYPE_ID ->
                Labels.of("recording", Long.toString(key.getLong(0)));
            default -> FIRST_OF_CLUSTER <= typeId && typeId <= LAST_OF_CLUSTER && SERVICE_ERRORS_TYPE_ID != typeId ?
                Labels.of("cluster", Integer.toString(key.getInt(0))) : Labels.EMPTY;
        };
    }

    private void remember(final int typeId, final DirectBuffer key, final long value)
    {
        switch (typeId)
        {
            case AeronCounters.DRIVER_SUBSCRIBER_POSITION_TYPE_ID -> subscribers.add(position(key, value));
            case AeronCounters.DRIVER_RECEIVER_POS_TYPE_ID -> received.add(position(key, value));
            case AeronCounters.DRIVER_SENDER_LIMIT_TYPE_ID -> limits.add(position(key, value));
            case AeronCounters.DRIVER_RECEIVER_HWM_TYPE_ID -> putHighest(highest, key, value);
            case AeronCounters.DRIVER_PUBLISHER_POS_TYPE_ID -> putHighest(published, key, value);
            case AeronCounters.DRIVER_SENDER_POSITION_TYPE_ID -> putHighest(sent, key, value);
            case AeronCounters.ARCHIVE_RECORDING_POSITION_TYPE_ID ->
                recordings.add(new Position(key.getInt(SESSION_OFFSET), 0, "", key.getLong(0), value));
            case AeronCounters.ARCHIVE_RECORDER_TOTAL_WRITE_BYTES_TYPE_ID -> writtenBytes += value;
            case AeronCounters.CLUSTER_ELECTION_STATE_TYPE_ID -> electionState = value;
            case AeronCounters.CLUSTER_CONSENSUS_MODULE_STATE_TYPE_ID -> moduleState = value;
            case EngineStreams.CLOCK_ENTRY_STOPPED_TYPE_ID -> isEntryStopped |= 0 != value;
            case EngineStreams.EVENTS_END_TYPE_ID ->
                putHighest(eventsEnd, key.getInt(EngineStreams.KEY_PARTITION_OFFSET), value);
            case EngineStreams.PUBLISHED_WATERMARK_TYPE_ID ->
                putHighest(watermark, key.getInt(EngineStreams.KEY_PARTITION_OFFSET), value);
            default ->
            {
                // Shown as it is, or not at all.
            }
        }
    }

    private static Position position(final DirectBuffer key, final long value)
    {
        return new Position(key.getInt(SESSION_OFFSET), key.getInt(STREAM_OFFSET), channel(key), 0, value);
    }

    /** The alias of a channel, or else its medium and where it goes. */
    private static String channel(final DirectBuffer key)
    {
        final int length = Math.clamp(key.getInt(CHANNEL_OFFSET), 0, MAX_CHANNEL_LENGTH);
        final String uri = key.getStringWithoutLengthAscii(CHANNEL_OFFSET + Integer.BYTES, length);
        final int query = uri.indexOf('?');
        if (query < 0)
        {
            return uri;
        }
        String place = "";
        for (final String parameter : uri.substring(query + 1).split("\\|"))
        {
            if (parameter.startsWith("alias="))
            {
                return parameter.substring(parameter.indexOf('=') + 1);
            }
            if (parameter.startsWith("endpoint=") || parameter.startsWith("control=") && place.isEmpty())
            {
                place = '?' + parameter;
            }
        }
        return uri.substring(0, query) + place;
    }

    private void putHighest(final Long2LongHashMap positions, final DirectBuffer key, final long value)
    {
        putHighest(positions, stream(key.getInt(SESSION_OFFSET), key.getInt(STREAM_OFFSET)), value);
        putHighest(sessions, key.getInt(SESSION_OFFSET), value);
    }

    private static void putHighest(final Long2LongHashMap positions, final long key, final long value)
    {
        positions.put(key, Math.max(positions.get(key), value));
    }

    private static long stream(final int sessionId, final int streamId)
    {
        return (long)sessionId << Integer.SIZE | streamId & 0xffff_ffffL;
    }

    private void addLags()
    {
        for (final Position subscriber : subscribers)
        {
            final long stream = stream(subscriber.sessionId(), subscriber.streamId());
            final long end = Math.max(highest.get(stream), Math.max(published.get(stream), sent.get(stream)));
            addLag("SUBSCRIBER_LAG", subscriber.labels(node), end, subscriber.value());
        }
        for (final Position position : received)
        {
            addLag("RECEIVER_GAP", position.labels(node),
                highest.get(stream(position.sessionId(), position.streamId())), position.value());
        }
        for (final Position limit : limits)
        {
            final long stream = stream(limit.sessionId(), limit.streamId());
            final long sender = sent.get(stream);
            if (DriverState.ABSENT != sender)
            {
                samples.add("SENDER_BLOCKED", limit.labels(node), limit.value() <= sender ? 1 : 0);
                addLag("SENDER_BACKLOG", limit.labels(node), published.get(stream), sender);
            }
        }
        for (final Position recording : recordings)
        {
            addLag("RECORDING_LAG", node.merge(Labels.of("recording", Long.toString(recording.recordingId()))),
                sessions.get(recording.sessionId()), recording.value());
        }
        eventsEnd.longForEach((partition, end) ->
        {
            final long position = watermark.get(partition);
            // Market data runs beside one member: with the others it stays 0. An engine that starts has none yet.
            if (position > 0 || 0 == position && DriverState.ABSENT == moduleState)
            {
                addLag("PUBLICATION_LAG", node.merge(Labels.of("partition", Long.toString(partition))), end, position);
            }
        });
    }

    /** The two are not read at one time: what is less than nothing is nothing. */
    private void addLag(final String constant, final Labels labels, final long end, final long position)
    {
        if (DriverState.ABSENT != end)
        {
            samples.add(constant, labels, Math.max(0, end - position));
        }
    }
}
