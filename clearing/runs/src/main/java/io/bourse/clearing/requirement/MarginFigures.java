// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.util.List;

/**
 * Margin of a run above its registers: contents of {@code margin.json}.
 *
 * @param format {@link #FORMAT}.
 * @param registers that need margin: rows of RunTables.MARGIN.
 * @param positionsKopecks sum over the registers, of what they hold.
 * @param requiredKopecks sum over the registers, with live orders.
 * @param levels brokerage firms, then settlement accounts, by code; those with positions or orders, and all settlement
 * accounts that are defined.
 * @param clients that the matcher has a limit for and that need margin, by code.
 * @param sampled registers and settlement accounts that the model was asked about.
 */
@JsonPropertyOrder({"format", "registers", "positionsKopecks", "requiredKopecks", "levels", "clients", "sampled"})
public record MarginFigures(
    String format,
    long registers,
    String positionsKopecks,
    String requiredKopecks,
    List<LevelMargin> levels,
    List<ClientMargin> clients,
    int sampled)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-clearing-margin/1";
    /** Name of the file in the directory of a run. */
    public static final String FILE_NAME = "margin.json";

    /**
     * The figures without the size of the sample, which is no result of a run.
     *
     * @return a copy with 0 for {@link #sampled}.
     */
    public MarginFigures unsampled()
    {
        return new MarginFigures(format, registers, positionsKopecks, requiredKopecks, levels, clients, 0);
    }
}
