// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.layout;

import io.bourse.engine.protocol.AccountCode;

/**
 * Ranks and brokerage firms of registers that are asked for in the order of their codes, as every table has them. Both
 * are found by going on from the last register: to look them up would be a cache miss or two a register, which is most
 * of what a step over a large table costs. Registers out of order are looked up. One thread's.
 */
public final class RegisterWalk
{
    /** Registers without a row that are passed over one by one; beyond them a look-up is cheaper. */
    private static final int MOST_PASSED = 64;

    private final RegisterOrder registers;
    private int at;
    private long firm;
    private int firmFrom;
    private int firmTo;

    /**
     * A walk that begins anywhere.
     *
     * @param registers of the run.
     */
    public RegisterWalk(final RegisterOrder registers)
    {
        this.registers = registers;
    }

    /**
     * Place of a register in the order of the codes.
     *
     * @param accountId from 0, below the number of registers.
     * @return rank from 0.
     */
    public int rank(final int accountId)
    {
        final int end = Math.min(registers.size(), at + MOST_PASSED);
        int rank = at;
        while (rank < end && registers.accountAt(rank) != accountId)
        {
            rank++;
        }
        at = rank < end ? rank : registers.rank(accountId);
        return at;
    }

    /**
     * Brokerage firm of a register.
     *
     * @param accountId from 0, below the number of registers.
     * @return packed code of the firm.
     */
    public long firm(final int accountId)
    {
        final int rank = rank(accountId);
        if (rank < firmFrom || rank >= firmTo)
        {
            findFirm(rank);
        }
        return firm;
    }

    /** Registers of a firm follow each other: steps that double, then halves. */
    private void findFirm(final int rank)
    {
        firm = firmAt(rank);
        firmFrom = rank;
        int last = rank;
        int step = 1;
        while (step < registers.size() - last && firmAt(last + step) == firm)
        {
            last += step;
            step <<= 1;
        }
        firmTo = Math.min(registers.size(), last + step);
        while (firmTo - last > 1)
        {
            final int middle = last + firmTo >>> 1;
            if (firmAt(middle) == firm)
            {
                last = middle;
            }
            else
            {
                firmTo = middle;
            }
        }
    }

    private long firmAt(final int rank)
    {
        return AccountCode.brokerageFirm(registers.code(registers.accountAt(rank)));
    }
}
