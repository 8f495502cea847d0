// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.Sum128;
import io.bourse.engine.protocol.AccountCode;

/**
 * What the registers of one brokerage firm, or of several, add up to (rules 1.1), three times: in the money, in the
 * positions and in the postings. Sums are kopecks.
 */
public final class FirmTotal
{
    private static final int CLEARING_FIRM_LENGTH = 2;

    final long firm;
    long registers;
    final Sum128[] money = Sum128.array(RunTables.MONEY.columns().size());
    final Sum128[] positions = Sum128.array(RunTables.MONEY.columns().size());
    final Sum128 postings = new Sum128();

    /**
     * Nothing yet.
     *
     * @param firm packed code; 0 for several firms.
     */
    public FirmTotal(final long firm)
    {
        this.firm = firm;
    }

    /**
     * Adds another total.
     *
     * @param other that is added.
     */
    public void add(final FirmTotal other)
    {
        registers += other.registers;
        Sum128.add(money, other.money);
        Sum128.add(positions, other.positions);
        postings.add(other.postings);
    }

    /**
     * Brokerage firm.
     *
     * @return four characters.
     */
    public String name()
    {
        return AccountCode.unpack(firm);
    }

    /**
     * Clearing firm above it.
     *
     * @return two characters.
     */
    public String clearingFirm()
    {
        return name().substring(0, CLEARING_FIRM_LENGTH);
    }

    /**
     * Registers with money or a position.
     *
     * @return number of rows of money.
     */
    public long registers()
    {
        return registers;
    }

    /**
     * A column of the money.
     *
     * @param column of RunTables.MONEY.
     * @return sum.
     */
    public Sum128 money(final int column)
    {
        return money[column];
    }

    /**
     * What the positions make of a column of the money.
     *
     * @param column of RunTables.MONEY: paid, vm with the premium, fee or vat.
     * @return sum.
     */
    public Sum128 positions(final int column)
    {
        return positions[column];
    }

    /**
     * What the registers have received by postings and payments of this run.
     *
     * @return less what they paid.
     */
    public Sum128 postings()
    {
        return postings;
    }
}
