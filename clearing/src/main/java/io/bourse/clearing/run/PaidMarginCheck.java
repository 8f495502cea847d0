// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ingest.ClearingDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.ledger.CheckResult;
import io.bourse.clearing.ledger.InstrumentPrice;
import io.bourse.clearing.ledger.PositionTable;
import io.bourse.clearing.report.CsvReader;
import io.bourse.engine.protocol.ClearingKind;

import java.util.TreeMap;

/**
 * VM1 + VM2 = VM, with the VM1 that was really booked: what the run takes off as paid must be what the intraday runs of
 * the day have in their directories.
 */
final class PaidMarginCheck
{
    private static final String NAME = "I2 margin taken off equals margin booked by intraday runs";

    private PaidMarginCheck()
    {
    }

    static CheckResult check(
        final ClearingDay day,
        final RunRecord run,
        final RunStore store,
        final PositionTable table,
        final InstrumentPrice[] prices)
    {
        final TreeMap<String, Long> differences = new TreeMap<>();
        long compared = 0;
        for (final RunRecord record : day.runs())
        {
            if (record == run)
            {
                break;
            }
            if (ClearingKind.INTRADAY == record.kind() && record.isCompleted())
            {
                final RunDirectory directory =
                    store.directory(day.tradingDate(), RunIds.number(record.runId()), record.kind());
                if (directory.phase().compareTo(RunPhase.READY_TO_PUBLISH) < 0)
                {
                    return new CheckResult(NAME, compared, "no run directory of a completed intraday run: runId=" +
                        record.runId() + " directory=" + directory.path());
                }
                directory.readCsv(
                    RunDirectory.POSITIONS,
                    row -> differences.merge(
                        key(row.get(RunWriter.POSITIONS_CLIENT), row.get(RunWriter.POSITIONS_INSTRUMENT)),
                        CsvReader.kopecks(row.get(RunWriter.POSITIONS_MARGIN)),
                        Math::addExact));
            }
        }
        for (int row = 0; row < table.size(); row++)
        {
            final String instrumentId = Integer.toString(prices[table.instrument(row)].instrumentId());
            differences.merge(
                key(day.accounts().name(table.account(row)), instrumentId), -table.paidMargin(row), Math::addExact);
            compared++;
        }
        for (final String key : differences.keySet())
        {
            if (0 != differences.get(key))
            {
                return new CheckResult(NAME, compared, key + " bookedLessTakenOffKopecks=" + differences.get(key));
            }
        }
        return new CheckResult(NAME, compared, "");
    }

    private static String key(final String client, final String instrumentId)
    {
        return "client=" + client + " instrumentId=" + instrumentId;
    }
}
