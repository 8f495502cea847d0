// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

/**
 * What an engine counts since its start. Written by its own thread unless it says otherwise, read by any.
 */
public enum EngineCounter
{
    /** Commands stamped and offered to the journal; in a cluster those of the log, read again after a start. */
    COMMANDS_JOURNALLED,
    /** Commands executed, those of the recovery included. */
    COMMANDS_EXECUTED,
    /** Orders that live now. */
    LIVE_ORDERS,
    /** Commands and entries of quotes refused with CAPACITY. */
    CAPACITY_REFUSALS,
    /** How often there was 80 % of what the venue, or a login, may have. */
    CAPACITY_ALARMS,
    /** Event frames published. */
    EVENT_FRAMES_PUBLISHED,
    /** Event frames that the recovery found recorded already. */
    EVENT_FRAMES_SKIPPED,
    /** Attempts that found the journal not taking more. */
    JOURNAL_BACK_PRESSURE,
    /** Attempts that found the event stream not taking more. */
    EVENT_BACK_PRESSURE,
    /** Messages of other processes that were no commands and were dropped. */
    MALFORMED_COMMANDS,
    /** Commands that were passed over because two people have quarantined them. */
    COMMANDS_QUARANTINED,
    /** Snapshots that are complete and on the disk. */
    SNAPSHOTS_TAKEN,
    /** Snapshots that were due and were not written. */
    SNAPSHOTS_FAILED,
    /** Purges that came to their ends, whether they found anything to remove or not. */
    PURGES_RUN,
    /** Purges that failed and are tried again. */
    PURGES_FAILED,
    /** How long the matcher stood for the last snapshot; 0 before the first one. */
    LAST_SNAPSHOT_PAUSE_NS,
    /**
     * Commands that a gateway had left when it was killed, and that were dropped because its successor had connected.
     */
    FORMER_LIFE_COMMANDS,
    /** Offers refused because the ring was full. Written by the producers. */
    RING_FULL,
    /** Connections to archive and ingress that did not prove who they are. Written by any thread. */
    CONNECTIONS_REFUSED,
    /**
     * Messages at the ingress of senders that have not proven who they are; dropped. In a cluster those are counted
     * that the log holds.
     */
    UNAUTHENTICATED_COMMANDS,
    /** Commands that named another sender, or were not of their sender's role; dropped. */
    FORBIDDEN_COMMANDS,
    /** Duty cycles of the thread that executes commands. */
    DUTY_CYCLES,
    /** Engine time of the last command executed, in nanoseconds since the Unix epoch. */
    LAST_COMMAND_NS,
    /** Segments of history that were archived and read back, those that were verified again included. */
    SEGMENTS_ARCHIVED
}
