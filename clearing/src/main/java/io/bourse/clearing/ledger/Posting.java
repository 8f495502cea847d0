// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

/**
 * One entry of the ledger: an amount above zero from a debited to a credited account. Never changed; a correction is
 * another posting.
 *
 * @param id key of the source within the run; the same step done again gives the same id.
 * @param debit ledger account.
 * @param credit ledger account.
 * @param amountKopecks above 0.
 * @param code what it is for.
 */
public record Posting(long id, int debit, int credit, long amountKopecks, PostingCode code)
{
    /**
     * Checks the amount and the accounts.
     *
     * @throws IllegalArgumentException when it posts nothing or to itself.
     */
    public Posting
    {
        if (amountKopecks <= 0 || debit == credit)
        {
            throw new IllegalArgumentException("a posting moves an amount above 0 between two accounts: id=" + id +
                " debit=" + debit + " credit=" + credit + " amountKopecks=" + amountKopecks);
        }
    }
}
