// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.collateral.JudgedCall;
import io.bourse.clearing.collateral.MarginCall;

import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Contents of {@code instructions.json}: what a run has taken from the book and done with it, and what it has charged.
 *
 * @param format {@link #FORMAT}.
 * @param after head of the book that the run before has taken, see {@link BookHead#text}.
 * @param upTo head of the book that this run has taken.
 * @param outcomes one for each line in between.
 * @param assets of the run; their places are the numbers in the table of pledges.
 * @param judged calls whose deadline had come.
 * @param refused numbers of lines that this run and those before it have refused, as far back as calls are open; null
 *     in files of an earlier version.
 */
@JsonPropertyOrder({"format", "after", "upTo", "outcomes", "assets", "judged", "refused"})
public record InstructionsFile(
    String format,
    String after,
    String upTo,
    List<InstructionOutcome> outcomes,
    List<Asset> assets,
    List<JudgedCall> judged,
    List<Long> refused)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-clearing-instructions/1";
    /** Name of the file in a run directory. */
    public static final String FILE_NAME = "instructions.json";

    /**
     * Lines that meet no call.
     *
     * @return numbers of those that were refused, as far as they are known.
     */
    public SortedSet<Long> refusedLines()
    {
        final SortedSet<Long> lines = new TreeSet<>(null == refused ? List.of() : refused);
        addRefused(lines, outcomes);
        return lines;
    }

    /**
     * What the next run must know of refusals: a call asks for whatever came in since it was raised.
     *
     * @param before lines that earlier runs have refused.
     * @param outcomes of this run.
     * @param open calls that this run has not judged.
     * @return numbers of refused lines after the first one that an open call asks for.
     */
    public static List<Long> refused(
        final Set<Long> before, final List<InstructionOutcome> outcomes, final List<MarginCall> open)
    {
        final SortedSet<Long> lines = new TreeSet<>(before);
        addRefused(lines, outcomes);
        final long taken = open.stream().mapToLong(MarginCall::takenSeq).min().orElse(Long.MAX_VALUE);
        return lines.stream().filter(seq -> seq > taken).toList();
    }

    private static void addRefused(final Set<Long> lines, final List<InstructionOutcome> outcomes)
    {
        outcomes.stream().filter(outcome -> !outcome.isDone()).forEach(outcome -> lines.add(outcome.seq()));
    }
}
