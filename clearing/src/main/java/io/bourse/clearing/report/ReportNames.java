// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

/**
 * Names of reports and their columns (sheet 3.1 and 3.2).
 */
public final class ReportNames
{
    /** Column that every report's last line sums up. */
    public static final String SUM_COLUMN = "vm";
    /** Trade legs. */
    public static final String F04 = "f04";
    /** Client positions. */
    public static final String FPOSCL = "fposcl";
    /** Client money. */
    public static final String MONCL = "moncl";
    /** Columns of {@link #F04}. */
    public static final String F04_COLUMNS =
        "sess_id;trade_id;ts_ns;isin_id;isin;client;side;price;qty;order_id;ext_id;maker_taker;scalped_qty;" +
        "fee_ex;fee_cc;vm_unit;vm;type";
    /** Columns of {@link #FPOSCL}. */
    public static final String FPOSCL_COLUMNS =
        "sess_id;isin_id;isin;client;pos_beg;buys;sells;pos_end;vm;vm_paid;fee;fee_ex;fee_cc;exercised;premium";
    /** Columns of {@link #MONCL}. */
    public static final String MONCL_COLUMNS =
        "client;amount_beg;vm;vm_paid;fee_fut;amount_end;premium;pay_paid;pay;vat";

    private ReportNames()
    {
    }

    /**
     * Name of a report file.
     *
     * @param member clearing firm, two characters.
     * @param type of the report.
     * @param kind I or E.
     * @param tradingDate YYYYMMDD.
     * @param serial number of the run within the date.
     * @param revision from 1.
     * @return for instance {@code AA_f04_E_20261121_000000001_r1.csv.zst}.
     */
    public static String of(
        final String member,
        final String type,
        final String kind,
        final int tradingDate,
        final long serial,
        final int revision)
    {
        final String digits = Long.toString(serial);
        return member + "_" + type + "_" + kind + "_" + tradingDate + "_" +
            "0".repeat(Math.max(0, 9 - digits.length())) + digits + "_r" + revision + ReportFile.SUFFIX;
    }
}
