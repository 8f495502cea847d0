// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * Reports, their columns and their waves (rules 3.1 and 3.3). Names are those of SPECTRA and RTS where they have one.
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
    FSETTL("fsettl", ReportWave.FIRST, Columns.settlement("step_price_curr") + ";swap_rate;lot;spot", ""),
    /** Settlement prices and deposits of options. */
    OSETTL("osettl", ReportWave.FIRST, Columns.settlement("volat"), ""),
    /** Assets that stand as collateral. */
    PLEDGE("pledge", ReportWave.FIRST, Columns.PLEDGES, "amount_money"),
    /** Payments. */
    PAY("pay", ReportWave.FIRST, Columns.PAYMENTS, "amount"),
    /** Margin calls. */
    CALL("call", ReportWave.FIRST, Columns.CALLS, "amount"),
    /** What a correction changes, and why; written with a correction alone. */
    NOTICE("notice", ReportWave.FIRST, Columns.NOTICE, "amount"),
    /** Trade legs of securities. */
    SEM03("SEM03", ReportWave.FIRST, Columns.CASH_TRADES, "value"),
    /** Trade legs of currencies. */
    CCX03("CCX03", ReportWave.FIRST, Columns.CASH_TRADES, "value"),
    /** Net liabilities of settlement accounts in securities, by asset and date. */
    EQM13("EQM13", ReportWave.FIRST, Columns.CASH_NET, "money"),
    /** Net liabilities of settlement accounts in currencies, by asset and date. */
    CCX04("CCX04", ReportWave.FIRST, Columns.CASH_NET, "money"),
    /** Cover of settlement accounts and their margin. */
    EQM14("EQM14", ReportWave.FIRST, Columns.CASH_COVER, "cash"),
    /** Margin calls, as {@link #CALL}: cover is one for all that is traded in the market. */
    CCX11("CCX11", ReportWave.FIRST, Columns.CALLS, "amount"),
    /** Obligations of clients in securities, by contract and date. */
    EQM06("EQM06", ReportWave.SECOND, Columns.CASH_OBLIGATIONS, "money"),
    /** Obligations of clients from trades in currencies, by contract and date. */
    CCX37("CCX37", ReportWave.SECOND, Columns.CASH_OBLIGATIONS, "money"),
    /** Obligations of clients in currencies that follow from derivatives, by contract and date. */
    CCX17("CCX17", ReportWave.SECOND, Columns.CASH_OBLIGATIONS, "money"),
    /** Fees of settlement accounts for currencies, by contract. */
    CCX10("CCX10", ReportWave.SECOND, Columns.CASH_FEES, "fee"),
    /** Cash flow of clients by settlement: roubles and currencies. */
    CCX99("CCX99", ReportWave.SECOND, Columns.CASH_FLOW, "amount"),
    /** Register of clients. */
    CLIENTS("clients", ReportWave.SECOND, Columns.CLIENTS, ""),
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
    ORD("ord", ReportWave.ORDERS, Columns.ORDERS, ""),
    /** Order register of securities alone. */
    SEM02("SEM02", ReportWave.ORDERS, Columns.ORDERS, ""),
    /** Order register of currencies alone. */
    CUX22("CUX22", ReportWave.ORDERS, Columns.ORDERS, ""),
    /** Positions of every member by contract, for the regulator. */
    REG_POSITIONS("reg_positions", ReportWave.REGULATOR, Columns.REG_POSITIONS, Columns.VM),
    /** Money, margin and collateral of every member, for the regulator. */
    REG_MARGIN("reg_margin", ReportWave.REGULATOR, Columns.REG_MARGIN, "cash"),
    /** Trading of every member by contract, for the regulator. */
    REG_TRADES("reg_trades", ReportWave.REGULATOR, Columns.REG_TRADES, ""),
    /** Order events of every member by contract, for the regulator. */
    REG_ORDERS("reg_orders", ReportWave.REGULATOR, Columns.REG_ORDERS, ""),
    /** What every member would win or lose if prices moved, for the regulator. */
    REG_STRESS("reg_stress", ReportWave.REGULATOR, Columns.REG_STRESS, "result");

    /** Whom the reports of {@link ReportWave#REGULATOR} are for, in the place of a clearing firm. */
    public static final String REGULATOR = "REG";

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
     * What the report is written as: those of the cash markets, whose names are in capital letters, and of the
     * regulator are XML.
     *
     * @return true for XML, false for CSV.
     */
    public boolean isXml()
    {
        return ReportWave.REGULATOR == wave || Character.isUpperCase(reportName.charAt(0));
    }

    /**
     * Name of the element that holds a report of XML.
     *
     * @return as the schema has it.
     */
    public String elementName()
    {
        return reportName;
    }

    /**
     * Whether every member gets one of every run.
     *
     * @return false for the reports of the regulator, and for the notice of a correction.
     */
    public boolean isForMembers()
    {
        return ReportWave.REGULATOR != wave && NOTICE != this;
    }

    /**
     * Begins a report of this type.
     *
     * @param out receives its bytes.
     * @param run that it is of.
     * @param member that it is for.
     * @param listener is shown its lines if it is one of CSV; null for none.
     * @return writer of the rows.
     * @throws IOException when writing fails.
     */
    public RowWriter writer(final OutputStream out, final RunHeader run, final String member,
        final LineListener listener)
        throws IOException
    {
        return isXml() ? new XmlWriter(out, this, run, member) : new CsvWriter(out, columns, listener);
    }

    /**
     * Report of a file.
     *
     * @param fileName of the file, as {@link RunHeader} makes it.
     * @return null when it is none.
     */
    public static ReportType ofFile(final String fileName)
    {
        final int member = fileName.indexOf(RunHeader.SEPARATOR);
        for (final ReportType type : values())
        {
            if (member > 0 && fileName.startsWith(type.reportName + RunHeader.SEPARATOR, member + 1))
            {
                return type;
            }
        }
        return null;
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
     * Reports of a wave that every run has.
     *
     * @param wave of the reports.
     * @return in their order.
     */
    public static List<ReportType> of(final ReportWave wave)
    {
        return Arrays.stream(values()).filter(type -> wave == type.wave && NOTICE != type).toList();
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
        static final String NOTICE = "run;corrected_run;reason;register;amount_before;amount_after;amount";
        static final String MARGINS = "sess_id;run;isin_id;client;vm;vm_real";
        static final String RESULTS =
            "sess_id;isin_id;isin;open;high;low;close;trades;qty;volume;open_interest;settl_price";
        static final String ORDERS =
            "ts_ns;order_id;client;isin_id;side;price;qty;rest;action;reason;tif;ext_id;user;algo;ref";

        static final String CASH_TRADES =
            "trade_id;ts_ns;isin_id;isin;asset;client;side;price;qty;units;value;order_id;ext_id;maker_taker;" +
            "settlement_days;fee_ex;vat_ex;fee_cc;vat_cc;type;accrued;currency";
        static final String CASH_OBLIGATIONS = "client;isin_id;asset;settle_date;units;money;currency";
        static final String CASH_NET = "settlement_account;asset;settle_date;units;money;currency";
        static final String CASH_COVER = "settlement_account;cash;collateral;required;free;margin_call";
        static final String CASH_FEES = "settlement_account;isin_id;asset;fee;fee_ex;vat_ex;fee_cc;vat_cc";
        static final String CASH_FLOW = "client;currency;amount;code;reference";
        static final String CLIENTS = "client;firm;settlement_account;register_id";
        static final String REG_POSITIONS = "member;isin_id;isin;registers;long;short;pos_beg;pos_end;vm";
        static final String REG_MARGIN = "member;registers;cash;required;collateral;free;margin_call";
        static final String REG_TRADES = "member;isin_id;isin;legs;buys;sells;negotiated;volume;fee_ex;fee_cc";
        static final String REG_ORDERS =
            "member;isin_id;isin;accepted;replaced;cancelled;filled;other";
        static final String REG_STRESS = "member;scenario;result;cash;uncovered";

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
