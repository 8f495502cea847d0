// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.engine.protocol.AccountCode;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Registers of a test in any order, ranked the slow way. */
public final class TestRegisters implements RegisterOrder
{
    private final List<String> codes;
    private final int[] accounts;
    private final int[] ranks;

    /**
     * Registers by account id.
     *
     * @param codes seven characters each.
     */
    public TestRegisters(final List<String> codes)
    {
        this.codes = List.copyOf(codes);
        this.accounts = IntStream.range(0, codes.size()).boxed()
            .sorted(Comparator.comparing(codes::get)).mapToInt(Integer::intValue).toArray();
        this.ranks = new int[accounts.length];
        for (int rank = 0; rank < accounts.length; rank++)
        {
            ranks[accounts[rank]] = rank;
        }
    }

    /**
     * Code of a register.
     *
     * @param accountId from 0.
     * @return text.
     */
    public String name(final int accountId)
    {
        return codes.get(accountId);
    }

    /**
     * Finds a register.
     *
     * @param code seven characters.
     * @return account id.
     */
    public int idOf(final String code)
    {
        return codes.indexOf(code);
    }

    @Override
    public int size()
    {
        return accounts.length;
    }

    @Override
    public long code(final int accountId)
    {
        return AccountCode.pack(codes.get(accountId));
    }

    @Override
    public int rank(final int accountId)
    {
        return ranks[accountId];
    }

    @Override
    public int accountAt(final int rank)
    {
        return accounts[rank];
    }
}
