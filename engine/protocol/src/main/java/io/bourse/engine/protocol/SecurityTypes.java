// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

/**
 * Bits of the field {@code securityTypes} of a mass cancel, as TWIME SecurityTypeSet (TWIME A.1).
 */
public final class SecurityTypes
{
    /** Futures. */
    public static final int FUTURE = 1 << 0;
    /** Options. */
    public static final int OPTION = 1 << 1;
    /** Strategies. */
    public static final int MULTILEG = 1 << 2;

    private SecurityTypes()
    {
    }
}
