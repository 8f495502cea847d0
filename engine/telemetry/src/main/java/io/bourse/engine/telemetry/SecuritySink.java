// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

/**
 * Takes what concerns access to the venue, from any thread, without waiting.
 */
@FunctionalInterface
public interface SecuritySink
{
    /** Keeps nothing. */
    SecuritySink NONE = (event) ->
    {
        // Without a venue there is no log.
    };

    /**
     * Takes an event.
     *
     * @param event to be kept.
     */
    void write(SecurityEvent event);
}
