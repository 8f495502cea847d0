// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

/**
 * Names that the host and its clients must agree on: streams and counters of one engine. Every engine has a media
 * driver of its own, so the numbers are the same for every partition.
 */
public final class EngineStreams
{
    /** All traffic stays on the machine. */
    public static final String CHANNEL = "aeron:ipc";
    /** Journal of stamped commands. */
    public static final int JOURNAL_STREAM_ID = 1001;
    /** Event frames. */
    public static final int EVENTS_STREAM_ID = 1002;
    /** Commands of other processes, not stamped yet. */
    public static final int COMMANDS_STREAM_ID = 1003;
    /** Replays of recorded events, one session per follower. */
    public static final int REPLAY_STREAM_ID = 1004;
    /** Requests to the archive. */
    public static final int ARCHIVE_CONTROL_STREAM_ID = 1010;
    /** Answers of the archive. */
    public static final int ARCHIVE_RESPONSE_STREAM_ID = 1011;
    /** Counter: cursor up to which market data is public. Its key is {@link #KEY_LENGTH} bytes. */
    public static final int PUBLISHED_WATERMARK_TYPE_ID = 2_611_001;
    /** Counter: end of the event stream. Its key is {@link #KEY_LENGTH} bytes. */
    public static final int EVENTS_END_TYPE_ID = 2_611_002;
    /** Offset of the partition, an int, in a counter key. */
    public static final int KEY_PARTITION_OFFSET = 0;
    /** Offset of the schema version of commands and events, an int, in a counter key. */
    public static final int KEY_SCHEMA_VERSION_OFFSET = 4;
    /** Offset of the events recording id, a long, in a counter key. */
    public static final int KEY_RECORDING_ID_OFFSET = 8;
    /** Length of a counter key. */
    public static final int KEY_LENGTH = 16;

    private EngineStreams()
    {
    }
}
