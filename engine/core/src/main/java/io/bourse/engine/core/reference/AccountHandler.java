// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.command.FieldCheck;
import io.bourse.engine.core.event.ReferenceEventPublisher;
import io.bourse.engine.core.state.KeyTable;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.VenueLimits;
import io.bourse.engine.core.state.VenueLimits.Kind;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.DefineAccountDecoder;
import io.bourse.engine.protocol.DefineAccountsDecoder;
import io.bourse.engine.protocol.RejectReason;

/**
 * Defines accounts, one at a time or in bulk. Accounts are numbered without gaps, in order. One that comes again with
 * the same contents is answered with the same event and changes nothing; one with other contents is refused. A bulk
 * command may begin with accounts that are known already; it is taken as a whole or not at all.
 */
public final class AccountHandler
{
    /** Most accounts of one bulk command; the longest command of the ring has 29. */
    static final int MAX_BULK = 512;

    private final DefineAccountDecoder defineAccount = new DefineAccountDecoder();
    private final DefineAccountsDecoder defineAccounts = new DefineAccountsDecoder();
    private final ReferenceData referenceData;
    private final VenueLimits limits;
    private final ReferenceEventPublisher publisher;
    private final long[] codes = new long[MAX_BULK];
    private final long[] clientIds = new long[MAX_BULK];
    /** Firm that was found last: accounts come firm by firm. */
    private long knownFirmCode;

    public AccountHandler(
        final ReferenceData referenceData, final VenueLimits limits, final ReferenceEventPublisher publisher)
    {
        this.referenceData = referenceData;
        this.limits = limits;
        this.publisher = publisher;
    }

    /**
     * Enters the commands of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(DefineAccountDecoder.TEMPLATE_ID, this::onDefineAccount)
            .accountAt(DefineAccountDecoder.accountCodeEncodingOffset()));
        table.add(new CommandKind(DefineAccountsDecoder.TEMPLATE_ID, this::onDefineAccounts));
    }

    private RejectReason onDefineAccount(final CommandEnvelope envelope)
    {
        final DefineAccountDecoder command = envelope.decode(defineAccount);
        codes[0] = command.accountCode();
        clientIds[0] = command.clientId();
        return define(command.accountId(), 1);
    }

    private RejectReason onDefineAccounts(final CommandEnvelope envelope)
    {
        final DefineAccountsDecoder command = envelope.decode(defineAccounts);
        final int firstAccountId = command.firstAccountId();
        final DefineAccountsDecoder.AccountsDecoder accounts = command.accounts();
        final int count = accounts.count();
        if (0 == count || count > MAX_BULK)
        {
            return RejectReason.INVALID_FIELD;
        }
        for (int i = 0; i < count; i++)
        {
            accounts.next();
            codes[i] = accounts.accountCode();
            clientIds[i] = accounts.clientId();
        }
        return define(firstAccountId, count);
    }

    private RejectReason define(final int firstAccountId, final int count)
    {
        final int size = referenceData.accounts().size();
        if (firstAccountId < 0 || firstAccountId > size || firstAccountId > Integer.MAX_VALUE - count)
        {
            return RejectReason.INVALID_FIELD;
        }
        for (int i = 0; i < count; i++)
        {
            final RejectReason reason = check(firstAccountId + i, i, size);
            if (null != reason)
            {
                return reason;
            }
        }
        final RejectReason refusal = limits.refusal(Kind.ACCOUNTS, firstAccountId + count - size);
        if (null != refusal)
        {
            return refusal;
        }
        for (int i = 0; i < count; i++)
        {
            if (firstAccountId + i >= size)
            {
                referenceData.addAccount(codes[i], clientIds[i]);
            }
            publisher.accountDefined(codes[i], firstAccountId + i, clientIds[i]);
        }
        return null;
    }

    private RejectReason check(final int accountId, final int i, final int size)
    {
        final long code = codes[i];
        if (!FieldCheck.isCode(code, AccountCode.LENGTH))
        {
            return RejectReason.INVALID_FIELD;
        }
        final long firmCode = AccountCode.brokerageFirm(code);
        if (firmCode != knownFirmCode)
        {
            if (null == referenceData.firm(firmCode))
            {
                return RejectReason.UNKNOWN_FIRM;
            }
            knownFirmCode = firmCode;
        }
        final int existingId = referenceData.accounts().indexOf(code);
        if (KeyTable.MISSING == existingId)
        {
            return accountId < size || isAmongFirst(code, i) ? RejectReason.ALREADY_DEFINED : null;
        }
        return existingId != accountId || referenceData.definedClientId(accountId) != clientIds[i] ?
            RejectReason.ALREADY_DEFINED : null;
    }

    private boolean isAmongFirst(final long code, final int count)
    {
        for (int i = 0; i < count; i++)
        {
            if (codes[i] == code)
            {
                return true;
            }
        }
        return false;
    }
}
