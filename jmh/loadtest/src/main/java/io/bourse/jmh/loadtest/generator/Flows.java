// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.flow.MadeFlow;
import io.bourse.jmh.loadtest.flow.OrderFlow;
import io.bourse.jmh.loadtest.flow.RecordedFlow;
import io.bourse.jmh.loadtest.plan.FlowPlan;
import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.jmh.loadtest.plan.InstrumentPlan;
import io.bourse.jmh.loadtest.plan.SessionPlan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the sessions of a generator send: members and the clients beside them.
 *
 * @param members what members send.
 * @param planOfClients plan of what clients send.
 * @param clients what clients send.
 */
record Flows(OrderFlow members, FlowPlan planOfClients, OrderFlow clients)
{
    /**
     * The flows that a plan names.
     *
     * @param plan of the generator. Prices wander only when no other one trades the same instruments, those of the
     *     clients no more than those of the members.
     * @return flows.
     * @throws IOException when a recording cannot be read.
     */
    static Flows of(final GeneratorPlan plan) throws IOException
    {
        final int clientCount = (int)plan.sessions().stream().filter(SessionPlan::isClient).count();
        final boolean isAlone = 1 == plan.generators();
        final OrderFlow members = of(plan.flow(), plan.sessions().size() - clientCount, isAlone);
        final FlowPlan planOfClients = ofClients(plan.flow(), members, clientCount);
        return new Flows(members, planOfClients, of(planOfClients, clientCount, isAlone));
    }

    private static OrderFlow of(final FlowPlan plan, final int sessions, final boolean isAlone) throws IOException
    {
        return null == plan.orderFile() ? new MadeFlow(plan, sessions, isAlone) : new RecordedFlow(plan, sessions);
    }

    /**
     * Made orders whatever the members send, never the same as theirs, and not in the instrument of a recording, whose
     * prices are its own.
     */
    private static FlowPlan ofClients(final FlowPlan plan, final OrderFlow ofMembers, final int clients)
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
        return plan.withSeed(~plan.seed()).withInstruments(instruments).withOrderFile(null);
    }
}
