// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import java.util.Locale;

/**
 * Parts in which the reports of a run are written, signed and sent, one after the other and each for itself, so that
 * what members wait for does not wait for the rest. All of them are written while trading goes on.
 */
public enum ReportWave
{
    /** What members need to go on: trades, positions, money, prices. */
    FIRST("w1"),
    /** Everything else that follows from the tables of the run. */
    SECOND("w2"),
    /** The order register. */
    ORDERS("ord"),
    /** For the regulator. */
    REGULATOR("reg");

    private final String directory;

    ReportWave(final String directory)
    {
        this.directory = directory;
    }

    /**
     * Directory of the wave in that of the reports, and its name in the names of packages.
     *
     * @return short lower-case name.
     */
    public String directory()
    {
        return directory;
    }

    /**
     * Finds a wave by its directory or its name.
     *
     * @param text as an operator writes it.
     * @return wave.
     * @throws IllegalArgumentException when there is none of that name.
     */
    public static ReportWave of(final String text)
    {
        for (final ReportWave wave : values())
        {
            if (wave.directory.equals(text) || wave.name().toLowerCase(Locale.ROOT).equals(text))
            {
                return wave;
            }
        }
        throw new IllegalArgumentException("there is no such wave of reports: wave=" + text +
            " waves=w1,w2,ord,reg");
    }
}
