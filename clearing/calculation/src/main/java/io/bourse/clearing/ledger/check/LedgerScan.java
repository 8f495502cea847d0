// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RegisterWalk;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.ledger.Postings;
import io.bourse.clearing.model.Sum128;

/**
 * Goes through positions, postings and money of a range of registers together, register by register: the postings are
 * those that the positions ask for, and the money is what the postings make of it.
 */
final class LedgerScan
{
    private static final PostingCode[] CODES = PostingCode.values();

    final FirstFailure entries = new FirstFailure();
    final FirstFailure money = new FirstFailure();
    final FirstFailure moved = new FirstFailure();
    final LedgerSums sums;

    private final CheckInput input;
    private final Names names;
    private final boolean[] isPremium;
    private final PositionBlock positions;
    private final PostingCursor posting;
    private final MoneyCursor moneyRow;
    private final PaymentCursor payments;
    private final RegisterWalk positionWalk;
    private final RegisterWalk moneyWalk;
    private int account;
    private long received;
    private long paid;
    private long margin;
    private long premium;
    private long fee;
    private long vat;

    LedgerScan(final CheckInput input, final Names names)
    {
        this.input = input;
        this.names = names;
        this.positionWalk = names.walk();
        this.moneyWalk = names.walk();
        this.sums = new LedgerSums(input.calculation().contracts().length);
        this.isPremium = Postings.premiumStyle(input.calculation().contracts());
        this.positions = new PositionBlock(input.books().positions(), false);
        this.posting = new PostingCursor(input.books().ledger());
        this.moneyRow = new MoneyCursor(input.books().money());
        this.payments = new PaymentCursor(input.books().payments(), names);
    }

    LedgerScan scan(final RegisterRange range)
    {
        posting.reset(range.ledgerFrom(), range.ledgerTo());
        moneyRow.reset(range.moneyFrom(), range.moneyTo());
        payments.reset(range.paymentsFrom(), range.paymentsTo());
        boolean isFirst = true;
        int count;
        for (long from = range.positionsFrom(); from < range.positionsTo(); from += count)
        {
            count = positions.load(from, range.positionsTo());
            for (int i = 0; i < count; i++)
            {
                if (isFirst || positions.accounts[i] != account)
                {
                    closeRegister(isFirst);
                    isFirst = false;
                    openRegister(positions.accounts[i]);
                }
                addRow(positions.instruments[i], i, from + i);
            }
        }
        closeRegister(isFirst);
        for (; !moneyRow.isAtEnd(); moneyRow.next())
        {
            addIdle();
        }
        while (!posting.isAtEnd())
        {
            reject();
        }
        payments.finish();
        money.merge(payments.lost);
        return this;
    }

    private void openRegister(final int newAccount)
    {
        account = newAccount;
        received = 0;
        paid = 0;
        margin = 0;
        premium = 0;
        fee = 0;
        vat = 0;
    }

    private void closeRegister(final boolean isNone)
    {
        if (isNone)
        {
            return;
        }
        while (posting.isOf(account))
        {
            reject();
        }
        while (!moneyRow.isAtEnd() && moneyRow.account() != account && isBefore(moneyRow.account(), account))
        {
            addIdle();
            moneyRow.next();
        }
        if (!moneyRow.isAtEnd() && moneyRow.account() == account)
        {
            addActive();
            moneyRow.next();
        }
        else
        {
            money.note("client=" + names.client(account) + " has positions but no row of money");
        }
    }

    private boolean isBefore(final int moneyAccount, final int positionAccount)
    {
        return rank(moneyWalk, moneyAccount) < rank(positionWalk, positionAccount);
    }

    private int rank(final RegisterWalk walk, final int accountId)
    {
        return names.isRegister(accountId) ? walk.rank(accountId) : -1;
    }

    private void addRow(final int instrument, final int at, final long row)
    {
        if (!names.isRegister(account) || !names.isInstrument(instrument))
        {
            entries.note("position of nobody or in nothing: row=" + row + " " + names.row(account, instrument));
            return;
        }
        final long rowPaid = positions.marginPaid[at];
        final long rowMargin = positions.marginDay[at] - rowPaid;
        final long exchangeFee = positions.exchangeFees[at];
        final long clearingFee = positions.clearingFees[at];
        paid += rowPaid;
        final long exchangeVat = positions.exchangeVats[at];
        final long clearingVat = positions.clearingVats[at];
        fee += exchangeFee + clearingFee;
        vat += exchangeVat + clearingVat;
        final int transit = HouseAccounts.transit(instrument);
        if (isPremium[instrument])
        {
            premium += rowMargin;
            expect(PostingCode.PREMIUM, instrument, transit, rowMargin, sums.transit[instrument]);
        }
        else
        {
            margin += rowMargin;
            expect(PostingCode.VM, instrument, transit, rowMargin, sums.transit[instrument]);
        }
        if (0 != (exchangeFee | clearingFee | exchangeVat | clearingVat) || posting.isOf(account, instrument))
        {
            expect(PostingCode.FEE_EX, instrument, HouseAccounts.FEE_EX_INCOME, -exchangeFee,
                sums.exchangeIncome[instrument]);
            expect(PostingCode.FEE_CC, instrument, HouseAccounts.FEE_CC_INCOME, -clearingFee,
                sums.clearingIncome[instrument]);
            expect(PostingCode.VAT_EX, instrument, HouseAccounts.VAT, -exchangeVat, sums.vat[instrument]);
            expect(PostingCode.VAT_CC, instrument, HouseAccounts.VAT, -clearingVat, sums.vat[instrument]);
        }
    }

