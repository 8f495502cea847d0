// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.report.file.ReportType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the order events of the cash markets by themselves, apart from the reports that tell of them.
 */
public final class CashOrders
{
    private final Map<String, Map<ReportType, Long>> rows = new TreeMap<>();

    private CashOrders()
    {
    }

    /**
     * Counts. Without contracts of the cash markets nothing is read.
     *
     * @param contracts of the run.
     * @param orders of the firms that have any.
     * @return counts.
     * @throws UncheckedIOException when orders cannot be read.
     */
    public static CashOrders count(final Contract[] contracts, final List<OrderRows> orders)
    {
        final CashOrders counts = new CashOrders();
        final ReportType[] reports = new ReportType[contracts.length];
        boolean isAny = false;
        for (int i = 0; i < reports.length; i++)
        {
            if (ReportMarket.CASH == ReportMarket.of(contracts[i]))
            {
                reports[i] = CashReport.isCurrency(contracts[i]) ? ReportType.CUX22 : ReportType.SEM02;
                isAny = true;
            }
        }
        if (isAny)
        {
            orders.forEach(firm -> counts.read(firm, reports));
        }
        return counts;
    }

    private void read(final OrderRows firm, final ReportType[] reports)
    {
        final long[] counts = new long[ReportType.values().length];
        try
        {
            firm.source().read(event ->
            {
                final ReportType type = reports[event.instrument()];
                if (null != type)
                {
                    counts[type.ordinal()]++;
                }
            });
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        rows.put(firm.firm(), Map.of(
            ReportType.SEM02, counts[ReportType.SEM02.ordinal()],
            ReportType.CUX22, counts[ReportType.CUX22.ordinal()]));
    }

    /**
     * Events of a firm that a report tells of.
     *
     * @param firm clearing firm, two characters.
     * @param type SEM02 or CUX22.
     * @return count.
     */
    public long rows(final String firm, final ReportType type)
    {
        return rows.getOrDefault(firm, Map.of()).getOrDefault(type, 0L);
    }
}
