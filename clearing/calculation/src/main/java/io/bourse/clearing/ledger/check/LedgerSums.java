// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.model.Sum128;

import java.util.ArrayList;
import java.util.List;

/**
 * What postings and money add up to.
 */
final class LedgerSums
{
    private static final int CODES = PostingCode.values().length;

    /** Postings by code. */
    final long[] postings = new long[CODES];
    /** By code: what registers have received. */
    final Sum128[] received = Sum128.array(CODES);
    /** By code: what registers have paid. */
    final Sum128[] paid = Sum128.array(CODES);
    /** By instrument: credits less debits of its transit account. */
    final Sum128[] transit;
    /** By instrument: income of the exchange. */
    final Sum128[] exchangeIncome;
    /** By instrument: income of clearing. */
    final Sum128[] clearingIncome;
    /** By instrument: value added tax owed to the state. */
    final Sum128[] vat;
    /** By {@code -account}: accounts of the house that payments go to and come from, credits less debits. */
    final Sum128[] house = Sum128.array(HouseAccounts.COUNT);
    /** Accounts that must never be touched. */
    final Sum128 elsewhere = new Sum128();
    /** Brokerage firms in the order of their codes. */
    final List<FirmTotal> firms = new ArrayList<>();

    LedgerSums(final int instruments)
    {
        transit = Sum128.array(instruments);
        exchangeIncome = Sum128.array(instruments);
        clearingIncome = Sum128.array(instruments);
        vat = Sum128.array(instruments);
    }

    /** Adds one side of a posting that is not a register's. */
    void addHouse(final int account, final int instrument, final long kopecks)
    {
        if (HouseAccounts.isTransit(account) && HouseAccounts.instrument(account) < transit.length)
        {
            transit[HouseAccounts.instrument(account)].add(kopecks);
        }
        else if (HouseAccounts.FEE_EX_INCOME == account)
        {
            exchangeIncome[instrument].add(kopecks);
        }
        else if (HouseAccounts.FEE_CC_INCOME == account)
        {
            clearingIncome[instrument].add(kopecks);
        }
        else if (HouseAccounts.VAT == account)
        {
            vat[instrument].add(kopecks);
        }
        else
        {
            elsewhere.add(kopecks);
        }
    }

    FirmTotal firm(final long code)
    {
        if (firms.isEmpty() || firms.getLast().firm != code)
        {
            firms.add(new FirmTotal(code));
        }
        return firms.getLast();
    }

    void merge(final LedgerSums later)
    {
        InstrumentSums.add(postings, later.postings);
        Sum128.add(received, later.received);
        Sum128.add(paid, later.paid);
        Sum128.add(transit, later.transit);
        Sum128.add(exchangeIncome, later.exchangeIncome);
        Sum128.add(clearingIncome, later.clearingIncome);
        Sum128.add(vat, later.vat);
        Sum128.add(house, later.house);
        elsewhere.add(later.elsewhere);
        for (final FirmTotal firm : later.firms)
        {
            firm(firm.firm).add(firm);
        }
    }
}
