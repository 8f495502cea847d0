// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.model.Sum128;
import io.bourse.engine.protocol.AccountCode;

/**
 * What the registers of one brokerage firm add up to (rules 1.1), three times: in the money, in the positions and in
 * the postings.
 */
public final class FirmTotal
{
    private static final int CLEARING_FIRM_LENGTH = 2;

    final long firm;
    long registers;
    final Sum128 begin = new Sum128();
    final Sum128 paid = new Sum128();
    final Sum128 margin = new Sum128();
    final Sum128 premium = new Sum128();
    final Sum128 fee = new Sum128();
    final Sum128 vat = new Sum128();
    final Sum128 payPaid = new Sum128();
    final Sum128 pay = new Sum128();
    final Sum128 end = new Sum128();
    final Sum128 positionsPaid = new Sum128();
    final Sum128 positionsMargin = new Sum128();
    final Sum128 positionsFee = new Sum128();
    final Sum128 positionsVat = new Sum128();
    final Sum128 postings = new Sum128();

    FirmTotal(final long firm)
    {
        this.firm = firm;
    }

    void merge(final FirmTotal other)
    {
        registers += other.registers;
        begin.add(other.begin);
        paid.add(other.paid);
        margin.add(other.margin);
        premium.add(other.premium);
        fee.add(other.fee);
        vat.add(other.vat);
        payPaid.add(other.payPaid);
        pay.add(other.pay);
        end.add(other.end);
        positionsPaid.add(other.positionsPaid);
        positionsMargin.add(other.positionsMargin);
        positionsFee.add(other.positionsFee);
        positionsVat.add(other.positionsVat);
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
     * Beginning, of the money.
     *
     * @return kopecks.
     */
    public Sum128 begin()
    {
        return begin;
    }

    /**
     * Booked by earlier runs of the day, of the money.
     *
     * @return kopecks.
     */
    public Sum128 paid()
    {
        return paid;
    }

    /**
     * Margin of this run, of the money.
     *
     * @return kopecks.
     */
    public Sum128 margin()
    {
        return margin;
    }

    /**
     * Premium of this run, of the money.
     *
     * @return kopecks.
     */
    public Sum128 premium()
    {
        return premium;
    }

    /**
     * Fees of this run, of the money.
     *
     * @return kopecks.
     */
    public Sum128 fee()
    {
        return fee;
    }

    /**
     * Value added tax on the fees of this run, of the money.
     *
     * @return kopecks.
     */
    public Sum128 vat()
    {
        return vat;
    }

    /**
     * Payments of earlier runs of the day, of the money.
     *
     * @return kopecks.
     */
    public Sum128 payPaid()
    {
        return payPaid;
    }

    /**
     * Payments of this run, of the money.
     *
     * @return kopecks.
     */
    public Sum128 pay()
    {
        return pay;
    }

    /**
     * End, of the money.
     *
     * @return kopecks.
     */
    public Sum128 end()
    {
        return end;
    }

    /**
     * Booked by earlier runs of the day, of the positions.
     *
     * @return kopecks.
     */
    public Sum128 positionsPaid()
    {
        return positionsPaid;
    }

    /**
     * Margin and premium of this run, of the positions.
     *
     * @return kopecks.
     */
    public Sum128 positionsMargin()
    {
        return positionsMargin;
    }

    /**
     * Fees, of the positions.
     *
     * @return kopecks.
     */
    public Sum128 positionsFee()
    {
        return positionsFee;
    }

    /**
     * Value added tax, of the positions.
     *
     * @return kopecks.
     */
    public Sum128 positionsVat()
    {
        return positionsVat;
    }

    /**
     * What the registers have received by postings and payments of this run, less what they paid.
     *
     * @return kopecks.
     */
    public Sum128 postings()
    {
        return postings;
    }
}
