// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.Limits;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.requirement.MatcherLimits;
import io.bourse.clearing.run.context.PublishedPrice;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.step.Moved;
import io.bourse.clearing.run.step.Priced;
import io.bourse.clearing.run.step.RunPrices;
import io.bourse.clearing.table.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Gives the results of a run to the engine: movements, prices, ends of strategies, ends of contracts, margins of a lot,
 * collaterals, in this order.
 * What the stream shows already is not given again, and must be what would be given.
 */
record RunPublisher(RunSource source, long runId, Moved moved, MatcherLimits limits)
{
    private Priced priced()
    {
        return moved.priced();
    }

    private IngestedDay day()
    {
        return priced().cut().day();
    }

    void publish()
    {
        final RunRecord record = source.record(runId);
        move(record);
        source.publish(runId, unpublished(record));
        // With a leg the engine ends its strategies, and would refuse to end them again.
        expire(record, true);
        expire(record, false);
        if (record.isCompleted())
        {
            // All limits were sent before: another one since is an operator's decision.
            return;
        }
        if (null != limits)
        {
            limit(record);
        }
        source.complete(runId, priced().cut().kind());
    }

    /** An operator may have set a limit since the cut: the last one counts. */
    private void limit(final RunRecord record)
    {
        source.setMargins(limits.margins().stream()
            .filter(margin -> !new Limits.Margin(margin.longKopecks(), margin.shortKopecks())
                .equals(record.margin(day().instruments().byId(margin.instrumentId()).ordinal())))
            .toList());
        source.setCollaterals(limits.collaterals().stream()
            .filter(each -> !Objects.equals(each.collateralKopecks(), record.collateral(each.level(), each.code())))
            .toList());
    }

    private void expire(final RunRecord record, final boolean ofStrategies)
    {
        for (int i = 0; i < priced().ends().length; i++)
        {
            final Contract contract = priced().contracts()[i];
            final boolean isStrategy = ContractStyle.STRATEGY == contract.terms().style();
            if (priced().ends()[i] && ofStrategies == isStrategy && !record.isExpired(i))
            {
                source.expire(runId, contract.instrumentId());
            }
        }
    }

    private void move(final RunRecord record)
    {
        final Table movements = moved.movements();
        if (record.movedRows() > movements.rows())
        {
            throw new PreconditionException("an earlier attempt of the run has moved more positions than there are " +
                "movements: runId=" + runId + " movedRows=" + record.movedRows() + " movements=" + movements.rows());
        }
        if (record.movedRows() < movements.rows())
        {
            final int[] instrumentIds = new int[priced().contracts().length];
            for (int i = 0; i < instrumentIds.length; i++)
            {
                instrumentIds[i] = priced().contracts()[i].instrumentId();
            }
            source.movePositions(runId, movements, record.movedRows(), instrumentIds);
        }
    }

    private List<PublishedPrice> unpublished(final RunRecord record)
    {
        final List<PublishedPrice> wanted = new ArrayList<>();
        for (final PublishedPrice price : RunPrices.toBePublished(day(), priced().proposal()))
        {
            final int ordinal = day().instruments().byId(price.instrumentId()).ordinal();
            final RunRecord.Published published = record.published(ordinal);
            if (null == published)
            {
                wanted.add(price);
            }
            else if (published.settlementPriceE5() != price.settlementE5() ||
                published.tickValueE5() != price.tickValueE5())
            {
                throw new PreconditionException("an earlier attempt of the run has published another result: runId=" +
                    runId + " instrumentId=" + price.instrumentId() + " published=" + published + " now=" + price);
            }
        }
        return wanted;
    }
}
