// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.profile;

import io.bourse.gateway.sbe.admission.FlowPolicy;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.soabase.recordbuilder.core.RecordBuilder;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A stage of a profile, at its scale. Its rates may hang on what an earlier stage has measured.
 *
 * @param plan of it, with the rates that the profile names.
 * @param sessions of it; with several partitions those of all together.
 * @param parts what each partition of its venue gets; empty for a venue of one.
 * @param venueOptions options of the venue that only this stage wants; it has a venue of its own then.
 * @param isAlone whether it has a venue of its own in any case.
 * @param continues whether it goes on with the venue of the stage before it, whatever that is and has done.
 * @param of name of the earlier stage whose accepted transactions a second the three factors are of; empty for none.
 * @param against name of the earlier stage of the same round that carries the same load otherwise, and is compared with
 *     this one; rounds take turns in which comes first. Empty for none.
 * @param perSecondTimes of that rate, instead of what the plan says; 0 for none.
 * @param burstTimes of that rate in a burst, instead of what the plan says; 0 for none.
 * @param mostTimes of that rate, above which neither is cut: what the machine sustains; 0 for no limit.
 * @param limitTimes of that rate, which all sessions of the stage together may send: what is above is refused by the
 *     gateways' flow control, as exchanges do it; 0 for no such limit.
 */
@RecordBuilder
public record ProfileStage(
    StagePlan plan,
    SessionMix sessions,
    List<StagePart> parts,
    Map<String, Object> venueOptions,
    boolean isAlone,
    boolean continues,
    String of,
    String against,
    double perSecondTimes,
    double burstTimes,
    double mostTimes,
    double limitTimes) implements ProfileStageBuilder.With
{
    private static final String TWIME_FLOW = "venue.twime.flow.";
    private static final String MOST_PER_SECOND = "most-per-second";
    private static final int MESSAGES_OF_UNIT = FlowPolicy.MESSAGES_PER_UNIT;

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
        return plan.withPerSecond(perSecond).withBurstPerSecond(burst);
    }

    private int limited(final int rate, final double measuredPerSecond)
    {
        return mostTimes > 0 ? (int)Math.min(rate, mostTimes * measuredPerSecond) : rate;
    }

    /**
     * The same with the limit of each login that hangs on a measured rate.
     *
     * @param measuredPerSecond of the stage {@link #of}.
     * @return stage for a venue with that limit; this one when it has none.
     */
    public ProfileStage limited(final double measuredPerSecond)
    {
        if (limitTimes <= 0)
        {
            return this;
        }
        final int units = Math.max(1, (int)Math.ceil(
            limitTimes * measuredPerSecond / (sessions.twime() + sessions.fix()) / MESSAGES_OF_UNIT));
        final Map<String, Object> limits = new LinkedHashMap<>(venueOptions);
        limits.put(TWIME_FLOW + "policy", "twime");
        limits.put(TWIME_FLOW + "units", units);
        limits.put(TWIME_FLOW + MOST_PER_SECOND, units * MESSAGES_OF_UNIT);
        limits.put("venue.fix.defaults.max-messages-per-second", units * MESSAGES_OF_UNIT);
        return withVenueOptions(limits);
    }

    /**
     * A warm-up that the limits of this stage let through: a login that is far above its limit is cut off.
     *
     * @param warmup of the profile.
     * @return the same, or a slower one: half of what all sessions may send.
     */
    public StagePlan warmup(final StagePlan warmup)
    {
        if (!(venueOptions.get(TWIME_FLOW + MOST_PER_SECOND) instanceof final Integer most))
        {
            return warmup;
        }
        final int half = Math.max(1, most * (sessions.twime() + sessions.fix()) / 2);
        final int perSecond = 0 == warmup.perSecond() ? half : Math.min(warmup.perSecond(), half);
        return warmup.withPerSecond(perSecond);
    }

    /**
     * The same with options of the venue that it does not name itself.
     *
     * @param defaults options by their key.
     * @return stage whose own options are the stronger ones.
     */
    public ProfileStage withVenueDefaults(final Map<String, Object> defaults)
    {
        final Map<String, Object> all = new LinkedHashMap<>(defaults);
        all.putAll(venueOptions);
        return withVenueOptions(all);
    }

    /**
     * What one partition gets of a plan of this stage.
     *
     * @param whole plan of all partitions.
     * @param part index of it.
     * @return plan with its part of rates and volumes.
     */
    public StagePlan ofPart(final StagePlan whole, final int part)
    {
        final double share =
            parts.get(part).perSecond() / parts.stream().mapToDouble(StagePart::perSecond).sum();
        return whole.withPerSecond((int)Math.round(whole.perSecond() * share))
            .withBurstPerSecond((int)Math.round(whole.burstPerSecond() * share))
            .withCount(Math.round(whole.count() * share));
    }

    /**
     * What the partitions are called in reports.
     *
     * @return names in order; none for a venue of one.
     */
    public List<String> partNames()
    {
        return IntStream.range(0, parts.size()).mapToObj((i) -> parts.get(i).name(i)).toList();
    }

    /**
     * The same with another number of sessions.
     *
     * @param count of the generator's sessions.
     * @return stage with the mix of this one; each of several partitions has at least one of each protocol.
     */
    ProfileStage ofSessions(final int count)
    {
        if (parts.isEmpty())
        {
            return withSessions(sessions.of(count));
        }
        final int now = sessions.twime() + sessions.fix();
        final List<StagePart> resized = parts.stream().map((part) -> part.withSessions(part.sessions().of(
            Math.max(1, count * (part.sessions().twime() + part.sessions().fix()) / now)))).toList();
        return withParts(resized).withSessions(SessionMix.sum(resized.stream().map(StagePart::sessions).toList()));
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
