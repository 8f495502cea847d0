// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.core.risk.Register;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;

/**
 * A brokerage firm and the settings of all its orders.
 */
final class BrokerageFirm implements HashedState
{
    /** Packed four characters. */
    final long code;
    /** Dense, from 0, in order of definition. */
    final int firmId;
    /** Its limits; hashed by {@link PreTradeRisk}. */
    final Register register = new Register();
    SelfTradeScope selfTradeScope = SelfTradeScope.NONE;
    SelfTradeMode selfTradeMode = SelfTradeMode.CANCEL_INCOMING;
    /** Dense id of its settlement account, or {@link KeyTable#MISSING}. */
    int settlementAccountId = KeyTable.MISSING;
    /** A kill switch stands: no new orders. */
    boolean isStopped;
    /** Only an operator may lift it. */
    boolean isStoppedByOperator;

    BrokerageFirm(final long code, final int firmId)
    {
        this.code = code;
        this.firmId = firmId;
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
