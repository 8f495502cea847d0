// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;

import org.agrona.collections.Long2ObjectHashMap;

import io.bourse.clearing.model.Sum128;

/**
 * Double-entry ledger of one run (sheet section 5). Ledger accounts are numbered: the cash of every client register by
 * its account id, then the house's: exchange fee income, clearing fee income, and the variation margin transit of every
 * instrument. Posting the same id again is a repetition and changes nothing; with other contents it is refused.
 */
public final class Ledger
{
    private static final int HOUSE_ACCOUNTS = 2;

    private final int clientCount;
    private final long[] balances;
    private final List<Posting> postings = new ArrayList<>();
    private final Long2ObjectHashMap<Posting> byId = new Long2ObjectHashMap<>();
    private final Sum128 debits = new Sum128();
    private final Sum128 credits = new Sum128();

    /**
     * An empty ledger.
     *
     * @param clientCount number of registers.
     * @param instrumentCount number of instruments.
     */
    public Ledger(final int clientCount, final int instrumentCount)
    {
        this.clientCount = clientCount;
        this.balances = new long[clientCount + HOUSE_ACCOUNTS + instrumentCount];
    }

    /**
     * Posts everything a run books: margin, then exchange fees, then clearing fees, each in the order of the rows.
     *
     * @param table of the run.
     * @param clientCount number of registers.
     * @param instrumentCount number of instruments.
     * @return ledger with all postings.
     */
    public static Ledger of(final PositionTable table, final int clientCount, final int instrumentCount)
    {
        final Ledger ledger = new Ledger(clientCount, instrumentCount);
        for (int row = 0; row < table.size(); row++)
        {
            final long margin = table.margin(row);
            final int client = table.account(row);
            final int transit = ledger.transit(table.instrument(row));
            if (margin != 0)
            {
                ledger.post(new Posting(
                    id(PostingCode.VM, row),
                    margin > 0 ? transit : client,
                    margin > 0 ? client : transit,
                    Math.absExact(margin),
                    PostingCode.VM));
            }
        }
        for (int row = 0; row < table.size(); row++)
        {
            ledger.postFee(table, row, PostingCode.FEE_EX, ledger.exchangeFees(), table.exchangeFee(row));
        }
        for (int row = 0; row < table.size(); row++)
        {
            ledger.postFee(table, row, PostingCode.FEE_CC, ledger.clearingFees(), table.clearingFee(row));
        }
        return ledger;
    }

    private void postFee(
        final PositionTable table, final int row, final PostingCode code, final int income, final long fee)
    {
        if (fee != 0)
        {
            post(new Posting(id(code, row), table.account(row), income, fee, code));
        }
    }

    private static long id(final PostingCode code, final int row)
    {
        return (long)code.ordinal() << Integer.SIZE | row;
    }

    /**
     * Row of the position table that a posting came from.
     *
     * @param posting of this ledger.
     * @return row.
     */
    public static int sourceRow(final Posting posting)
    {
        return (int)posting.id();
    }

    /**
     * Posts once.
     *
     * @param posting to be booked.
     * @return false when this posting was booked before.
     * @throws IllegalStateException when the id was used for another posting.
     * @throws ArithmeticException when a balance does not fit.
     */
    public boolean post(final Posting posting)
    {
        final Posting earlier = byId.get(posting.id());
        if (null != earlier)
        {
            if (!earlier.equals(posting))
            {
                throw new IllegalStateException(
                    "posting id is used for another posting: earlier=" + earlier + " now=" + posting);
            }
            return false;
        }
        balances[posting.debit()] = Math.subtractExact(balances[posting.debit()], posting.amountKopecks());
        balances[posting.credit()] = Math.addExact(balances[posting.credit()], posting.amountKopecks());
        debits.add(posting.amountKopecks());
        credits.add(posting.amountKopecks());
        byId.put(posting.id(), posting);
        postings.add(posting);
        return true;
    }

    /**
     * Ledger account of the exchange fee income.
     *
     * @return account number.
     */
    public int exchangeFees()
    {
        return clientCount;
    }

    /**
     * Ledger account of the clearing fee income.
     *
     * @return account number.
     */
    public int clearingFees()
    {
        return clientCount + 1;
    }

    /**
     * Ledger account of an instrument's margin transit; zero at the end of every run.
     *
     * @param instrument ordinal.
     * @return account number.
     */
    public int transit(final int instrument)
    {
        return clientCount + HOUSE_ACCOUNTS + instrument;
    }

    /**
     * Credits less debits of a ledger account in this run.
     *
     * @param account client's account id or one of the house's numbers.
     * @return kopecks.
     */
    public long balance(final int account)
    {
        return balances[account];
    }

    /**
     * Name of a ledger account, for people and files.
     *
     * @param account number.
     * @param accountNames names of the client registers by id.
     * @param prices of the run, for the names of the instruments.
     * @return text.
     */
    public String name(
        final int account, final IntFunction<String> accountNames, final InstrumentPrice[] prices)
    {
        if (account < clientCount)
        {
            return "cash:" + accountNames.apply(account);
        }
        if (account == exchangeFees())
        {
            return "income:fee_ex";
        }
        if (account == clearingFees())
        {
            return "income:fee_cc";
        }
        return "transit:" + prices[account - clientCount - HOUSE_ACCOUNTS].instrumentId();
    }

    /**
     * All postings in their order.
     *
     * @return read-only view.
     */
    public List<Posting> postings()
    {
        return Collections.unmodifiableList(postings);
    }

    /**
     * Total debited.
     *
     * @return kopecks.
     */
    public Sum128 debits()
    {
        return debits;
    }

    /**
     * Total credited.
     *
     * @return kopecks.
     */
    public Sum128 credits()
    {
        return credits;
    }
}
