// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.venue;

import io.bourse.engine.client.operator.AccountOperator;
import io.bourse.engine.client.operator.AccountSpec;
import io.bourse.engine.client.operator.OperatorClient;

import java.util.Iterator;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Client registers by the million, of firms that the demo tables do not know. They do not trade; they are there as
 * those of an exchange are.
 */
final class BulkAccounts
{
    private static final int RADIX = 36;
    private static final int CLIENTS_OF_FIRM = RADIX * RADIX * RADIX;
    private static final int FIRMS_OF_MEMBER = 100;
    private static final int LETTERS = 26;
    private static final char FIRST_LETTER = 'M';

    private BulkAccounts()
    {
    }

    /**
     * Enters registers.
     *
     * @param operator of the venue; not owned.
     * @param firstAccountId number of the first one.
     * @param count of them.
     */
    static void load(final OperatorClient operator, final int firstAccountId, final int count)
    {
        final int firms = (count + CLIENTS_OF_FIRM - 1) / CLIENTS_OF_FIRM;
        for (int firm = 0; firm < firms; firm++)
        {
            if (0 == firm % FIRMS_OF_MEMBER)
            {
                operator.defineClearingFirm(member(firm));
            }
            operator.defineBrokerageFirm(firm(firm));
        }
        final Iterator<AccountSpec> accounts =
            IntStream.range(0, count).mapToObj((id) -> new AccountSpec(code(id), 0)).iterator();
        new AccountOperator(operator).load(accounts, firstAccountId, (done) ->
        {
        });
    }

    private static String member(final int firm)
    {
        final int member = firm / FIRMS_OF_MEMBER;
        return "" + (char)(FIRST_LETTER + member / LETTERS) + (char)('A' + member % LETTERS);
    }

    private static String firm(final int firm)
    {
        return String.format("%s%02d", member(firm), firm % FIRMS_OF_MEMBER);
    }

    private static String code(final int id)
    {
        final String client =
            Integer.toString(id % CLIENTS_OF_FIRM + CLIENTS_OF_FIRM, RADIX).toUpperCase(Locale.ROOT);
        return firm(id / CLIENTS_OF_FIRM) + client.substring(1);
    }
}
