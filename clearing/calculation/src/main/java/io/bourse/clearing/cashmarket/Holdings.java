// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

/**
 * What registers have before a run settles anything.
 */
public interface Holdings
{
    /**
     * Money that a register can pay with.
     *
     * @param account register.
     * @return kopecks; below 0 when it owes.
     */
    long cashKopecks(int account);

    /**
     * Assets that a register can deliver, or pay with.
     *
     * @param account register.
     * @param asset code.
     * @return from 0; hundredths of a currency.
     */
    long units(int account, String asset);

    /**
     * In what an asset is held.
     *
     * @param asset code.
     * @return 100 of a currency, 1 of a security and of what no register can hold.
     */
    long unitsOfOne(String asset);
}
