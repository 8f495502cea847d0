// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.retention;

/**
 * What a consumer of the event stream still needs.
 *
 * @param consumer its name.
 * @param cursor from which it would replay the stream; all after it must be kept.
 * @param isRegistered false for one that is known and has not said anything: it needs everything.
 */
public record ConsumerHold(String consumer, long cursor, boolean isRegistered)
{
    /** What it holds, for people. */
    public String reason()
    {
        return "consumer " + consumer + (isRegistered ? "" : ", which is not registered,") + " needs events from " +
            cursor;
    }
}
