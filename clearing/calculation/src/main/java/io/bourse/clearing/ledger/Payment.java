// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

/**
 * A posting that does not follow from a position: a row of RunTables.PAYMENTS.
 *
 * @param account register it belongs to, -1 if both sides are accounts of the house.
 * @param code what it is for.
 * @param debit register, or house account below 0.
 * @param credit register, or house account below 0.
 * @param kopecks above 0.
 * @param reference number of the instruction, call, obligation or default that it follows from.
 */
public record Payment(int account, PostingCode code, int debit, int credit, long kopecks, long reference)
{
    /**
     * Checked values.
     *
     * @throws IllegalArgumentException when the amount is not above 0, or the register is on neither side.
     */
    public Payment
    {
        if (kopecks <= 0 || account >= 0 && account != debit && account != credit || debit == credit)
        {
            throw new IllegalArgumentException("payment is none: account=" + account + " code=" + code + " debit=" +
                debit + " credit=" + credit + " kopecks=" + kopecks + " reference=" + reference);
        }
    }
}
