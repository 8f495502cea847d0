// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

/**
 * What a simulation came to.
 *
 * @param schedules that were run, the failed one included.
 * @param steps of all schedules.
 * @param counts of what happened, for people.
 * @param digest over all steps, events and states: the same options give the same digest.
 * @param failure of the schedule that ended the simulation, or null when all checks passed.
 */
public record SimulationReport(int schedules, long steps, String counts, long digest, Failure failure)
{
    /**
     * A failed check.
     *
     * @param host that it happened on.
     * @param schedule number, from 0.
     * @param step at which it was seen.
     * @param crashStep step after which the engine died, or -1.
     * @param message what was expected and what was found.
     */
    public record Failure(
        SimulatedHost host, int schedule, int step, int crashStep, String message, Throwable cause)
    {
    }
}
