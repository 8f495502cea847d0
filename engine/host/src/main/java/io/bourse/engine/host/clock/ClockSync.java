// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.clock;

/**
 * Whether the wall clock is disciplined, by what the kernel says. Other programs read the ordinal in a counter: values
 * are only added.
 */
enum ClockSync
{
    /** The system does not say, or was not asked yet. */
    UNKNOWN,
    /** It has not been synchronised since the start: it may be kept right from outside, so it is followed. */
    FREE_RUNNING,
    /** It is synchronised, and as exact as it has to be. */
    LOCKED,
    /** It was synchronised and is not any more, or it is less exact than it has to be. It is not followed. */
    HOLDOVER
}
