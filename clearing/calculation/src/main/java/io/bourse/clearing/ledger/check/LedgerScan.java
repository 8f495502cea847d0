// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RegisterWalk;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.ledger.Postings;
import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.table.TableCursor;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Goes through positions, postings and money of a range of registers together, register by register: the postings are
 * those that the positions ask for, and the money is what the postings make of it.
 */
final class LedgerScan
{
    private static final PostingCode[] CODES = PostingCode.values();
    private static final int[] OF_POSITIONS = {
        RunTables.MONEY_PAID, RunTables.MONEY_VM, RunTables.MONEY_PREMIUM, RunTables.MONEY_FEE, RunTables.MONEY_VAT};
    private static final long[] NO_POSITIONS = new long[RunTables.MONEY.columns().size()];
    /** Amounts of the money as messages name them. */
    private static final int[] SHOWN = {
        RunTables.MONEY_BEGIN, RunTables.MONEY_PAID, RunTables.MONEY_VM, RunTables.MONEY_PREMIUM, RunTables.MONEY_FEE,
        RunTables.MONEY_VAT, RunTables.MONEY_PAY_PAID, RunTables.MONEY_PAY, RunTables.MONEY_END};

    final FirstFailure entries = new FirstFailure();
    final FirstFailure money = new FirstFailure();
    final FirstFailure moved = new FirstFailure();
    final LedgerSums sums;

    private final Names names;
    private final boolean[] isPremium;
    private final TableCursor positions;
    private final TableCursor posting;
    private final TableCursor moneyRow;
    private final PaymentCursor payments;
    private final RegisterWalk positionWalk;
    private final RegisterWalk moneyWalk;
    /** What the positions of the register make of its money, by column of the money. */
    private final long[] ofPositions = new long[RunTables.MONEY.columns().size()];
    private int account;
    private long received;

    LedgerScan(final CheckInput input, final Names names)
    {
        this.names = names;
        this.positionWalk = names.walk();
        this.moneyWalk = names.walk();
        this.sums = new LedgerSums(input.calculation().contracts().length);
        this.isPremium = Postings.premiumStyle(input.calculation().contracts());
        this.positions = new TableCursor(input.books().positions());
        this.posting = new TableCursor(input.books().ledger());
        this.moneyRow = new TableCursor(input.books().money());
        this.payments = new PaymentCursor(input.books().payments(), names);
    }

