// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.ring;

/**
 * How large a venue is. Every brokerage firm has one login, whose id is the firm's index + 1.
 *
 * @param accounts how many, with ids from 0.
 * @param accountsPerFirm how many each brokerage firm has.
 * @param instruments how many, with ids from 1.
 * @param restingOrders that rest far from the market on each side of every book, all the time.
 */
public record VenueShape(String name, int accounts, int accountsPerFirm, int instruments, int restingOrders)
{
    /** A venue of a benchmark that fits into caches. */
    public static final VenueShape SMALL = new VenueShape("SMALL", 1_000, 50, 8, 2_500);
    /** The accounts and instruments of a national exchange. */
    public static final VenueShape LARGE = new VenueShape("LARGE", 20_000_000, 36 * 36 * 36, 100_000, 1);

    int firms()
    {
        return (accounts + accountsPerFirm - 1) / accountsPerFirm;
    }

    /**
     * The login that trades on an account.
     *
     * @return id of the login.
     */
    public int loginOf(final int accountId)
    {
        return accountId / accountsPerFirm + 1;
    }

    @Override
    public String toString()
    {
        return name;
    }
}
