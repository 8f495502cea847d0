// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.ring;

/**
 * How large a venue is. Every brokerage firm has one login, whose id is the firm's index + 1.
 */
public enum VenueShape
{
    /** A venue of a benchmark that fits into caches. */
    SMALL(1_000, 50, 8, 2_500),
    /** The accounts and instruments of a national exchange. */
    LARGE(20_000_000, VenueShape.MAX_ACCOUNTS_PER_FIRM, 100_000, 1);

    private static final int MAX_ACCOUNTS_PER_FIRM = 36 * 36 * 36;

    private final int accounts;
    private final int accountsPerFirm;
    private final int instruments;
    private final int standingOrders;

    VenueShape(final int accounts, final int accountsPerFirm, final int instruments, final int standingOrders)
    {
        this.accounts = accounts;
        this.accountsPerFirm = accountsPerFirm;
        this.instruments = instruments;
        this.standingOrders = standingOrders;
    }

    /** Number of accounts, whose ids are from 0. */
    public int accounts()
    {
        return accounts;
    }

    int accountsPerFirm()
    {
        return accountsPerFirm;
    }

    /** Number of instruments, whose ids are from 1. */
    public int instruments()
    {
        return instruments;
    }

    /** Orders that rest far from the market on each side of every book, all the time. */
    int standingOrders()
    {
        return standingOrders;
    }

    int firms()
    {
        return (accounts + accountsPerFirm - 1) / accountsPerFirm;
    }

    /** Id of the login that trades on an account. */
    public int loginOf(final int accountId)
    {
        return accountId / accountsPerFirm + 1;
    }
}