    void scan(final RegisterRange range)
    {
        range.begin(posting, RegisterRange.LEDGER);
        range.begin(moneyRow, RegisterRange.MONEY);
        payments.begin(range);
        boolean isFirst = true;
        for (range.begin(positions, RegisterRange.POSITIONS); !positions.isAtEnd(); positions.next())
        {
            final int holder = positions.ints(RunTables.POSITION_ACCOUNT);
            if (isFirst || holder != account)
            {
                closeRegister(isFirst);
                isFirst = false;
                account = holder;
                received = 0;
                Arrays.fill(ofPositions, 0);
            }
            addRow(positions.ints(RunTables.POSITION_INSTRUMENT));
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
    }

    private void closeRegister(final boolean isNone)
    {
        if (isNone)
        {
            return;
        }
        while (!posting.isAtEnd() && posting.ints(RunTables.LEDGER_ACCOUNT) == account)
        {
            reject();
        }
        while (!moneyRow.isAtEnd() && holder() != account && isBefore(holder(), account))
        {
            addIdle();
            moneyRow.next();
        }
        if (!moneyRow.isAtEnd() && holder() == account)
        {
            addActive();
            moneyRow.next();
        }
        else
        {
            money.note("client=" + names.client(account) + " has positions but no row of money");
        }
    }

    /** Register of the row of money. */
    private int holder()
    {
        return moneyRow.ints(RunTables.MONEY_ACCOUNT);
    }

    private boolean isOf(final int instrument)
    {
        return !posting.isAtEnd() && posting.ints(RunTables.LEDGER_ACCOUNT) == account &&
            posting.ints(RunTables.LEDGER_INSTRUMENT) == instrument;
    }

    private boolean isBefore(final int moneyAccount, final int positionAccount)
    {
        return rank(moneyWalk, moneyAccount) < rank(positionWalk, positionAccount);
    }

    private int rank(final RegisterWalk walk, final int accountId)
    {
        return names.isRegister(accountId) ? walk.rank(accountId) : -1;
    }

    private void addRow(final int instrument)
    {
        if (!names.isRegister(account) || !names.isInstrument(instrument))
        {
            entries.note("position of no register or in no instrument: row=" + positions.row() + " " +
                names.row(account, instrument));
            return;
        }
        final long paid = positions.longs(RunTables.POSITION_VM_PAID);
        final long margin = positions.longs(RunTables.POSITION_VM_DAY) - paid;
        final long exchangeFee = positions.longs(RunTables.POSITION_FEE_EX);
        final long clearingFee = positions.longs(RunTables.POSITION_FEE_CC);
        final long exchangeVat = positions.longs(RunTables.POSITION_VAT_EX);
        final long clearingVat = positions.longs(RunTables.POSITION_VAT_CC);
        ofPositions[RunTables.MONEY_PAID] += paid;
        ofPositions[isPremium[instrument] ? RunTables.MONEY_PREMIUM : RunTables.MONEY_VM] += margin;
        ofPositions[RunTables.MONEY_FEE] += exchangeFee + clearingFee;
        ofPositions[RunTables.MONEY_VAT] += exchangeVat + clearingVat;
        expect(isPremium[instrument] ? PostingCode.PREMIUM : PostingCode.VM, instrument,
            HouseAccounts.transit(instrument), margin, sums.transit[instrument]);
        if (0 != (exchangeFee | clearingFee | exchangeVat | clearingVat) || isOf(instrument))
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
        if (0 != kopecks && isOf(instrument) && isBooked(code, house, kopecks))
        {
            book(code.ordinal(), kopecks, ofHouse);
        }
        else
        {
            explain(code, instrument, house, kopecks);
        }
    }

    /** Whether the posting is what a register receives if above 0, pays below. */
    private boolean isBooked(final PostingCode code, final int house, final long kopecks)
    {
        final boolean isReceived = kopecks > 0;
        final long amount = posting.longs(RunTables.LEDGER_AMOUNT);
        return posting.ints(RunTables.LEDGER_CODE) == code.ordinal() &&
            posting.ints(RunTables.LEDGER_DEBIT) == (isReceived ? house : account) &&
            posting.ints(RunTables.LEDGER_CREDIT) == (isReceived ? account : house) &&
            amount == Math.abs(kopecks) && amount > 0;
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
        while (isOf(instrument) && posting.ints(RunTables.LEDGER_CODE) < code.ordinal())
        {
            reject();
        }
        final boolean isThere = isOf(instrument) && posting.ints(RunTables.LEDGER_CODE) == code.ordinal();
        if (isThere && 0 != kopecks)
        {
            if (posting.ints(RunTables.LEDGER_DEBIT) != (kopecks > 0 ? house : account) ||
                posting.ints(RunTables.LEDGER_CREDIT) != (kopecks > 0 ? account : house) ||
                posting.longs(RunTables.LEDGER_AMOUNT) != Math.abs(kopecks))
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
        consume(posting.ints(RunTables.LEDGER_ACCOUNT));
    }

    private String text()
    {
        final int code = posting.ints(RunTables.LEDGER_CODE);
        final String codeName = code >= 0 && code < CODES.length ? CODES[code].name() : "unknown:" + code;
        return "row=" + posting.row() + " code=" + codeName + " " +
            names.row(posting.ints(RunTables.LEDGER_ACCOUNT), posting.ints(RunTables.LEDGER_INSTRUMENT)) +
            " debit=" + names.account(posting.ints(RunTables.LEDGER_DEBIT)) + " credit=" +
            names.account(posting.ints(RunTables.LEDGER_CREDIT)) + " amountKopecks=" +
            posting.longs(RunTables.LEDGER_AMOUNT);
    }

    private void consume(final int holder)
    {
        final long amount = posting.longs(RunTables.LEDGER_AMOUNT);
        final int instrument = posting.ints(RunTables.LEDGER_INSTRUMENT);
        final int code = posting.ints(RunTables.LEDGER_CODE);
        if (amount <= 0 || code < 0 || code >= CODES.length || !names.isInstrument(instrument))
        {
            posting.next();
            return;
        }
        final int debit = posting.ints(RunTables.LEDGER_DEBIT);
        final int credit = posting.ints(RunTables.LEDGER_CREDIT);
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
        final long pay = payments.take(holder());
        if (!isEndRight(pay) || !isMoneyOf(NO_POSITIONS))
        {
            moved.note("register without positions has other money than at the opening: row=" + moneyRow.row() +
                " client=" + names.client(holder()) + " " + moneyText() + " paymentsKopecks=" + pay);
        }
        addFirm().postings.add(pay);
    }

    private void addActive()
    {
        if (!isMoneyOf(ofPositions))
        {
            money.note("client=" + names.client(account) + " " + moneyText() + " positionsPaid=" +
                ofPositions[RunTables.MONEY_PAID] + " positionsVm=" + ofPositions[RunTables.MONEY_VM] +
                " positionsPremium=" + ofPositions[RunTables.MONEY_PREMIUM] + " positionsFee=" +
                ofPositions[RunTables.MONEY_FEE] + " positionsVat=" + ofPositions[RunTables.MONEY_VAT]);
        }
        final long pay = payments.take(account);
        received += pay;
        final long before = moneyRow.longs(RunTables.MONEY_BEGIN) + moneyRow.longs(RunTables.MONEY_PAID) +
            moneyRow.longs(RunTables.MONEY_PAY_PAID);
        if (moneyRow.longs(RunTables.MONEY_END) - before != received || !isEndRight(pay))
        {
            moved.note("client=" + names.client(account) + " " + moneyText() + " postingsKopecks=" + received +
                " paymentsKopecks=" + pay);
        }
        final FirmTotal firm = addFirm();
        for (final int column : OF_POSITIONS)
        {
            final int sum = RunTables.MONEY_PREMIUM == column ? RunTables.MONEY_VM : column;
            firm.positions[sum].add(ofPositions[column]);
        }
        firm.postings.add(received);
    }

    /** Whether the row of money has what positions make of it. */
    private boolean isMoneyOf(final long[] expected)
    {
        for (final int column : OF_POSITIONS)
        {
            if (moneyRow.longs(column) != expected[column])
            {
                return false;
            }
        }
        return true;
    }

    /** Whether the amount at the end is what the row comes to, and the payments are those of the register. */
    private boolean isEndRight(final long pay)
    {
        final long received = moneyRow.longs(RunTables.MONEY_BEGIN) + moneyRow.longs(RunTables.MONEY_PAID) +
            moneyRow.longs(RunTables.MONEY_PAY_PAID) + moneyRow.longs(RunTables.MONEY_VM) +
            moneyRow.longs(RunTables.MONEY_PREMIUM) + moneyRow.longs(RunTables.MONEY_PAY);
        return moneyRow.longs(RunTables.MONEY_END) == received - moneyRow.longs(RunTables.MONEY_FEE) -
            moneyRow.longs(RunTables.MONEY_VAT) && moneyRow.longs(RunTables.MONEY_PAY) == pay;
    }

    private String moneyText()
    {
        return Arrays.stream(SHOWN)
            .mapToObj(column -> RunTables.MONEY.columns().get(column).name() + "=" + moneyRow.longs(column))
            .collect(Collectors.joining(" "));
    }

    private FirmTotal addFirm()
    {
        final FirmTotal firm = sums.firm(names.isRegister(holder()) ? moneyWalk.firm(holder()) : 0);
        firm.registers++;
        for (final int column : SHOWN)
        {
            firm.money[column].add(moneyRow.longs(column));
        }
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
