// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

/**
 * Which run reports and packages must be of.
 *
 * @param runId that the members know: of a correction that of the run it corrects.
 * @param kind I or E.
 * @param tradingDate YYYYMMDD.
 * @param market code of it, which names of files say; empty in a venue that is one market.
 */
public record RunIdentity(long runId, String kind, int tradingDate, String market)
{
    /**
     * Compares what a signed file says of itself.
     *
     * @param otherRunId run that it names.
     * @param otherKind kind that it names.
     * @param otherDate date that it names.
     * @return empty when it is of this run, else what differs, as key=value facts.
     */
    public String differenceFrom(final long otherRunId, final String otherKind, final int otherDate)
    {
        return runId == otherRunId && tradingDate == otherDate && kind.equals(otherKind) ? "" :
            "runId=" + otherRunId + " kind=" + otherKind + " tradingDate=" + otherDate + " wantedRunId=" + runId +
                " wantedKind=" + kind + " wantedTradingDate=" + tradingDate;
    }

    /**
     * Whether a report or a package is of the market.
     *
     * @param fileName of it, which is signed.
     * @return true if so.
     */
    public boolean isOfMarket(final String fileName)
    {
        return market.equals(RunHeader.market(fileName));
    }
}
