// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import io.bourse.clearing.ledger.HouseAccounts;

/**
 * Layers that bear a loss, in their order (rules 1.8).
 */
public enum CoverLayer
{
    /** Money of the defaulter's other registers under the settlement account. */
    OWN_MONEY(HouseAccounts.SETTLEMENT),
    /** What the defaulter has paid into the default fund. */
    OWN_CONTRIBUTION(HouseAccounts.DEFAULT_FUND),
    /** Capital that the house sets aside for it. */
    CCP_CAPITAL(HouseAccounts.CCP_CAPITAL),
    /** What the other members have paid into the default fund. */
    SURVIVORS(HouseAccounts.DEFAULT_FUND),
    /** Capital that the house adds at last. */
    CCP_ADDITIONAL(HouseAccounts.CCP_ADDITIONAL);

    private final int houseAccount;

    CoverLayer(final int houseAccount)
    {
        this.houseAccount = houseAccount;
    }

    /**
     * Account of the house that the money comes from or goes through.
     *
     * @return below 0, see {@link HouseAccounts}.
     */
    public int houseAccount()
    {
        return houseAccount;
    }
}
