// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.operator;

import io.bourse.engine.protocol.OperatorAct;

/**
 * Which roles may do what, and what wants a second person.
 *
 * @param venueId that signatures are for.
 * @param approvals acts that need one, each the bit of its value.
 * @param roles of each act, at its value; 0: forbidden to all.
 */
record OperatorPolicy(byte[] venueId, int approvals, byte[] roles)
{
    int roles(final OperatorAct act)
    {
        return roles[act.value()];
    }

    boolean needsApproval(final OperatorAct act)
    {
        return 0 != (approvals >> act.value() & 1);
    }
}
