// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.DefineAccountsEncoder;
import io.bourse.engine.protocol.GroupSizeEncodingEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;

import java.util.Iterator;
import java.util.function.LongConsumer;

/**
 * An operator's hand on client registers in bulk, also while the venue trades: as many to a command as fit, with a
 * window of commands in flight. Uses the connection of an {@link OperatorClient}, with the same exceptions, and is not
 * thread-safe either.
 */
public final class AccountOperator
{
    private static final int WINDOW = 256;
    private static final int ACCOUNTS_PER_COMMAND =
        (CommandForm.MAX_UNSIGNED_LENGTH - MessageHeaderEncoder.ENCODED_LENGTH -
            DefineAccountsEncoder.BLOCK_LENGTH -
            GroupSizeEncodingEncoder.ENCODED_LENGTH) / DefineAccountsEncoder.AccountsEncoder.sbeBlockLength();

    private final DefineAccountsEncoder defineAccounts = new DefineAccountsEncoder();
    private final long[] codes = new long[ACCOUNTS_PER_COMMAND];
    private final long[] clientIds = new long[ACCOUNTS_PER_COMMAND];
    private final OperatorClient operator;

    /**
     * Registers of an engine.
     *
     * @param operator whose connection is used, not owned.
     */
    public AccountOperator(final OperatorClient operator)
    {
        this.operator = operator;
    }

    /**
     * Defines registers. What is defined already with the same number and client is passed over, so that a load that
     * failed may be repeated.
     *
     * @param accounts in the order of their numbers; read as it goes.
     * @param firstAccountId number of the first one; the others follow.
     * @param progress called with the number sent, after every command.
     * @return number of registers defined.
     */
    public int load(final Iterator<AccountSpec> accounts, final int firstAccountId, final LongConsumer progress)
    {
        int count = 0;
        operator.beginWindow();
        while (accounts.hasNext() && !operator.isRefusedInWindow())
        {
            final int batch = fill(accounts);
            operator.publishInWindow(encode(batch, firstAccountId + count), WINDOW,
                "command=DefineAccounts firstAccountId=" + (firstAccountId + count) + " accounts=" + batch);
            count += batch;
            progress.accept(count);
        }
        operator.endWindow("command=DefineAccounts firstAccountId=" + firstAccountId + " accounts=" + count);
        return count;
    }

    private int fill(final Iterator<AccountSpec> accounts)
    {
        int batch = 0;
        while (batch < ACCOUNTS_PER_COMMAND && accounts.hasNext())
        {
            final AccountSpec account = accounts.next();
            codes[batch] = AccountCode.pack(account.code());
            clientIds[batch] = account.clientId();
            batch++;
        }
        return batch;
    }

    private DefineAccountsEncoder encode(final int count, final int firstAccountId)
    {
        final DefineAccountsEncoder.AccountsEncoder group =
            operator.begin(defineAccounts).firstAccountId(firstAccountId).accountsCount(count);
        for (int i = 0; i < count; i++)
        {
            group.next().accountCode(codes[i]).clientId(clientIds[i]);
        }
        return defineAccounts;
    }
}
