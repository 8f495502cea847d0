// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.core.risk.Register;
import io.bourse.engine.protocol.DefineSettlementAccountDecoder;
import org.agrona.DirectBuffer;

/**
 * Where collateral lives: unites brokerage firms (clearing rules 1.1).
 */
public final class SettlementAccount
{
    public static final int CODE_LENGTH = DefineSettlementAccountDecoder.codeLength();

    /** Zero-filled. */
    public final byte[] code = new byte[CODE_LENGTH];
    /** Dense, from 0, in order of definition. */
    public final int settlementAccountId;
    public final Register register = new Register();

    SettlementAccount(final DirectBuffer buffer, final int codeOffset, final int settlementAccountId)
    {
        buffer.getBytes(codeOffset, code);
        this.settlementAccountId = settlementAccountId;
    }

    /** Packed code of the clearing firm that it is named like; of a longer code the same, with what is after it. */
    public long clearingFirm()
    {
        long packed = 0;
        for (int i = Math.min(code.length, Long.BYTES) - 1; i >= 0; i--)
        {
            packed = packed << Byte.SIZE | code[i] & 0xFF;
        }
        return packed;
    }
}