    /**
     * A register receives from a house account if above 0, pays it below, and has no posting at 0.
     *
     * @param ofHouse what the house account has of the instrument.
     */
    private void expect(
        final PostingCode code, final int instrument, final int house, final long kopecks, final Sum128 ofHouse)
    {
        if (0 != kopecks && posting.is(account, instrument, code.ordinal(), house, kopecks))
        {
            book(code.ordinal(), kopecks, ofHouse);
        }
        else
        {
            explain(code, instrument, house, kopecks);
        }
    }

    /** Takes a posting that is what it has to be. */
    private void book(final int code, final long kopecks, final Sum128 ofHouse)
    {
        posting.next();
        sums.postings[code]++;
        received += kopecks;
        ofHouse.add(-kopecks);
        (kopecks > 0 ? sums.received : sums.paid)[code].add(Math.abs(kopecks));
    }

    /** Nearly always there is nothing, as nothing has to be. */
    private void explain(final PostingCode code, final int instrument, final int house, final long kopecks)
    {
        while (posting.isOf(account, instrument) && posting.code() < code.ordinal())
        {
            reject();
        }
        final boolean isThere = posting.isOf(account, instrument) && posting.code() == code.ordinal();
        if (isThere && 0 != kopecks)
        {
            final int debit = kopecks > 0 ? house : account;
            final int credit = kopecks > 0 ? account : house;
            if (posting.debit() != debit || posting.credit() != credit || posting.amount() != Math.abs(kopecks))
            {
                entries.note(text() + " expectedKopecks=" + kopecks);
            }
            consume(account);
        }
        else if (isThere)
        {
            reject();
        }
        else if (0 != kopecks)
        {
            entries.note("posting is missing: code=" + code + " " + names.row(account, instrument) +
                " expectedKopecks=" + kopecks);
        }
    }

    private void reject()
    {
        entries.note("posting has no position that asks for it: " + text());
        consume(posting.account());
    }

    private String text()
    {
        final int code = posting.code();
        final String codeName = code >= 0 && code < CODES.length ? CODES[code].name() : "unknown:" + code;
        return "row=" + posting.row() + " code=" + codeName + " " +
            names.row(posting.account(), posting.instrument()) + " debit=" + names.account(posting.debit()) +
            " credit=" + names.account(posting.credit()) + " amountKopecks=" + posting.amount();
    }

    private void consume(final int holder)
    {
        final long amount = posting.amount();
        final int instrument = posting.instrument();
        final int code = posting.code();
        if (amount <= 0 || code < 0 || code >= CODES.length || !names.isInstrument(instrument))
        {
            entries.note("posting is none: " + text());
            posting.next();
            return;
        }
        final int debit = posting.debit();
        final int credit = posting.credit();
        posting.next();
        sums.postings[code]++;
        if (credit == holder)
        {
            received += amount;
            sums.received[code].add(amount);
        }
        else
        {
            sums.addHouse(credit, instrument, amount);
        }
        if (debit == holder)
        {
            received -= amount;
            sums.paid[code].add(amount);
        }
        else
        {
            sums.addHouse(debit, instrument, -amount);
        }
    }

    private void addIdle()
    {
        final long pay = payments.take(moneyRow.account());
        if (moneyRow.expectedEnd() != moneyRow.end() || moneyRow.pay() != pay ||
            0 != (moneyRow.paid() | moneyRow.margin() | moneyRow.premium() | moneyRow.fee() | moneyRow.vat()))
        {
            moved.note("register without positions has other money than at the opening: row=" + moneyRow.row() +
                " client=" + names.client(moneyRow.account()) + " " + moneyRow.text() + " paymentsKopecks=" + pay);
        }
        addFirm().postings.add(pay);
    }

    private void addActive()
    {
        if (moneyRow.paid() != paid || moneyRow.margin() != margin || moneyRow.premium() != premium ||
            moneyRow.fee() != fee || moneyRow.vat() != vat)
        {
            money.note("client=" + names.client(account) + " " + moneyRow.text() + " positionsPaid=" + paid +
                " positionsVm=" + margin + " positionsPremium=" + premium + " positionsFee=" + fee + " positionsVat=" +
                vat);
        }
        final long pay = payments.take(account);
        received += pay;
        final long balance = moneyRow.end() - moneyRow.begin() - moneyRow.paid() - moneyRow.payPaid();
        if (balance != received || moneyRow.pay() != pay || moneyRow.expectedEnd() != moneyRow.end())
        {
            moved.note("client=" + names.client(account) + " " + moneyRow.text() + " postingsKopecks=" + received +
                " paymentsKopecks=" + pay);
        }
        final FirmTotal firm = addFirm();
        firm.positionsPaid.add(paid);
        firm.positionsMargin.add(margin);
        firm.positionsMargin.add(premium);
        firm.positionsFee.add(fee);
        firm.positionsVat.add(vat);
        firm.postings.add(received);
    }

    private FirmTotal addFirm()
    {
        final int holder = moneyRow.account();
        final FirmTotal firm = sums.firm(names.isRegister(holder) ? moneyWalk.firm(holder) : 0);
        firm.registers++;
        firm.begin.add(moneyRow.begin());
        firm.paid.add(moneyRow.paid());
        firm.margin.add(moneyRow.margin());
        firm.premium.add(moneyRow.premium());
        firm.fee.add(moneyRow.fee());
        firm.vat.add(moneyRow.vat());
        firm.payPaid.add(moneyRow.payPaid());
        firm.pay.add(moneyRow.pay());
        firm.end.add(moneyRow.end());
        return firm;
    }

    void merge(final LedgerScan later)
    {
        entries.merge(later.entries);
        money.merge(later.money);
        moved.merge(later.moved);
        sums.merge(later.sums);
    }
}
