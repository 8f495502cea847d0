// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.flow.MadeFlow;
import io.bourse.jmh.loadtest.flow.OrderFlow;
import io.bourse.jmh.loadtest.flow.RecordedFlow;
import io.bourse.jmh.loadtest.plan.FlowPlan;
import io.bourse.jmh.loadtest.plan.InstrumentPlan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What members send.
 */
final class Flows
{
    private Flows()
    {
    }

    /**
     * The flow that a plan names.
     *
     * @param plan of it.
     * @param sessions how many send it.
     * @param isAlone whether no other generator trades the same instruments.
     */
    static OrderFlow of(final FlowPlan plan, final int sessions, final boolean isAlone) throws IOException
    {
        return null == plan.orderFile() ? new MadeFlow(plan, sessions, isAlone) : new RecordedFlow(plan, sessions);
    }

    /**
     * What clients send: made orders whatever the members send, never the same as theirs, and not in the instrument of
     * a recording, whose prices are its own.
     *
     * @param plan of the members.
     * @param ofMembers their flow.
     * @param clients how many.
     */
    static FlowPlan ofClients(final FlowPlan plan, final OrderFlow ofMembers, final int clients)
    {
        final List<InstrumentPlan> instruments = new ArrayList<>(plan.instruments());
        if (ofMembers instanceof final RecordedFlow recorded && clients > 0)
        {
            instruments.remove(recorded.instrument());
            if (instruments.isEmpty())
            {
                throw new IllegalArgumentException("clients have nothing to trade beside a recording: orderFile=" +
                    plan.orderFile() + "; name another instrument in the flow, or have no clients");
            }
        }
        return new FlowPlan(~plan.seed(), instruments, plan.cancelShare(), plan.aggressiveShare(), plan.liveOrders(),
            null);
    }
}
