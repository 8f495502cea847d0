// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.Limits;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.requirement.MatcherLimits;
import io.bourse.clearing.run.context.PublishedPrice;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.step.RunPrices;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Sends the engine what a correction changes of the run that it corrects: settlement prices with tick values and
 * price limits, under the id of the run that has cut the stream, then margins of a lot and collaterals. Trading goes
 * on. What the stream has already is not sent again.
 *
 * @param source of the stream, with its engine.
 * @param day at the cut.
 * @param originalRunId of the run that has cut the stream.
 */
record CorrectionPublisher(RunSource source, IngestedDay day, long originalRunId)
{
    /** Changed prices; one that the stream has already is not sent again. */
    void publishPrices(final PriceProposal before, final PriceProposal after)
    {
        final List<PublishedPrice> wanted = new ArrayList<>(RunPrices.toBePublished(day, after));
        wanted.removeAll(RunPrices.toBePublished(day, before));
        final RunRecord record = source.record(originalRunId);
        if (null != record)
        {
            wanted.removeIf(price -> isPublished(price, record));
        }
        if (!wanted.isEmpty())
        {
            source.publish(originalRunId, wanted);
        }
    }

    private boolean isPublished(final PublishedPrice price, final RunRecord record)
    {
        return new RunRecord.Published(price.settlementE5(), price.tickValueE5(), price.band())
            .equals(record.published(day.instruments().byId(price.instrumentId()).ordinal()));
    }

    /**
     * Changed limits; one that is in force already is not sent again.
     *
     * @param before of the corrected run; null when it had none.
     * @param after of the correction; null when it has none: the engine keeps those that it has.
     * @param now limits in force.
     */
    void publishLimits(final MatcherLimits before, final MatcherLimits after, final Limits now)
    {
        if (null == after)
        {
            return;
        }
        final Set<MatcherLimits.LotMargin> margins = new HashSet<>();
        final Set<MatcherLimits.Collateral> collaterals = new HashSet<>();
        if (null != before)
        {
            margins.addAll(before.margins());
            collaterals.addAll(before.collaterals());
        }
        final List<MatcherLimits.LotMargin> otherMargins =
            after.margins().stream().filter(each -> !margins.contains(each) && !isInForce(each, now)).toList();
        final List<MatcherLimits.Collateral> otherCollaterals =
            after.collaterals().stream().filter(each -> !collaterals.contains(each))
                .filter(each -> !Objects.equals(
                    each.collateralKopecks(), now.collaterals(each.level()).get(each.code()))).toList();
        if (!otherMargins.isEmpty())
        {
            source.setMargins(otherMargins);
        }
        if (!otherCollaterals.isEmpty())
        {
            source.setCollaterals(otherCollaterals);
        }
    }

    private boolean isInForce(final MatcherLimits.LotMargin margin, final Limits now)
    {
        return new Limits.Margin(margin.longKopecks(), margin.shortKopecks())
            .equals(now.margin(day.instruments().byId(margin.instrumentId()).ordinal()));
    }
}
