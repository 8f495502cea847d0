// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.collateral.AccountFunds;

import java.util.List;
import java.util.SortedMap;

/**
 * Contents of {@code funds.json}.
 *
 * @param format {@link #FORMAT}.
 * @param tradingDate YYYYMMDD.
 * @param firms settlement account by brokerage firm, for firms that have money, margin or pledges.
 * @param accounts by code.
 */
@JsonPropertyOrder({"format", "runId", "tradingDate", "firms", "accounts"})
public record FundsFile(
    String format, long runId, int tradingDate, SortedMap<String, String> firms, List<AccountFunds> accounts)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-clearing-funds/1";
    /** Name of the file in a run directory. */
    public static final String FILE_NAME = "funds.json";
    /** Name of the same rows as CSV. */
    public static final String CSV_NAME = "funds.csv";

    /**
     * A settlement account.
     *
     * @return its funds; null when it has none.
     */
    public AccountFunds account(final String code)
    {
        for (final AccountFunds account : accounts)
        {
            if (account.settlementAccount().equals(code))
            {
                return account;
            }
        }
        return null;
    }
}
