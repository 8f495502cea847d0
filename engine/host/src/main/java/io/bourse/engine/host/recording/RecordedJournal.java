// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.aeron.logbuffer.FragmentHandler;

/**
 * The journal as the matcher reads it: what was appended, how much of that is recorded, how far it has read. Production
 * has one implementation, so that the calls stay direct; the simulator has another one in memory.
 */
public interface RecordedJournal
{
    /**
     * How far the journal is recorded. Nothing after it may be executed.
     *
     * @return position in bytes.
     * @throws IllegalStateException when it is no longer recorded, or can no longer be read.
     */
    long recordedPosition();

    /**
     * How far the journal is written.
     *
     * @return position in bytes.
     */
    long appendedPosition();

    /**
     * How far the journal was read.
     *
     * @return position in bytes.
     */
    long position();

    /**
     * Hands over commands in their order.
     *
     * @param handler of the commands.
     * @param limitPosition not to go beyond.
     * @param commandLimit most commands.
     * @return commands handed over.
     */
    int poll(FragmentHandler handler, long limitPosition, int commandLimit);
}
