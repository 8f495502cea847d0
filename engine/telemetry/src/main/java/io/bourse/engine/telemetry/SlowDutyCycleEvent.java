// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/**
 * A thread stood in one duty cycle, for Flight Recorder, which looks at the threads once in each period: the duration
 * is right to one period.
 */
@Name("bourse.SlowDutyCycle")
@Label("Slow Duty Cycle")
@Description("A thread of a component stood in one duty cycle; looked at once in each period")
@Category("Bourse")
@StackTrace(false)
@Period("10 ms")
@Threshold("50 ms")
final class SlowDutyCycleEvent extends Event
{
    @Label("Agent")
    @Description("Role name of the agent whose duty cycle it was")
    private String agent;
    @Label("Duty Cycle")
    @Description("Number of the cycle, from 1 since the start of the component")
    private long cycle;

    void ended(final String roleName, final long number)
    {
        end();
        if (shouldCommit())
        {
            agent = roleName;
            cycle = number;
            commit();
        }
    }
}
