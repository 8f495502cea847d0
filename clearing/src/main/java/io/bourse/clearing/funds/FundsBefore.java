// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import io.bourse.engine.protocol.AccountCode;

import java.util.List;

/**
 * What the run before has found free, and the rule it has found it by.
 *
 * @param funds of settlement accounts.
 * @param assets with the rates, haircuts and shares of that run.
 * @param shareE6 most that all assets together covered of the margin, a fraction x 1 000 000.
 */
public record FundsBefore(FundsFile funds, List<Asset> assets, long shareE6)
{
    /**
     * Fixed values.
     */
    public FundsBefore
    {
        assets = List.copyOf(assets);
    }

    /** Number of an asset in the run before; -1 when it did not know it. */
    int asset(final String code)
    {
        for (int i = 0; i < assets.size(); i++)
        {
            if (assets.get(i).code().equals(code))
            {
                return i;
            }
        }
        return -1;
    }

    /** Account that a register was under in that run; null when its brokerage firm had nothing. */
    String settlementAccount(final String client)
    {
        return funds.firms().get(client.substring(0, AccountCode.BROKERAGE_FIRM_LENGTH));
    }
}
