// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.core.risk.LimitMoves;
import io.bourse.engine.core.risk.LimitValues;
import io.bourse.engine.core.risk.Register;
import io.bourse.engine.core.risk.TradingLimits;
import io.bourse.engine.protocol.LimitKind;

/**
 * What of a register goes into the hash of the state: what was set, the window of its order rate, and the range units
 * traded in the session. Everything else follows from positions, margins and live orders.
 */
public final class RegisterHash
{
    private RegisterHash()
    {
    }

    /** Whether anything was ever set or is counted. */
    public static boolean isSet(final Register register)
    {
        return register.hasCollateral() || null != register.limits() || 0 != register.tradedUnits() ||
            null != register.moves(LimitKind.COLLATERAL);
    }

    public static void add(final StateHash hash, final Register register)
    {
        hash.add(register.hasCollateral());
        hash.add(register.collateralKopecks());
        if (0 != register.tradedUnits())
        {
            hash.add(register.tradedUnits());
        }
        add(hash, register.moves(LimitKind.COLLATERAL));
        final TradingLimits limits = register.limits();
        hash.add(null != limits);
        if (null != limits)
        {
            add(hash, limits.venue());
            hash.add(limits.windowStartNs());
            hash.add(limits.ordersInWindow());
            if (null != limits.firm())
            {
                add(hash, limits.firm());
                hash.add(limits.isBlocked());
            }
            addMoves(hash, LimitKind.ACTIVE_ORDERS, register);
            addMoves(hash, LimitKind.ORDER_RATE, register);
        }
    }

    private static void addMoves(final StateHash hash, final LimitKind kind, final Register register)
    {
        if (null != register.moves(kind))
        {
            hash.add(kind.value());
            add(hash, register.moves(kind));
        }
    }

    private static void add(final StateHash hash, final LimitMoves moves)
    {
        for (int i = 0; null != moves && i < moves.size(); i++)
        {
            hash.add(moves.partitionAt(i));
            hash.add(moves.givenAt(i));
            hash.add(moves.takenAt(i));
        }
    }

    private static void add(final StateHash hash, final LimitValues values)
    {
        hash.add(values.positionLots());
        hash.add(values.orderLots());
        hash.add(values.orderNotionalKopecks());
        hash.add(values.activeOrders());
        hash.add(values.ordersPerSecond());
    }
}
