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
    /** Counter: journal position of the last complete snapshot. Its key is {@link #KEY_LENGTH} bytes, as below. */
    public static final int SNAPSHOT_POSITION_TYPE_ID = 2_611_003;
    /** Counter: journal position of the last snapshot that failed. */
    public static final int SNAPSHOT_FAILED_TYPE_ID = 2_611_004;
    /** Counter: how long the matcher stood for the last snapshot, in nanoseconds. */
    public static final int SNAPSHOT_PAUSE_TYPE_ID = 2_611_005;
    /** Counter: records of the last complete snapshot; 0 when the host does not count them. */
    public static final int SNAPSHOT_RECORDS_TYPE_ID = 2_611_006;
    /** Counter: bytes in these records; 0 when the host does not count them. */
    public static final int SNAPSHOT_BYTES_TYPE_ID = 2_611_007;
    /** Counter: nonce for the publications of commands, see {@code Identification}. Its key is as above. */
    public static final int INGRESS_NONCE_TYPE_ID = 2_611_008;
    /** Counter: how far the wall clock of the host is ahead of its stamps, in nanoseconds. Its key is as above. */
    public static final int CLOCK_OFFSET_TYPE_ID = 2_611_020;
    /** Counter: stamp at which the state of the clock began. */
    public static final int CLOCK_SINCE_TYPE_ID = 2_611_021;
    /** Counter: alarms of the clock since the host started. */
    public static final int CLOCK_ALARMS_TYPE_ID = 2_611_022;
    /** Counter: state of the clock, see {@link ClockStatus}. */
    public static final int CLOCK_STATE_TYPE_ID = 2_611_023;
    /** Counter: 1 while order entry is stopped until the time is confirmed. Its key is as above. */
    public static final int CLOCK_ENTRY_STOPPED_TYPE_ID = 2_611_024;
    /** Counter: whether the wall clock is disciplined, see {@link ClockStatus}. Its key is as above. */
    public static final int CLOCK_SYNC_TYPE_ID = 2_611_025;
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
