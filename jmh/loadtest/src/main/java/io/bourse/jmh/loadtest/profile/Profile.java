// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.profile;

import io.bourse.jmh.loadtest.plan.FlowPlan;
import io.bourse.jmh.loadtest.plan.SessionPlan;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.result.PeakInfo;
import io.bourse.jmh.loadtest.result.PublishedTable;
import io.soabase.recordbuilder.core.RecordBuilder;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A load test that can be asked for, at a scale.
 *
 * @param name of the profile.
 * @param title for readers.
 * @param scale of volumes: 1 is what was published.
 * @param accounts client registers on top of those of the demo tables.
 * @param flow what the sessions send, without a file of orders.
 * @param warmup done by every generator before its first stage, and not reported.
 * @param stages in their order.
 * @param venueOptions of all its venues.
 * @param feeds beginnings of the names of feeds to receive.
 * @param clientFeed name of the line that clients read, for the times from their orders to it; empty for none.
 * @param replays whether journal and event stream are replayed after a day.
 * @param tables published figures.
 * @param peak rows of them with the most in a test and in production; null for none.
 * @param headline what rows have for ours that stand on the first page of the report.
 */
@RecordBuilder
public record Profile(
    String name,
    String title,
    double scale,
    int accounts,
    FlowPlan flow,
    StagePlan warmup,
    List<ProfileStage> stages,
    Map<String, Object> venueOptions,
    List<String> feeds,
    String clientFeed,
    boolean replays,
    List<PublishedTable> tables,
    PeakInfo peak,
    List<String> headline) implements ProfileBuilder.With
{
    /**
     * Sessions with which a generator begins at a stage.
     *
     * @param stage of this profile, with the limits of a measured rate or without.
     * @return sessions with logins that no other stage has; of each partition of its venue, or of the only one.
     */
    public List<List<SessionPlan>> sessions(final ProfileStage stage)
    {
        final List<String> names = stages.stream().map((one) -> one.plan().name()).toList();
        final String login = "L" + (names.indexOf(stage.plan().name()) + 1);
        return stage.parts().isEmpty() ? List.of(stage.sessions().sessions(login)) :
            IntStream.range(0, stage.parts().size())
                .mapToObj((i) -> stage.parts().get(i).sessions().sessions(login + "P" + i)).toList();
    }

    /**
     * Sessions of all stages.
     *
     * @return logins that a venue of this test knows.
     */
    public List<SessionPlan> sessions()
    {
        return stages.stream().flatMap((stage) -> sessions(stage).stream()).flatMap(List::stream).toList();
    }

    /**
     * The same with another number of sessions in every stage that has any.
     *
     * @param count of the generator's sessions; 0 for those it has.
     * @return profile.
     */
    public Profile withSessions(final int count)
    {
        return 0 == count ? this :
            withStages(stages.stream().map((stage) -> stage.ofSessions(count)).toList());
    }
}
