// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.layout;

/**
 * The client registers of a run and the order of their codes, which is the order of every table.
 */
public interface RegisterOrder
{
    /**
     * Number of registers at the cut.
     *
     * @return from 0.
     */
    int size();

    /**
     * Code of a register.
     *
     * @param accountId from 0.
     * @return packed code.
     */
    long code(int accountId);

    /**
     * Place of a register in the order of the codes.
     *
     * @param accountId from 0.
     * @return rank from 0.
     */
    int rank(int accountId);

    /**
     * Register at a place.
     *
     * @param rank from 0.
     * @return account id.
     */
    int accountAt(int rank);
}
