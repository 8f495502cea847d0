// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.TimeInForce;

/**
 * Bits of FlagsSet that this venue sets (sheet A.1).
 */
final class OrderFlags
{
    static final long DAY = 1L;
    static final long IOC = 1L << 1;
    static final long FOK = 1L << 19;
    static final long REPLACE = 1L << 20;
    static final long CANCEL = 1L << 21;
    static final long ACTIVE_SIDE = 1L << 41;
    static final long PASSIVE_SIDE = 1L << 42;

    private OrderFlags()
    {
    }

    static long ofTimeInForce(final TimeInForce timeInForce)
    {
        return switch (timeInForce)
        {
            case IOC -> IOC;
            case FOK -> FOK;
            default -> DAY;
        };
    }

    static long ofCancelReason(final CancelReason reason)
    {
        return switch (reason)
        {
            case IOC_REST -> IOC;
            case REPLACE_MISMATCH, REPLACE_FILLED -> DAY | REPLACE | CANCEL;
            default -> DAY | CANCEL;
        };
    }
}
