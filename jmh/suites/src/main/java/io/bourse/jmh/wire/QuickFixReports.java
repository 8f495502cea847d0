// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.field.MsgType;
import quickfix.fix44.ExecutionReport;
import quickfix.fix44.NewOrderSingle;

/**
 * An ExecutionReport as the venue would write it, by QuickFIX/J.
 */
final class QuickFixReports
{
    private static final int[] COPIED = {11, 55, 54, 38};
    private static final String TRANSACT_TIME = "20261122-09:00:00.123456789";

    private QuickFixReports()
    {
    }

    /** The answer to an order or a cancel. */
    static Message answer(final Message request, final long execId) throws FieldNotFound
    {
        final boolean isOrder = NewOrderSingle.MSGTYPE.equals(request.getHeader().getString(MsgType.FIELD));
        final ExecutionReport report = new ExecutionReport();
        final String id = Long.toString(execId);
        report.setString(37, id);
        report.setString(198, id);
        report.setString(17, id);
        report.setChar(150, isOrder ? '0' : '4');
        report.setChar(39, isOrder ? '0' : '4');
        for (final int tag : COPIED)
        {
            report.setString(tag, request.getString(tag));
        }
        report.setString(44, isOrder ? request.getString(44) : "90000");
        report.setString(isOrder ? 1 : 41, request.getString(isOrder ? 1 : 41));
        report.setString(48, "1001");
        report.setChar(22, '8');
        report.setChar(40, '2');
        report.setChar(59, '0');
        report.setString(151, isOrder ? request.getString(38) : "0");
        report.setChar(14, '0');
        report.setChar(6, '0');
        report.setString(60, TRANSACT_TIME);
        report.setString(75, "20261122");
        report.setChar(336, '1');
        return report;
    }
}
