// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import java.util.List;

/**
 * Limits that partitions share, and of which one gives to another; the field {@code limitKind} of what moves them.
 */
public final class SharedLimits
{
    /** All of them. */
    public static final List<LimitKind> KINDS =
        List.of(LimitKind.COLLATERAL, LimitKind.ACTIVE_ORDERS, LimitKind.ORDER_RATE);

    private SharedLimits()
    {
    }

    /** The value of the field. */
    public static short value(final LimitKind kind)
    {
        return LimitKind.COLLATERAL == kind ? 0 : kind.value();
    }

    /**
     * What the field says.
     *
     * @param value any.
     * @return {@code NULL_VAL} when partitions share no such limit.
     */
    public static LimitKind of(final int value)
    {
        for (int i = 0; i < KINDS.size(); i++)
        {
            if (value == value(KINDS.get(i)))
            {
                return KINDS.get(i);
            }
        }
        return LimitKind.NULL_VAL;
    }
}
