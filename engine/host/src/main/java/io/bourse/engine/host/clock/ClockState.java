// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.clock;

/**
 * What a host thinks of its wall clock. Other programs read the ordinal in a counter: values are only added.
 */
enum ClockState
{
    /** It differs from the stamps by the step limit at most. */
    TRUSTED,
    /** It is ahead by more. Stamps go on with the monotonic clock. */
    AHEAD,
    /** It is behind by more, and that is not confirmed. Stamps run slower by the slew. */
    BEHIND,
    /** It is behind by more, and that was confirmed. Stamps run slower by the slew. */
    ABSORBING;

    /**
     * Whether order entry is to be stopped.
     *
     * @return true while it is uncertain what time it is.
     */
    boolean isAlarm()
    {
        return switch (this)
        {
            case AHEAD, BEHIND -> true;
            case TRUSTED, ABSORBING -> false;
        };
    }
}
