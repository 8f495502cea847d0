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
     * Assets that a register can deliver.
     *
     * @param account register.
     * @param asset code.
     * @return whole units, from 0.
     */
    long units(int account, String asset);
}
