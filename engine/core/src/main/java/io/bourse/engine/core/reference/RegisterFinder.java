// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import io.bourse.engine.core.command.FieldCheck;
import io.bourse.engine.core.pretrade.Exposures;
import io.bourse.engine.core.risk.Register;
import io.bourse.engine.core.state.BrokerageFirm;
import io.bourse.engine.core.state.KeyTable;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SettlementAccount;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.RejectReason;
import org.agrona.DirectBuffer;

/**
 * Finds the register that a configuration command names by its level and code: the seven characters of an account, the
 * four of a brokerage firm, up to twelve of a settlement account, or a login id in decimal.
 */
final class RegisterFinder
{
    private static final int CODE_LENGTH = SettlementAccount.CODE_LENGTH;
    private static final int DECIMAL = 10;

    private final ReferenceData referenceData;
    private final Exposures exposures;
    private Register register;

    RegisterFinder(final ReferenceData referenceData, final Exposures exposures)
    {
        this.referenceData = referenceData;
        this.exposures = exposures;
    }

    /** The register found last. */
    Register register()
    {
        return register;
    }

    /**
     * Looks a register up; makes that of an account when it has none yet.
     *
     * @param level of the register.
     * @param buffer that holds its code.
     * @param codeOffset of the 12 bytes.
     * @return null when it was found, otherwise why not.
     */
    RejectReason find(final LimitLevel level, final DirectBuffer buffer, final int codeOffset)
    {
        if (!FieldCheck.isText(buffer, codeOffset, CODE_LENGTH, 1))
        {
            return RejectReason.INVALID_FIELD;
        }
        return switch (level)
        {
            case CLIENT -> findClient(buffer, codeOffset);
            case BROKERAGE_FIRM -> findFirm(buffer, codeOffset);
            case SETTLEMENT_ACCOUNT -> findSettlementAccount(buffer, codeOffset);
            case LOGIN -> findLogin(buffer, codeOffset);
            case NULL_VAL -> RejectReason.INVALID_FIELD;
        };
    }

    private RejectReason findClient(final DirectBuffer buffer, final int codeOffset)
    {
        final long code = packed(buffer, codeOffset, AccountCode.LENGTH);
        final int accountId = referenceData.accounts().indexOf(code);
        if (KeyTable.MISSING == accountId || !isEndAt(buffer, codeOffset, AccountCode.LENGTH))
        {
            return RejectReason.UNKNOWN_ACCOUNT;
        }
        register = exposures.clientRegisters().getOrAdd(accountId);
        return null;
    }

    private RejectReason findFirm(final DirectBuffer buffer, final int codeOffset)
    {
        final BrokerageFirm firm =
            referenceData.firm(packed(buffer, codeOffset, AccountCode.BROKERAGE_FIRM_LENGTH));
        if (null == firm || !isEndAt(buffer, codeOffset, AccountCode.BROKERAGE_FIRM_LENGTH))
        {
            return RejectReason.UNKNOWN_FIRM;
        }
        register = firm.register;
        return null;
    }

    private RejectReason findSettlementAccount(final DirectBuffer buffer, final int codeOffset)
    {
        final SettlementAccount account = exposures.settlementAccounts().find(buffer, codeOffset);
        if (null == account)
        {
            return RejectReason.UNKNOWN_SETTLEMENT_ACCOUNT;
        }
        register = account.register;
        return null;
    }

    private RejectReason findLogin(final DirectBuffer buffer, final int codeOffset)
    {
        long loginId = 0;
        int length = 0;
        while (length < CODE_LENGTH && 0 != buffer.getByte(codeOffset + length))
        {
            final int digit = buffer.getByte(codeOffset + length) - '0';
            if (digit < 0 || digit >= DECIMAL)
            {
                return RejectReason.UNKNOWN_LOGIN;
            }
            loginId = loginId * DECIMAL + digit;
            length++;
        }
        final Login login = loginId <= Integer.MAX_VALUE ? referenceData.login((int)loginId) : null;
        if (null == login)
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        register = login.register;
        return null;
    }

    private static long packed(final DirectBuffer buffer, final int offset, final int length)
    {
        long packed = 0;
        for (int i = 0; i < length; i++)
        {
            packed |= (buffer.getByte(offset + i) & 0xFFL) << (i << 3);
        }
        return packed;
    }

    private static boolean isEndAt(final DirectBuffer buffer, final int codeOffset, final int length)
    {
        return 0 == buffer.getByte(codeOffset + length);
    }
}
