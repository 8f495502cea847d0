// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.AssignSettlementAccountEncoder;
import io.bourse.engine.protocol.DefineAccountsEncoder;
import io.bourse.engine.protocol.DefineSettlementAccountEncoder;

/**
 * Encodes settlement accounts and accounts in bulk into the buffer of a {@link CommandWriter}; the limits themselves
 * are in {@link VenueCommandWriter}.
 */
final class RiskCommandWriter
{
    private final CommandWriter commands;
    private final DefineAccountsEncoder defineAccounts = new DefineAccountsEncoder();

    RiskCommandWriter(final CommandWriter commands)
    {
        this.commands = commands;
    }

    CommandWriter settlementAccount(final String code)
    {
        final DefineSettlementAccountEncoder encoder = new DefineSettlementAccountEncoder()
            .wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, commands.messageHeader);
        commands.header(encoder.header(), 0);
        return commands.done(encoder.code(code).encodedLength());
    }

    CommandWriter assign(final String firm, final String code)
    {
        final AssignSettlementAccountEncoder encoder = new AssignSettlementAccountEncoder()
            .wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, commands.messageHeader);
        commands.header(encoder.header(), 0);
        return commands.done(encoder.brokerageFirm(firm).code(code).encodedLength());
    }

    CommandWriter accounts(final int firstAccountId, final String... codes)
    {
        final long[] packed = new long[codes.length];
        for (int i = 0; i < codes.length; i++)
        {
            packed[i] = AccountCode.pack(codes[i]);
        }
        return accounts(firstAccountId, 0, packed);
    }

    CommandWriter accounts(final int firstAccountId, final long clientId, final long... codes)
    {
        defineAccounts.wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, commands.messageHeader);
        commands.header(defineAccounts.header(), 0);
        final DefineAccountsEncoder.AccountsEncoder accounts =
            defineAccounts.firstAccountId(firstAccountId).accountsCount(codes.length);
        for (final long code : codes)
        {
            accounts.next().accountCode(code).clientId(clientId);
        }
        return commands.done(defineAccounts.encodedLength());
    }
}
