// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.table.ByteColumn;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.AccountCode;

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
    private final IntColumn positionAccounts;
    private final ShortColumn positionInstruments;
    private final LongColumn marginDay;
    private final LongColumn marginPaid;
    private final LongColumn exchangeFees;
    private final LongColumn clearingFees;
    private final IntColumn postingAccounts;
    private final ShortColumn postingInstruments;
    private final ByteColumn postingCodes;
    private final IntColumn debits;
    private final IntColumn credits;
    private final LongColumn amounts;
    private final MoneyRows moneyRows;
    private long posting;
    private long postingEnd;
    private long received;
    private long paid;
    private long margin;
    private long premium;
    private long fee;

    LedgerScan(final CheckInput input, final Names names)
    {
        final Table positions = input.books().positions();
        final Table ledger = input.books().ledger();
        this.input = input;
        this.names = names;
        this.sums = new LedgerSums(input.calculation().contracts().length);
        this.isPremium = Postings.premiumStyle(input.calculation().contracts());
        this.positionAccounts = positions.ints(RunTables.POSITION_ACCOUNT);
        this.positionInstruments = positions.shorts(RunTables.POSITION_INSTRUMENT);
        this.marginDay = positions.longs(RunTables.POSITION_VM_DAY);
        this.marginPaid = positions.longs(RunTables.POSITION_VM_PAID);
        this.exchangeFees = positions.longs(RunTables.POSITION_FEE_EX);
        this.clearingFees = positions.longs(RunTables.POSITION_FEE_CC);
        this.postingAccounts = ledger.ints(RunTables.LEDGER_ACCOUNT);
        this.postingInstruments = ledger.shorts(RunTables.LEDGER_INSTRUMENT);
        this.postingCodes = ledger.bytes(RunTables.LEDGER_CODE);
        this.debits = ledger.ints(RunTables.LEDGER_DEBIT);
        this.credits = ledger.ints(RunTables.LEDGER_CREDIT);
        this.amounts = ledger.longs(RunTables.LEDGER_AMOUNT);
        this.moneyRows = new MoneyRows(input.books().money());
    }

    LedgerScan scan(final RegisterRange range)
    {
        posting = range.ledgerFrom();
        postingEnd = range.ledgerTo();
        long row = range.positionsFrom();
        long moneyRow = range.moneyFrom();
        while (row < range.positionsTo())
        {
            final int account = positionAccounts.get(row);
            clear();
            for (; row < range.positionsTo() && positionAccounts.get(row) == account; row++)
            {
                addRow(account, positionInstruments.get(row), row);
            }
            rejectPostingsOf(account);
            final int rank = names.rank(account);
            for (; moneyRow < range.moneyTo() && isBefore(moneyRows.accounts.get(moneyRow), account, rank); moneyRow++)
            {
                addIdle(moneyRow);
            }
            if (moneyRow < range.moneyTo() && moneyRows.accounts.get(moneyRow) == account)
            {
                addActive(account, moneyRow++);
            }
            else
            {
                money.note("client=" + names.client(account) + " has positions but no row of money");
            }
        }
        for (; moneyRow < range.moneyTo(); moneyRow++)
        {
            addIdle(moneyRow);
        }
        while (posting < postingEnd)
        {
            reject();
        }
        return this;
    }

    private boolean isBefore(final int moneyAccount, final int account, final int rank)
    {
        return moneyAccount != account && names.rank(moneyAccount) < rank;
    }

    private void clear()
    {
        received = 0;
        paid = 0;
        margin = 0;
        premium = 0;
        fee = 0;
    }

    private void addRow(final int account, final int instrument, final long row)
    {
        if (!names.isRegister(account) || !names.isInstrument(instrument))
        {
            entries.note("position of nobody or in nothing: row=" + row + " " + names.row(account, instrument));
            return;
        }
        final long rowPaid = marginPaid.get(row);
        final long rowMargin = marginDay.get(row) - rowPaid;
        final long exchangeFee = exchangeFees.get(row);
        final long clearingFee = clearingFees.get(row);
        paid += rowPaid;
        fee += exchangeFee + clearingFee;
        final int transit = HouseAccounts.transit(instrument);
        if (isPremium[instrument])
        {
            premium += rowMargin;
            expect(PostingCode.PREMIUM, account, instrument, transit, rowMargin);
        }
        else
        {
            margin += rowMargin;
            expect(PostingCode.VM, account, instrument, transit, rowMargin);
        }
        expect(PostingCode.FEE_EX, account, instrument, HouseAccounts.FEE_EX_INCOME, -exchangeFee);
        expect(PostingCode.FEE_CC, account, instrument, HouseAccounts.FEE_CC_INCOME, -clearingFee);
    }

    /** A register receives from a house account if above 0, pays it below, and has no posting at 0. */
    private void expect(
        final PostingCode code, final int account, final int instrument, final int house, final long kopecks)
    {
        while (posting < postingEnd && postingAccounts.get(posting) == account &&
            postingInstruments.get(posting) == instrument && postingCodes.get(posting) < code.ordinal())
        {
            reject();
        }
        final boolean isThere = posting < postingEnd && postingAccounts.get(posting) == account &&
            postingInstruments.get(posting) == instrument && postingCodes.get(posting) == code.ordinal();
        if (isThere && 0 != kopecks)
        {
            final int debit = kopecks > 0 ? house : account;
            final int credit = kopecks > 0 ? account : house;
            if (debits.get(posting) != debit || credits.get(posting) != credit ||
                amounts.get(posting) != Math.abs(kopecks))
            {
                entries.note(text(posting) + " expectedKopecks=" + kopecks);
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

    private void rejectPostingsOf(final int account)
    {
        while (posting < postingEnd && postingAccounts.get(posting) == account)
        {
            reject();
        }
    }

    private void reject()
    {
        entries.note("posting has no position that asks for it: " + text(posting));
        consume(postingAccounts.get(posting));
    }

    private String text(final long row)
    {
        final int code = postingCodes.get(row);
        return "row=" + row + " code=" + (code >= 0 && code < CODES.length ? CODES[code] : "unknown:" + code) + " " +
            names.row(postingAccounts.get(row), postingInstruments.get(row)) + " debit=" +
            names.account(debits.get(row)) + " credit=" + names.account(credits.get(row)) + " amountKopecks=" +
            amounts.get(row);
    }

    private void consume(final int account)
    {
        final long amount = amounts.get(posting);
        final int instrument = postingInstruments.get(posting);
        final int code = postingCodes.get(posting);
        final int debit = debits.get(posting);
        final int credit = credits.get(posting);
        posting++;
        if (amount <= 0 || code < 0 || code >= CODES.length || !names.isInstrument(instrument))
        {
            entries.note("posting is none: " + text(posting - 1));
            return;
        }
        sums.postings[code]++;
        if (credit == account)
        {
            received += amount;
            sums.received[code].add(amount);
        }
        else
        {
            sums.addHouse(credit, instrument, amount);
        }
        if (debit == account)
        {
            received -= amount;
            sums.paid[code].add(amount);
        }
        else
        {
            sums.addHouse(debit, instrument, -amount);
        }
    }

    private void addIdle(final long row)
    {
        final int account = moneyRows.accounts.get(row);
        if (moneyRows.ends.get(row) != moneyRows.begins.get(row) || 0 != moneyRows.paid.get(row) ||
            0 != moneyRows.margins.get(row) || 0 != moneyRows.premiums.get(row) || 0 != moneyRows.fees.get(row))
        {
            moved.note("register without positions has other money than at the opening: row=" + row + " client=" +
                names.client(account) + " " + moneyRows.text(row));
        }
        addFirm(account, row);
    }

    private void addActive(final int account, final long row)
    {
        if (moneyRows.paid.get(row) != paid || moneyRows.margins.get(row) != margin ||
            moneyRows.premiums.get(row) != premium || moneyRows.fees.get(row) != fee)
        {
            money.note("client=" + names.client(account) + " " + moneyRows.text(row) + " positionsPaid=" + paid +
                " positionsVm=" + margin + " positionsPremium=" + premium + " positionsFee=" + fee);
        }
        final long balance = moneyRows.ends.get(row) - moneyRows.begins.get(row) - moneyRows.paid.get(row);
        if (balance != received || moneyRows.expectedEnd(row) != moneyRows.ends.get(row))
        {
            moved.note("client=" + names.client(account) + " " + moneyRows.text(row) + " postingsKopecks=" + received);
        }
        final FirmTotal firm = addFirm(account, row);
        firm.positionsPaid.add(paid);
        firm.positionsMargin.add(margin);
        firm.positionsMargin.add(premium);
        firm.positionsFee.add(fee);
        firm.postings.add(received);
    }

    private FirmTotal addFirm(final int account, final long row)
    {
        final FirmTotal firm = sums.firm(AccountCode.brokerageFirm(
            names.isRegister(account) ? input.calculation().registers().code(account) : 0));
        firm.registers++;
        firm.begin.add(moneyRows.begins.get(row));
        firm.paid.add(moneyRows.paid.get(row));
        firm.margin.add(moneyRows.margins.get(row));
        firm.premium.add(moneyRows.premiums.get(row));
        firm.fee.add(moneyRows.fees.get(row));
        firm.end.add(moneyRows.ends.get(row));
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
