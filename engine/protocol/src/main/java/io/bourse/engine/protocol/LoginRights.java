// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

/**
 * Bits of the field {@code rights} of logins.
 */
public final class LoginRights
{
    /** The DontCheckLimits flag of its orders is honoured. */
    public static final int DONT_CHECK_LIMITS = 1 << 0;
    /** May send mass quotes. */
    public static final int QUOTES = 1 << 1;
    /** May use the kill switch of its own firm. */
    public static final int KILL_SWITCH = 1 << 2;

    private LoginRights()
    {
    }
}
