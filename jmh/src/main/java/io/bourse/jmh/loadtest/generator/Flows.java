// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.flow.MadeFlow;
import io.bourse.jmh.loadtest.flow.OrderFlow;
import io.bourse.jmh.loadtest.plan.FlowPlan;

import java.io.IOException;

/**
 * What members send.
 */
final class Flows
{
    private Flows()
    {
    }

    /** The flow that a plan names. */
    static OrderFlow of(final FlowPlan plan, final int sessions) throws IOException
    {
        return new MadeFlow(plan, sessions);
    }
}
