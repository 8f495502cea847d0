// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.engine.protocol.AccountCode;

/**
 * Ranks of the registers. Registers that were loaded in the order of their codes are their own rank, and nothing has to
 * be looked up: at full volume the look-ups would be cache misses.
 */
final class Registers
{
    private final RegisterOrder order;
    private final int size;
    private final boolean isOwnRank;

    /**
     * Ranks of a run.
     *
     * @param order of its registers.
     */
    Registers(final RegisterOrder order)
    {
        this.order = order;
        this.size = order.size();
        this.isOwnRank = isOwnRank(order);
    }

    private static boolean isOwnRank(final RegisterOrder order)
    {
        for (int id = 0; id < order.size(); id++)
        {
            if (id != order.rank(id))
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Number of registers.
     *
     * @return from 0.
     */
    int size()
    {
        return size;
    }

    /**
     * Whether every register is its own rank.
     *
     * @return true if so.
     */
    boolean isOwnRank()
    {
        return isOwnRank;
    }

    /**
     * Place of a register.
     *
     * @param accountId from 0.
     * @return rank from 0.
     */
    int rank(final int accountId)
    {
        return isOwnRank ? accountId : order.rank(accountId);
    }

    /**
     * Register at a place.
     *
     * @param rank from 0.
     * @return account id.
     */
    int accountAt(final int rank)
    {
        return isOwnRank ? rank : order.accountAt(rank);
    }

    /**
     * A register for people.
     *
     * @param accountId any.
     * @return its code, or its number when it is unknown.
     */
    String name(final int accountId)
    {
        return accountId < 0 || accountId >= size ?
            "unknown-" + accountId : AccountCode.unpack(order.code(accountId));
    }
}
