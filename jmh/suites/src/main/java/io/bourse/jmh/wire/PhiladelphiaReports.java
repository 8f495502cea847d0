// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXMessage;

/**
 * An ExecutionReport as the venue would write it, by Philadelphia.
 */
final class PhiladelphiaReports
{
    private static final String TRANSACT_TIME = "20261122-09:00:00.123456789";

    private PhiladelphiaReports()
    {
    }

    /** Fills a report that answers an order or a cancel. */
    static void fill(
        final FIXConnection connection,
        final FIXMessage report,
        final FIXMessage request,
        final long execId)
    {
        final boolean isOrder = request.getMsgType().contentEquals('D');
        connection.prepare(report, '8');
        report.addField(37).setInt(execId);
        report.addField(198).setInt(execId);
        report.addField(17).setInt(execId);
        report.addField(150).setChar(isOrder ? '0' : '4');
        report.addField(39).setChar(isOrder ? '0' : '4');
        report.addField(11).set(request.valueOf(11));
        if (isOrder)
        {
            report.addField(1).set(request.valueOf(1));
            report.addField(44).set(request.valueOf(44));
        }
        else
        {
            report.addField(41).set(request.valueOf(41));
            report.addField(44).setInt(90_000);
        }
        report.addField(55).set(request.valueOf(55));
        report.addField(48).setInt(1001);
        report.addField(22).setChar('8');
        report.addField(54).set(request.valueOf(54));
        report.addField(38).set(request.valueOf(38));
        report.addField(40).setChar('2');
        report.addField(59).setChar('0');
        report.addField(151).setInt(isOrder ? request.valueOf(38).asInt() : 0);
        report.addField(14).setInt(0);
        report.addField(6).setInt(0);
        report.addField(60).setString(TRANSACT_TIME);
        report.addField(75).setInt(20261122);
        report.addField(336).setInt(1);
    }
}
