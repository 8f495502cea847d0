// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.core.command.FieldCheck;
import org.agrona.DirectBuffer;

import java.util.ArrayList;
import java.util.List;

/**
 * Settlement accounts in order of definition. There are hundreds, not millions, and only configuration looks for one by
 * its code.
 */
public final class SettlementAccounts
{
    private final List<SettlementAccount> accounts = new ArrayList<>();

    public int size()
    {
        return accounts.size();
    }

    /** Settlement account by order of definition. */
    public SettlementAccount get(final int settlementAccountId)
    {
        return accounts.get(settlementAccountId);
    }

    /** Settlement account of a brokerage firm, or null. */
    public SettlementAccount of(final BrokerageFirm firm)
    {
        return KeyTable.MISSING == firm.settlementAccountId ? null : accounts.get(firm.settlementAccountId);
    }

    /**
     * Settlement account of a code that may come from outside.
     *
     * @param buffer that holds the code.
     * @param codeOffset of its 12 bytes.
     * @return the settlement account, or null.
     */
    public SettlementAccount find(final DirectBuffer buffer, final int codeOffset)
    {
        for (int i = 0; i < accounts.size(); i++)
        {
            if (FieldCheck.contains(buffer, codeOffset, accounts.get(i).code))
            {
                return accounts.get(i);
            }
        }
        return null;
    }

    /**
     * Adds a settlement account that is not there yet.
     *
     * @param buffer that holds its code.
     * @param codeOffset of the 12 bytes.
     */
    public void add(final DirectBuffer buffer, final int codeOffset)
    {
        accounts.add(new SettlementAccount(buffer, codeOffset, accounts.size()));
    }
}
