// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.profile;

import io.bourse.jmh.loadtest.plan.GeneratorPlan;
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
 *     gateways' flow control, as exchanges do it; 0 for no such limit. Partitions share it as they share the rates, so
 *     that a burst is as far above the limit of every session.
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
    /**
     * Checks the factors.
     *
     * @throws IllegalArgumentException when the sessions would have to send more than one with the limit does.
     */
    public ProfileStage
    {
        final double mostOfRate = Math.max(perSecondTimes, burstTimes);
        if (limitTimes > 0 && mostOfRate > GeneratorPlan.PACE_TIMES * limitTimes)
        {
            throw new IllegalArgumentException("a stage sends more than its limit lets a session send: stage=" +
                plan.name() + " burstTimes=" + burstTimes + " perSecondTimes=" + perSecondTimes + " limitTimes=" +
                limitTimes + "; neither may be above " + GeneratorPlan.PACE_TIMES + " times the limit");
        }
    }

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
        final double perSecond = limitTimes * measuredPerSecond;
        return parts.isEmpty() ? withSessions(sessions.limited(perSecond)) : ofParts(IntStream.range(0, parts.size())
            .mapToObj((i) -> parts.get(i).sessions().limited(perSecond * share(i))).toList());
    }

    private ProfileStage ofParts(final List<SessionMix> mixes)
    {
        return withSessions(SessionMix.sum(mixes)).withParts(IntStream.range(0, mixes.size())
            .mapToObj((i) -> parts.get(i).withSessions(mixes.get(i))).toList());
    }

    /**
     * The limits of its sessions.
     *
     * @return messages in a second of each partition's, or of the only one's; 0 for any number.
     */
    public List<Integer> limits()
    {
        return mixes().stream().map(SessionMix::limit).toList();
    }

    private List<SessionMix> mixes()
    {
        return parts.isEmpty() ? List.of(sessions) : parts.stream().map(StagePart::sessions).toList();
    }

    private double share(final int part)
    {
        return parts.get(part).perSecond() / parts.stream().mapToDouble(StagePart::perSecond).sum();
    }

    /**
     * A warm-up that the limits of this stage let through: a login that is far above its limit is cut off.
     *
     * @param warmup of the profile.
     * @return the same, or a slower one: half of what all sessions may send.
     */
    public StagePlan warmup(final StagePlan warmup)
    {
        final int half =
            mixes().stream().mapToInt((mix) -> mix.limit() * (mix.twime() + mix.fix())).sum() / 2;
        if (0 == half)
        {
            return warmup;
        }
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
        final double share = share(part);
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
        return ofParts(mixes().stream()
            .map((mix) -> mix.of(Math.max(1, count * (mix.twime() + mix.fix()) / now))).toList());
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
