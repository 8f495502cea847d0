// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.history;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.protocol.AccountDefinedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;

/**
 * Finds out from the event stream which number the next register gets, and whether one register is there already: a
 * load that failed is repeated with the same numbers.
 */
public final class AccountCensus implements EventListener
{
    private final long soughtCode;
    private int count;
    private int soughtId = -1;

    private AccountCensus(final long soughtCode)
    {
        this.soughtCode = soughtCode;
    }

    /**
     * Where a file of registers begins.
     *
     * @param client of the engine.
     * @param firstCode packed code of the first register of the file.
     * @return number of that register if it is there, else the next free one.
     */
    public static int firstAccountId(final EngineClient client, final long firstCode)
    {
        final AccountCensus census = new AccountCensus(firstCode);
        StreamHistory.read(client, census);
        return census.soughtId >= 0 ? census.soughtId : census.count;
    }

    @Override
    public void onAccountDefined(final EventGroup group, final AccountDefinedDecoder event)
    {
        count = Math.max(count, event.accountId() + 1);
        if (soughtCode == event.accountCode())
        {
            soughtId = event.accountId();
        }
    }
}
