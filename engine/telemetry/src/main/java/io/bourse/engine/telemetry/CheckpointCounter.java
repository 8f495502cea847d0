// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

/**
 * What a component counts of the checkpoints from which its next start goes on.
 */
public enum CheckpointCounter
{
    /** Cursor of the last checkpoint that is complete, also of one that the component started from; 0 for none. */
    CURSOR,
    /** When that checkpoint was written, milliseconds since the Unix epoch; 0 for none. */
    WRITTEN_MS,
    /** Checkpoints written. */
    WRITTEN,
    /** Checkpoints that could not be written. */
    FAILED,
    /** How long the component stood to copy its state for the last one. */
    LAST_COPY_NS
}
