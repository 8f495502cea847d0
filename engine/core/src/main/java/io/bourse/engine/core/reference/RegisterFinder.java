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

    RegisterFinder(final ReferenceData referenceData, final Exposures exposures)
    {
        this.referenceData = referenceData;
        this.exposures = exposures;
    }

    /**
     * Looks a register up; makes that of an account when it has none yet.
     *
     * @param level of the register.
     * @param buffer that holds its code.
     * @param codeOffset of the 12 bytes.
     * @return null when there is none: see {@link #refusal}.
     */
    Register find(final LimitLevel level, final DirectBuffer buffer, final int codeOffset)
    {
        if (!FieldCheck.isText(buffer, codeOffset, CODE_LENGTH, 1))
        {
            return null;
        }
        return switch (level)
        {
            case CLIENT -> findClient(buffer, codeOffset);
            case BROKERAGE_FIRM -> findFirm(buffer, codeOffset);
            case SETTLEMENT_ACCOUNT -> findSettlementAccount(buffer, codeOffset);
            case LOGIN -> findLogin(buffer, codeOffset);
            case NULL_VAL -> null;
        };
    }

    /** Why there is no register of this level and code. */
    static RejectReason refusal(final LimitLevel level, final DirectBuffer buffer, final int codeOffset)
    {
        if (!FieldCheck.isText(buffer, codeOffset, CODE_LENGTH, 1))
        {
            return RejectReason.INVALID_FIELD;
        }
        return switch (level)
        {
            case CLIENT -> RejectReason.UNKNOWN_ACCOUNT;
            case BROKERAGE_FIRM -> RejectReason.UNKNOWN_FIRM;
            case SETTLEMENT_ACCOUNT -> RejectReason.UNKNOWN_SETTLEMENT_ACCOUNT;
            case LOGIN -> RejectReason.UNKNOWN_LOGIN;
            case NULL_VAL -> RejectReason.INVALID_FIELD;
        };
    }

    /**
     * The brokerage firm that a code belongs to, by the code alone: there may be no such register.
     *
     * @return packed; 0 of settlement accounts, and of logins that are not known.
     */
    long firmOf(final LimitLevel level, final DirectBuffer buffer, final int codeOffset)
    {
        return switch (level)
        {
            case CLIENT, BROKERAGE_FIRM -> packed(buffer, codeOffset, AccountCode.BROKERAGE_FIRM_LENGTH);
            case LOGIN ->
            {
                final Login login = login(buffer, codeOffset);
                yield null == login ? 0 : login.firm.code;
            }
            case SETTLEMENT_ACCOUNT, NULL_VAL -> 0;
        };
    }

    private Register findClient(final DirectBuffer buffer, final int codeOffset)
    {
        final int accountId = referenceData.accounts().indexOf(packed(buffer, codeOffset, AccountCode.LENGTH));
        return KeyTable.MISSING == accountId || !isEndAt(buffer, codeOffset, AccountCode.LENGTH) ?
            null : exposures.clientRegisters().getOrAdd(accountId);
    }

    private Register findFirm(final DirectBuffer buffer, final int codeOffset)
    {
        final BrokerageFirm firm =
            referenceData.firm(packed(buffer, codeOffset, AccountCode.BROKERAGE_FIRM_LENGTH));
        return null == firm || !isEndAt(buffer, codeOffset, AccountCode.BROKERAGE_FIRM_LENGTH) ? null : firm.register;
    }

    private Register findSettlementAccount(final DirectBuffer buffer, final int codeOffset)
    {
        final SettlementAccount account = exposures.settlementAccounts().find(buffer, codeOffset);
        return null == account ? null : account.register;
    }

    private Register findLogin(final DirectBuffer buffer, final int codeOffset)
    {
        final Login login = login(buffer, codeOffset);
        return null == login ? null : login.register;
    }

    private Login login(final DirectBuffer buffer, final int codeOffset)
    {
        long loginId = 0;
        int length = 0;
        while (length < CODE_LENGTH && 0 != buffer.getByte(codeOffset + length))
        {
            final int digit = buffer.getByte(codeOffset + length) - '0';
            if (digit < 0 || digit >= DECIMAL)
            {
                return null;
            }
            loginId = loginId * DECIMAL + digit;
            length++;
        }
        return loginId <= Integer.MAX_VALUE ? referenceData.login((int)loginId) : null;
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
