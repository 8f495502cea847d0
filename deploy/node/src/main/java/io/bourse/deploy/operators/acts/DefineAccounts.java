// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.operators.forms.CodeForm;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.AccountOperator;
import io.bourse.engine.client.operator.AccountSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.AccountCode;

import java.util.Iterator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/**
 * Defines client registers. Those that are defined already with the same number and client are passed over.
 *
 * @param accounts codes of seven characters, and the client: 0 for one of its own.
 * @param withFirms defines the clearing and brokerage firms of the codes, where they are not yet.
 * @param first number of the first register, needed when the event stream has been cut at its beginning; null: it is
 * found there.
 */
public record DefineAccounts(List<AccountSpec> accounts, boolean withFirms, Integer first)
    implements Act<DefineAccounts.Defined>
{
    private static final int CLEARING_FIRM_LENGTH = 2;
    private static final int BROKERAGE_FIRM_LENGTH = 4;

    /**
     * How many there are.
     *
     * @param accounts that were defined, or were there.
     * @param firms of their codes.
     */
    public record Defined(int accounts, int firms)
    {
    }

    /**
     * What a first pass over registers finds.
     *
     * @param accounts how many.
     * @param firstCode packed code of the first one.
     * @param firms brokerage firms of their codes.
     */
    public record Contents(int accounts, long firstCode, SortedSet<String> firms)
    {
        /** Counts registers. */
        public static Contents of(final Iterator<AccountSpec> accounts)
        {
            final SortedSet<String> firms = new TreeSet<>();
            int count = 0;
            long firstCode = 0;
            String firm = "";
            while (accounts.hasNext())
            {
                final AccountSpec account = accounts.next();
                firstCode = 0 == count ? AccountCode.pack(account.code()) : firstCode;
                if (!account.code().startsWith(firm) || firm.isEmpty())
                {
                    firm = account.code().substring(0, BROKERAGE_FIRM_LENGTH);
                    firms.add(firm);
                }
                count = Math.addExact(count, 1);
            }
            return new Contents(count, firstCode, firms);
        }
    }

    /** Checks the form. */
    public DefineAccounts
    {
        accounts = List.copyOf(Forms.given("accounts", accounts));
        Forms.require(!accounts.isEmpty(), "accounts", "{accounts} is needed");
        for (final AccountSpec account : accounts)
        {
            CodeForm.ACCOUNT.require("accounts", account.code());
            Forms.require(account.clientId() >= 0, "accounts", "a client has a number from 0: account=" + account);
        }
        Forms.require(null == first || first >= 0, "first", "a register has a number from 0: {first}=" + first);
    }

    @Override
    public Defined execute(final ActContext context)
    {
        final Contents contents = Contents.of(accounts.iterator());
        return load(context, contents, accounts.iterator(), withFirms, first, sent ->
        {
        });
    }

    /**
     * Defines registers that need not be in memory all together.
     *
     * @param context venue and operator.
     * @param contents of the registers.
     * @param accounts the registers, read as it goes.
     * @param withFirms defines their firms too.
     * @param first number of the first one; null: it is found.
     * @param progress called with the number sent.
     * @return how many there are.
     */
    public static Defined load(
        final ActContext context,
        final Contents contents,
        final Iterator<AccountSpec> accounts,
        final boolean withFirms,
        final Integer first,
        final LongConsumer progress)
    {
        final OperatorClient operator = context.operator();
        if (withFirms)
        {
            contents.firms.stream().map(firm -> firm.substring(0, CLEARING_FIRM_LENGTH)).distinct()
                .forEach(operator::defineClearingFirm);
            contents.firms.forEach(operator::defineBrokerageFirm);
        }
        final int firstAccountId =
            null == first ? context.settings().firstAccountId(contents.firstCode) : first;
        return new Defined(
            new AccountOperator(operator).load(accounts, firstAccountId, progress), contents.firms.size());
    }
}
