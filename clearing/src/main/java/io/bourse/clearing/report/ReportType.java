// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import java.util.Arrays;
import java.util.List;

/**
 * Reports, their columns and their waves (sheet 3.1 and 3.3). Names are those of SPECTRA and RTS where they have one.
 */
public enum ReportType
{
    /** Trade legs of futures. */
    F04("f04", ReportWave.FIRST, Columns.TRADES, Columns.VM),
    /** Trade legs of options. */
    O04("o04", ReportWave.FIRST, Columns.TRADES, Columns.VM),
    /** Client positions in futures. */
    FPOSCL("fposcl", ReportWave.FIRST, Columns.positions("client"), Columns.VM),
    /** Client positions in options. */
    OPOSCL("oposcl", ReportWave.FIRST, Columns.positions("client"), Columns.VM),
    /** Positions of settlement accounts in futures. */
    FPOS("fpos", ReportWave.FIRST, Columns.positions(Columns.ACCOUNT), Columns.VM),
    /** Positions of settlement accounts in options. */
    OPOS("opos", ReportWave.FIRST, Columns.positions(Columns.ACCOUNT), Columns.VM),
    /** Client money. */
    MONCL("moncl", ReportWave.FIRST, Columns.money("client"), Columns.VM),
    /** Money of settlement accounts. */
    MON("mon", ReportWave.FIRST, Columns.money(Columns.ACCOUNT), Columns.VM),
    /** Settlement prices and deposits of futures. */
    FSETTL("fsettl", ReportWave.FIRST, Columns.settlement("step_price_curr"), ""),
    /** Settlement prices and deposits of options. */
    OSETTL("osettl", ReportWave.FIRST, Columns.settlement("volat"), ""),
    /** Assets that stand as collateral. */
    PLEDGE("pledge", ReportWave.FIRST, Columns.PLEDGES, "amount_money"),
    /** Payments. */
    PAY("pay", ReportWave.FIRST, Columns.PAYMENTS, "amount"),
    /** Margin calls. */
    CALL("call", ReportWave.FIRST, Columns.CALLS, "amount"),
    /** Variation margin of clients by contract and run. */
    VMCL("vmcl", ReportWave.SECOND, Columns.MARGINS, Columns.VM),
    /** Trading results of futures. */
    F07("f07", ReportWave.SECOND, Columns.RESULTS, ""),
    /** Trading results of options. */
    O07("o07", ReportWave.SECOND, Columns.RESULTS, ""),
    /** Positions and turnover of brokerage firms in futures. */
    F08("f08", ReportWave.SECOND, Columns.positions("firm"), Columns.VM),
    /** Positions and turnover of brokerage firms in options. */
    O08("o08", ReportWave.SECOND, Columns.positions("firm"), Columns.VM),
    /** Order register. */
    ORD("ord", ReportWave.ORDERS, Columns.ORDERS, "");

    private final String reportName;
    private final ReportWave wave;
    private final String columns;
    private final String sumColumn;

    ReportType(final String reportName, final ReportWave wave, final String columns, final String sumColumn)
    {
        this.reportName = reportName;
        this.wave = wave;
        this.columns = columns;
        this.sumColumn = sumColumn;
    }

    /**
     * Name of the report in the names of its files.
     *
     * @return for instance {@code f04}.
     */
    public String reportName()
    {
        return reportName;
    }

    /**
     * When it is written.
     *
     * @return wave.
     */
    public ReportWave wave()
    {
        return wave;
    }

    /**
     * Names of its columns.
     *
     * @return separated by {@code ;}.
     */
    public String columns()
    {
        return columns;
    }

    /**
     * Names of its columns.
     *
     * @return in their order.
     */
    public List<String> columnNames()
    {
        return List.of(columns.split(";"));
    }

    /**
     * Column that the end of the report sums up.
     *
     * @return empty when there is none; the sum is then 0.00.
     */
    public String sumColumn()
    {
        return sumColumn;
    }

    /**
     * Finds a report.
     *
     * @param name as {@link #reportName}.
     * @return null when there is none of that name.
     */
    public static ReportType of(final String name)
    {
        return Arrays.stream(values()).filter(type -> type.reportName.equals(name)).findFirst().orElse(null);
    }

    /**
     * Reports of a wave.
     *
     * @param wave of the reports.
     * @return in their order.
     */
    public static List<ReportType> of(final ReportWave wave)
    {
        return Arrays.stream(values()).filter(type -> wave == type.wave).toList();
    }

    /** Headers; constants of the enum itself cannot be used in its values. */
    private static final class Columns
    {
        static final String VM = "vm";
        static final String ACCOUNT = "settlement_account";
        static final String TRADES =
            "sess_id;trade_id;ts_ns;isin_id;isin;client;side;price;qty;order_id;ext_id;maker_taker;scalped_qty;" +
            "fee_ex;vat_ex;fee_cc;vat_cc;vm_unit;type;vm";
        static final String PLEDGES = "client;pledge_name;amount_beg;pay;amount;rate;haircut;amount_money";
        static final String PAYMENTS = "posting_id;debit;credit;amount;code;reference;client";
        static final String CALLS = "settlement_account;amount;due;basis";
        static final String MARGINS = "sess_id;run;isin_id;client;vm;vm_real";
        static final String RESULTS =
            "sess_id;isin_id;isin;open;high;low;close;trades;qty;volume;open_interest;settl_price";
        static final String ORDERS =
            "ts_ns;order_id;client;isin_id;side;price;qty;rest;action;reason;tif;ext_id;user;algo;ref";

        private Columns()
        {
        }

        static String positions(final String holder)
        {
            return "sess_id;isin_id;isin;" + holder + ";account;pos_beg;buys;sells;exercised;pos_end;vm;fee;accum_go;" +
                "fee_ex;vat_ex;fee_cc;vat_cc;pos_exec;sbor_exec;sbor_nosys;fine_exec;fee_trans;vm_paid;premium";
        }

        static String money(final String holder)
        {
            return holder + ";share;amount_beg;vm;premium;pay;fee_fut;fee_opt;go;amount_end;free;pay_cl_limit;" +
                "margin_call;vm_paid;pay_paid;vat;pledge";
        }

        static String settlement(final String special)
        {
            return "sess_id;isin_id;isin;settl_price;min_step;step_price;" + special + ";theor_price;limit_low;" +
                "limit_high;buy_deposit;sell_deposit";
        }
    }
}
