// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.PublishedRow;
import io.bourse.jmh.loadtest.result.PublishedTable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where ours stands beside what was published.
 *
 * @param table the row is of.
 * @param row of the figure.
 * @param column index of the published column that ours is set against; -1 when none has a number.
 * @param theirs its number; null when there is none.
 * @param ours null when it was not measured.
 */
record ComparedFigure(
    PublishedTable table, PublishedRow row, int column, PublishedValue theirs, OwnFigure ours, Verdict verdict)
{
    /** What is said of a figure. */
    enum Verdict
    {
        /** As good as published, or better. */
        MET("reached"),
        /** Worse than published. */
        MISSED("missed"),
        /** There is nothing to judge: volumes, other scales, words. */
        SHOWN(""),
        /** There is no figure of ours. */
        NOT_MEASURED("not measured"),
        /** There are so few samples that a percentile of them is chance. */
        TOO_FEW("not measured: too few samples");

        private final String words;

        Verdict(final String words)
        {
            this.words = words;
        }

        /** For readers. */
        String words()
        {
            return words;
        }

        /** Whether there is a figure of ours to show. */
        boolean isMeasured()
        {
            return NOT_MEASURED != this && TOO_FEW != this;
        }
    }

    /** A rate that a stage was asked for is kept when it is so near: the last answer comes a moment after the end. */
    private static final double ASKED_FOR_SLACK = 0.001;

    /**
     * Every row of every table that is not there for reference only.
     *
     * @param result of the test.
     * @return in the order of the tables.
     */
    static List<ComparedFigure> all(final LoadTestResult result)
    {
        final List<ComparedFigure> all = new ArrayList<>();
        result.profile().tables().stream().filter((table) -> !table.isReference()).forEach((table) ->
            table.rows().forEach((row) -> all.add(of(result, table, row))));
        return all;
    }

    private static ComparedFigure of(final LoadTestResult result, final PublishedTable table, final PublishedRow row)
    {
        final OwnFigure ours = OwnFigure.find(result, row.ours()).orElse(null);
        if (null == ours)
        {
            return new ComparedFigure(table, row, -1, null, null, Verdict.NOT_MEASURED);
        }
        int column = -1;
        PublishedValue theirs = null;
        for (int i = 0; i < row.values().size(); i++)
        {
            final Optional<PublishedValue> value =
                PublishedValue.parse(row.values().get(i), row.unit(), ours.kind().dimension());
            // A target counts before a figure, and of figures the last one.
            if (value.isPresent() && (null == theirs || 0 == theirs.bound() || 0 != value.get().bound()))
            {
                column = i;
                theirs = value.get();
            }
        }
        if (null != ours.samples() && !ours.samples().isEnough())
        {
            return new ComparedFigure(table, row, column, theirs, ours, Verdict.TOO_FEW);
        }
        final boolean isOtherVolume = row.scaled() && 1.0 != result.profile().scale();
        return new ComparedFigure(
            table, row, column, theirs, ours, isOtherVolume ? Verdict.SHOWN : judge(theirs, ours));
    }

    private static Verdict judge(final PublishedValue theirs, final OwnFigure ours)
    {
        final int better = null == theirs ? 0 : 0 != theirs.bound() ? theirs.bound() : ours.kind().better();
        if (0 == better)
        {
            return Verdict.SHOWN;
        }
        final double slack = ours.isAskedFor() ? ASKED_FOR_SLACK * Math.abs(theirs.value()) : 0;
        return 0 <= Double.compare(better * ours.value() + slack, better * theirs.value()) ?
            Verdict.MET : Verdict.MISSED;
    }

    /** Whether some run of ours would be judged otherwise than their median. */
    private boolean isSplit()
    {
        return null != ours && null != ours.spread() && (Verdict.MET == verdict || Verdict.MISSED == verdict) &&
            (judge(theirs, ours.of(ours.spread().lowest())) != verdict ||
            judge(theirs, ours.of(ours.spread().highest())) != verdict);
    }

    /** The verdict for readers. */
    String words()
    {
        return verdict.words() + (isSplit() ? ", not in every run" : "");
    }

    /** The lowest and the highest of the runs, in the unit of the row; nothing when there was but one. */
    String spreadText()
    {
        return null == ours || null == ours.spread() || !verdict.isMeasured() ? "" :
            Show.range(ours.kind().dimension(), row.unit(), ours.spread());
    }

    /** Ours in the unit of the row; nothing when it was not measured. */
    String oursText()
    {
        return !verdict.isMeasured() ? Show.NONE : Show.in(ours.kind().dimension(), row.unit(), ours.value());
    }

    /** How many samples ours is of, and what share of all was left out. */
    String samplesText()
    {
        return null == ours || null == ours.samples() ? "" : ours.samples().text();
    }

    /** How many times theirs ours is. */
    String ratio()
    {
        return null == theirs || !verdict.isMeasured() ? Show.NONE : Show.ratio(ours.value(), theirs.value());
    }
}
