// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.core.risk.Register;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;

/**
 * A brokerage firm and the settings of all its orders.
 */
public final class BrokerageFirm implements HashedState
{
    /** Packed four characters. */
    public final long code;
    /** Dense, from 0, in order of definition. */
    public final int firmId;
    /** Its limits; hashed by {@code PreTradeRisk}. */
    public final Register register = new Register();
    public SelfTradeScope selfTradeScope = SelfTradeScope.NONE;
    public SelfTradeMode selfTradeMode = SelfTradeMode.CANCEL_INCOMING;
    /** Dense id of its settlement account, or {@link KeyTable#MISSING}. */
    public int settlementAccountId = KeyTable.MISSING;
    /** A kill switch stands: no new orders. */
    public boolean isStopped;
    /** Only an operator may lift it. */
    public boolean isStoppedByOperator;

    public BrokerageFirm(final long code, final int firmId)
    {
        this.code = code;
        this.firmId = firmId;
    }

    /**
     * The clearing firm that answers for a brokerage firm.
     *
     * @param code of the brokerage firm.
     * @return its first two characters, packed.
     */
    public static long clearingFirm(final long code)
    {
        return code & 0xFFFFL;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(code);
        hash.add(selfTradeScope.value());
        hash.add(selfTradeMode.value());
        hash.add(settlementAccountId);
        hash.add(isStopped);
        hash.add(isStoppedByOperator);
    }
}
