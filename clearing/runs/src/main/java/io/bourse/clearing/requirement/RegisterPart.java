// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What came of consecutive registers.
 */
final class RegisterPart
{
    int[] accounts;
    long[] positionsKopecks;
    long[] requiredKopecks;
    int size;
    int sampled;
    final List<ClientMargin> limited = new ArrayList<>();
    /** Packed codes of the brokerage firms, in order; the first and the last may go on in other parts. */
    final List<Long> firms = new ArrayList<>();
    final List<NettedPortfolio> portfolios = new ArrayList<>();

    RegisterPart(final int capacity)
    {
        accounts = new int[Math.min(capacity, 1 << 12)];
        positionsKopecks = new long[accounts.length];
        requiredKopecks = new long[accounts.length];
    }

    NettedPortfolio beginFirm(final long firm, final int instruments)
    {
        firms.add(firm);
        portfolios.add(new NettedPortfolio(instruments));
        return portfolios.getLast();
    }

    void add(final int account, final long positions, final long required)
    {
        if (size == accounts.length)
        {
            final int length = Math.max(16, size << 1);
            accounts = Arrays.copyOf(accounts, length);
            positionsKopecks = Arrays.copyOf(positionsKopecks, length);
            requiredKopecks = Arrays.copyOf(requiredKopecks, length);
        }
        accounts[size] = account;
        positionsKopecks[size] = positions;
        requiredKopecks[size++] = required;
    }
}
