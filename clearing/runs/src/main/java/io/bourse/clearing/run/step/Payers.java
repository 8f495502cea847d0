// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.engine.protocol.AccountCode;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Register that pays what a settlement account is charged: the own register of its first brokerage firm that has one,
 * else its first register. Reads the registers once, and only for the first charge.
 */
final class Payers
{
    /** Last three characters of an own register, where a packed code has them. */
    private static final long OWN = AccountCode.packPrefix("000");
    private static final int OWN_SHIFT = Byte.SIZE * AccountCode.BROKERAGE_FIRM_LENGTH;

    private final RegisterOrder registers;
    private final LongFunction<String> settlementAccountOf;
    private Map<String, Integer> payers;

    /**
     * Payers of a run.
     *
     * @param registers at the cut.
     * @param settlementAccountOf settlement account of a packed register code.
     */
    Payers(final RegisterOrder registers, final LongFunction<String> settlementAccountOf)
    {
        this.registers = registers;
        this.settlementAccountOf = settlementAccountOf;
    }

    /** Account id of the register that pays for a settlement account; -1 when it has none. */
    int of(final String settlementAccount)
    {
        if (null == payers)
        {
            payers = find();
        }
        return payers.getOrDefault(settlementAccount, -1);
    }

    private Map<String, Integer> find()
    {
        final Map<String, Integer> first = new TreeMap<>();
        final Map<String, Integer> own = new TreeMap<>();
        long firm = -1;
        String settlementAccount = null;
        for (int rank = 0; rank < registers.size(); rank++)
        {
            final int account = registers.accountAt(rank);
            final long code = registers.code(account);
            if (AccountCode.brokerageFirm(code) != firm)
            {
                firm = AccountCode.brokerageFirm(code);
                settlementAccount = settlementAccountOf.apply(code);
                first.putIfAbsent(settlementAccount, account);
            }
            if (OWN == code >>> OWN_SHIFT)
            {
                own.putIfAbsent(settlementAccount, account);
            }
        }
        first.putAll(own);
        return first;
    }
}
