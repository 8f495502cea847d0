// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.util.List;

/**
 * Contents of {@code instructions.json}: what a run has taken from the book and done with it, and what it has charged.
 *
 * @param format {@link #FORMAT}.
 * @param after head of the book that the run before has taken, see {@link BookHead#text}.
 * @param upTo head of the book that this run has taken.
 * @param outcomes one for each line in between.
 * @param assets of the run; their places are the numbers in the table of pledges.
 * @param judged calls whose deadline had come.
 */
@JsonPropertyOrder({"format", "after", "upTo", "outcomes", "assets", "judged"})
public record InstructionsFile(
    String format,
    String after,
    String upTo,
    List<InstructionOutcome> outcomes,
    List<Asset> assets,
    List<JudgedCall> judged)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-clearing-instructions/1";
    /** Name of the file in a run directory. */
    public static final String FILE_NAME = "instructions.json";
}
