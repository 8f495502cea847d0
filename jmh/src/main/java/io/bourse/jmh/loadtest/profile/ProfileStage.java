// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.profile;

import io.bourse.jmh.loadtest.plan.StagePlan;

import java.util.Map;

/**
 * A stage of a profile, at its scale. Its rates may hang on what an earlier stage has measured.
 *
 * @param plan of it, with the rates that the profile names.
 * @param sessions of it.
 * @param venueOptions options of the venue that only this stage wants; it has a venue of its own then.
 * @param isAlone whether it has a venue of its own in any case.
 * @param of name of the earlier stage whose accepted transactions a second the three factors are of; empty for none.
 * @param perSecondTimes of that rate, instead of what the plan says; 0 for none.
 * @param burstTimes of that rate in a burst, instead of what the plan says; 0 for none.
 * @param mostTimes of that rate, above which neither is cut: what the machine sustains; 0 for no limit.
 */
public record ProfileStage(
    StagePlan plan,
    SessionMix sessions,
    Map<String, Object> venueOptions,
    boolean isAlone,
    String of,
    double perSecondTimes,
    double burstTimes,
    double mostTimes)
{
    /**
     * The plan with the rates that hang on a measured one.
     *
     * @param measuredPerSecond of the stage {@link #of}.
     * @return plan to carry out.
     */
    public StagePlan resolved(final double measuredPerSecond)
    {
        final int perSecond = limited(perSecondTimes > 0 ?
            (int)Math.round(perSecondTimes * measuredPerSecond) : plan.perSecond(), measuredPerSecond);
        final int burst = limited(burstTimes > 0 ?
            (int)Math.round(burstTimes * measuredPerSecond) : plan.burstPerSecond(), measuredPerSecond);
        return new StagePlan(plan.name(), plan.kind(), plan.title(), plan.seconds(), perSecond, plan.window(), burst,
            plan.burstSeconds(), plan.bursts(), plan.size(), plan.count());
    }

    private int limited(final int rate, final double measuredPerSecond)
    {
        return mostTimes > 0 ? (int)Math.min(rate, mostTimes * measuredPerSecond) : rate;
    }

    /**
     * The same with another number of sessions.
     *
     * @param count of the generator's sessions.
     * @return stage with the mix of this one.
     */
    public ProfileStage withSessions(final int count)
    {
        return new ProfileStage(
            plan, sessions.of(count), venueOptions, isAlone, of, perSecondTimes, burstTimes, mostTimes);
    }

    /**
     * Whether the rates are known only when another stage is done.
     *
     * @return true when they hang on one.
     */
    public boolean isDependent()
    {
        return !of.isEmpty();
    }
}
