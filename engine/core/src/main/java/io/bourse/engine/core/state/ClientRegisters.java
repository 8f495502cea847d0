// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.core.risk.Register;

import java.util.Arrays;

/**
 * Registers of accounts. Most of the millions of accounts never trade: a register is made with the first order or limit
 * of its account, and a page with the first register on it.
 */
public final class ClientRegisters
{
    private static final int PAGE_SHIFT = 10;
    private static final int PAGE_SIZE = 1 << PAGE_SHIFT;
    private static final int PAGE_MASK = PAGE_SIZE - 1;

    /** Visits registers. */
    @FunctionalInterface
    public interface Visitor
    {
        /**
         * One register.
         *
         * @param accountId whose it is.
         * @param register of the account.
         */
        void onRegister(int accountId, Register register);
    }

    private Register[][] pages = new Register[16][];

    /**
     * Register of an account.
     *
     * @param accountId from 0.
     * @return register, or null when there is none yet.
     */
    public Register get(final int accountId)
    {
        final int page = accountId >>> PAGE_SHIFT;
        return page < pages.length && null != pages[page] ? pages[page][accountId & PAGE_MASK] : null;
    }

    /**
     * Register of an account, made when there is none yet.
     *
     * @param accountId from 0.
     * @return register.
     */
    public Register getOrAdd(final int accountId)
    {
        final int page = accountId >>> PAGE_SHIFT;
        if (page >= pages.length)
        {
            pages = Arrays.copyOf(pages, Math.max(pages.length << 1, page + 1));
        }
        if (null == pages[page])
        {
            pages[page] = new Register[PAGE_SIZE];
        }
        Register register = pages[page][accountId & PAGE_MASK];
        if (null == register)
        {
            register = new Register();
            pages[page][accountId & PAGE_MASK] = register;
        }
        return register;
    }

    /** Adds what was set, accounts ascending. */
    public void hashInto(final StateHash hash)
    {
        forEach((accountId, register) ->
        {
            if (RegisterHash.isSet(register))
            {
                hash.add(accountId);
                RegisterHash.add(hash, register);
            }
        });
    }

    /**
     * Visits every register, accounts ascending.
     *
     * @param visitor that must not add any.
     */
    public void forEach(final Visitor visitor)
    {
        for (int page = 0; page < pages.length; page++)
        {
            for (int i = 0; null != pages[page] && i < PAGE_SIZE; i++)
            {
                final Register register = pages[page][i];
                if (null != register)
                {
                    visitor.onRegister((page << PAGE_SHIFT) + i, register);
                }
            }
        }
    }
}
