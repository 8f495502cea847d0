// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.model.FeePrice;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a calculation was given besides tables, kept in the run directory as {@code calculation.json}: with it anybody
 * can calculate the run again from the tables of the day.
 *
 * @param format {@link #FORMAT}.
 * @param day directory of the day's tables below that of the ingest, for instance {@code 20261121}.
 * @param registers at the cut; the first so many of DayTables.REGISTERS.
 * @param tradeCount trades before the cut.
 * @param paidTradeCount trades before the cut of the last completed run of the day.
 * @param carriedRun directory of the previous evening run below the base directory, for instance {@code 20261120/2-E};
 *     empty when there is none.
 * @param earlierRuns directories of the earlier runs of the day below the base directory, whose movements are paid.
 * @param chargesFees true for the evening run.
 * @param feePrice what fees are a percentage of.
 * @param vatPctE6 value added tax on fees, per cent x 1 000 000.
 * @param contracts by instrument ordinal.
 */
public record CalculationFile(
    String format,
    String day,
    int registers,
    int tradeCount,
    int paidTradeCount,
    String carriedRun,
    List<String> earlierRuns,
    boolean chargesFees,
    FeePrice feePrice,
    long vatPctE6,
    List<Contract> contracts)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-clearing-calculation/1";
    /** Name of the file in a run directory. */
    public static final String FILE_NAME = "calculation.json";

    /**
     * Facts of a calculation.
     *
     * @param input of the calculation.
     * @param carriedRun directory of the previous evening run below the base directory; empty when there is none.
     * @param earlierRuns directories of the earlier runs of the day below the base directory.
     * @return file.
     */
    public static CalculationFile of(
        final CalculationInput input, final String carriedRun, final List<String> earlierRuns)
    {
        return new CalculationFile(
            FORMAT,
            input.trades().directory().toAbsolutePath().getParent().getFileName().toString(),
            input.registers().size(),
            input.tradeCount(),
            input.paidTradeCount(),
            carriedRun,
            List.copyOf(earlierRuns),
            input.chargesFees(),
            input.feePrice(),
            input.vatPctE6(),
            List.of(input.contracts()));
    }

    /**
     * Writes the file.
     *
     * @param runDirectory of the run.
     * @throws IOException when it cannot be written.
     */
    public void write(final Path runDirectory) throws IOException
    {
        DurableFile.write(runDirectory.resolve(FILE_NAME), RunJson.MAPPER.writeValueAsBytes(this));
    }

    /**
     * Reads the file of a run.
     *
     * @param runDirectory of the run.
     * @return facts.
     * @throws io.bourse.clearing.InputCorruptException when there is none or it is of another format.
     */
    public static CalculationFile read(final Path runDirectory)
    {
        return RunJson.read(
            runDirectory.resolve(FILE_NAME), CalculationFile.class, CalculationFile::format, FORMAT);
    }
}
