// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.layout;

import io.bourse.clearing.table.TableSpec;

/**
 * Tables of a run directory. All are sorted by the code of the register, then by instrument id, whatever order
 * registers and instruments were defined in. Instruments are ordinals, registers account ids.
 */
public final class RunTables
{
    /** First column of every table. */
    public static final int ACCOUNT = 0;

    /** One row per register and instrument with a position or a trade. */
    public static final TableSpec POSITIONS = TableSpec.parse("positions",
        "account int, instrument short, pos_beg int, buys int, sells int, moved int, pos_end int, " +
        "vm_day money, vm_paid money, fee_ex money, fee_cc money, vat_ex money, vat_cc money");
    /** Column of {@link #POSITIONS}. */
    public static final int POSITION_ACCOUNT = 0;
    /** Column of {@link #POSITIONS}. */
    public static final int POSITION_INSTRUMENT = 1;
    /** Column of {@link #POSITIONS}: lots carried into the session. */
    public static final int POSITION_BEGIN = 2;
    /** Column of {@link #POSITIONS}: lots bought in the session. */
    public static final int POSITION_BUYS = 3;
    /** Column of {@link #POSITIONS}: lots sold in the session. */
    public static final int POSITION_SELLS = 4;
    /** Column of {@link #POSITIONS}: lots that exercise, assignment and expiry added (taken away if negative). */
    public static final int POSITION_MOVED = 5;
    /** Column of {@link #POSITIONS}: begin + buys - sells + moved. */
    public static final int POSITION_END = 6;
    /** Column of {@link #POSITIONS}: margin, or premium of a premium-style option, of the whole day; received. */
    public static final int POSITION_VM_DAY = 7;
    /** Column of {@link #POSITIONS}: of it, what earlier runs of the day have booked. */
    public static final int POSITION_VM_PAID = 8;
    /** Column of {@link #POSITIONS}: fee of the exchange, what the register pays. */
    public static final int POSITION_FEE_EX = 9;
    /** Column of {@link #POSITIONS}: fee of clearing, what the register pays. */
    public static final int POSITION_FEE_CC = 10;
    /** Column of {@link #POSITIONS}: value added tax on the fee of the exchange, what the register pays. */
    public static final int POSITION_VAT_EX = 11;
    /** Column of {@link #POSITIONS}: value added tax on the fee of clearing, what the register pays. */
    public static final int POSITION_VAT_CC = 12;

    /**
     * Postings. The id of a posting is (run, code, account, instrument): posting it again changes nothing. Money goes
     * from the debited to the credited account; a register is its account id, a house account is negative.
     */
    public static final TableSpec LEDGER = TableSpec.parse("ledger",
        "account int, instrument short, code byte, debit int, credit int, amount money");
    /** Column of {@link #LEDGER}. */
    public static final int LEDGER_ACCOUNT = 0;
    /** Column of {@link #LEDGER}. */
    public static final int LEDGER_INSTRUMENT = 1;
    /** Column of {@link #LEDGER}: ordinal of PostingCode. */
    public static final int LEDGER_CODE = 2;
    /** Column of {@link #LEDGER}. */
    public static final int LEDGER_DEBIT = 3;
    /** Column of {@link #LEDGER}. */
    public static final int LEDGER_CREDIT = 4;
    /** Column of {@link #LEDGER}: above 0. */
    public static final int LEDGER_AMOUNT = 5;

    /**
     * One row per register with money, a position, a trade or a payment: amount_end = amount_beg + vm_paid + pay_paid +
     * vm + premium + pay - fee - vat.
     */
    public static final TableSpec MONEY = TableSpec.parse("money",
        "account int, amount_beg money, vm_paid money, vm money, premium money, fee money, " +
        "amount_end money, pay_paid money, pay money, vat money");
    /** Column of {@link #MONEY}. */
    public static final int MONEY_ACCOUNT = 0;
    /** Column of {@link #MONEY}: as the previous evening run left it. */
    public static final int MONEY_BEGIN = 1;
    /** Column of {@link #MONEY}: margin and premium that earlier runs of the day have booked. */
    public static final int MONEY_PAID = 2;
    /** Column of {@link #MONEY}: margin of this run. */
    public static final int MONEY_VM = 3;
    /** Column of {@link #MONEY}: premium of this run. */
    public static final int MONEY_PREMIUM = 4;
    /** Column of {@link #MONEY}: fees of this run, what the register pays. */
    public static final int MONEY_FEE = 5;
    /** Column of {@link #MONEY}. */
    public static final int MONEY_END = 6;
    /** Column of {@link #MONEY}: payments that earlier runs of the day have booked; received if above 0. */
    public static final int MONEY_PAY_PAID = 7;
    /** Column of {@link #MONEY}: sum of the register's {@link #PAYMENTS} of this run; received if above 0. */
    public static final int MONEY_PAY = 8;
    /** Column of {@link #MONEY}: value added tax on the fees of this run, what the register pays. */
    public static final int MONEY_VAT = 9;

    /**
     * What exercise, assignment and expiry do to positions, in the order of {@link #POSITIONS}, then by kind, then by
     * the id of the series.
     */
    public static final TableSpec MOVEMENTS = TableSpec.parse("movements",
        "account int, instrument short, kind byte, lots int, price price, series short");
    /** Column of {@link #MOVEMENTS}. */
    public static final int MOVEMENT_ACCOUNT = 0;
    /** Column of {@link #MOVEMENTS}. */
    public static final int MOVEMENT_INSTRUMENT = 1;
    /** Column of {@link #MOVEMENTS}: ordinal of MovementKind. */
    public static final int MOVEMENT_KIND = 2;
    /** Column of {@link #MOVEMENTS}: added to the position. */
    public static final int MOVEMENT_LOTS = 3;
    /** Column of {@link #MOVEMENTS}: at which they are added, as a trade would. */
    public static final int MOVEMENT_PRICE_E5 = 4;
    /** Column of {@link #MOVEMENTS}: ordinal of the contract that has ended; an option where a future is made. */
    public static final int MOVEMENT_SERIES = 5;

    /**
     * Obligations to deliver or to take delivery that are not settled yet, left by expired contracts (rules 1.7) and
     * by spot trades (rules 1.9): in the order of {@link #POSITIONS}, then by date.
     */
    public static final TableSpec OBLIGATIONS = TableSpec.parse("obligations",
        "account int, instrument short, settle_date int, units long, money money");
    /** Column of {@link #OBLIGATIONS}. */
    public static final int OBLIGATION_ACCOUNT = 0;
    /** Column of {@link #OBLIGATIONS}: the contract that has expired, or was traded for delivery. */
    public static final int OBLIGATION_INSTRUMENT = 1;
    /** Column of {@link #OBLIGATIONS}: YYYYMMDD on which it was, or will be, due; 0: not settled here. */
    public static final int OBLIGATION_DATE = 2;
    /** Column of {@link #OBLIGATIONS}: of the asset; received if above 0, delivered below. */
    public static final int OBLIGATION_UNITS = 3;
    /**
     * Column of {@link #OBLIGATIONS}: received if above 0, paid below. Hundredths of the currency that the instrument
     * is paid in.
     */
    public static final int OBLIGATION_MONEY = 4;

    /**
     * Obligations that a run has taken away, in the order of {@link #OBLIGATIONS}, then by kind. What was carried and
     * what is new is what is left and what is here.
     */
    public static final TableSpec SETTLEMENTS = TableSpec.parse("settlements",
        "account int, instrument short, settle_date int, kind byte, units long, money money");
    /** Column of {@link #SETTLEMENTS}. */
    public static final int SETTLEMENT_ACCOUNT = 0;
    /** Column of {@link #SETTLEMENTS}. */
    public static final int SETTLEMENT_INSTRUMENT = 1;
    /** Column of {@link #SETTLEMENTS}. */
    public static final int SETTLEMENT_DATE = 2;
    /**
     * Column of {@link #SETTLEMENTS}: 0 delivered and paid, 1 closed out: neither delivered nor paid, 2 of another
     * currency: what the settlement price has changed, paid in roubles.
     */
    public static final int SETTLEMENT_KIND = 3;
    /** Column of {@link #SETTLEMENTS}: of the asset. */
    public static final int SETTLEMENT_UNITS = 4;
    /** Column of {@link #SETTLEMENTS}: received if above 0, paid below; in the currency of the instrument. */
    public static final int SETTLEMENT_MONEY = 5;

    /**
     * Postings that do not follow from positions: payments, interest, penalties, settled obligations, cover of a
     * default (rules 1.8). By the code of the register, then by posting code, then by reference; a posting without a
     * register comes first, with account -1. The id of a posting is (run, code, account, reference).
     */
    public static final TableSpec PAYMENTS = TableSpec.parse("payments",
        "account int, code byte, debit int, credit int, amount money, reference long");
    /** Column of {@link #PAYMENTS}. */
    public static final int PAYMENT_ACCOUNT = 0;
    /** Column of {@link #PAYMENTS}: ordinal of PostingCode. */
    public static final int PAYMENT_CODE = 1;
    /** Column of {@link #PAYMENTS}: a register, or a house account below 0. */
    public static final int PAYMENT_DEBIT = 2;
    /** Column of {@link #PAYMENTS}: a register, or a house account below 0. */
    public static final int PAYMENT_CREDIT = 3;
    /** Column of {@link #PAYMENTS}: above 0. */
    public static final int PAYMENT_AMOUNT = 4;
    /** Column of {@link #PAYMENTS}: number of the instruction, call, obligation or default that it follows from. */
    public static final int PAYMENT_REFERENCE = 5;

    /** Assets other than roubles that registers hold as collateral or for delivery (rules 1.8), by register, asset. */
    public static final TableSpec PLEDGES = TableSpec.parse("pledges",
        "account int, asset short, units_beg long, units_pay long, units long, value money");
    /** Column of {@link #PLEDGES}. */
    public static final int PLEDGE_ACCOUNT = 0;
    /** Column of {@link #PLEDGES}: place in the list of assets of the run. */
    public static final int PLEDGE_ASSET = 1;
    /** Column of {@link #PLEDGES}: as the previous run left it; currencies in hundredths. */
    public static final int PLEDGE_BEGIN = 2;
    /** Column of {@link #PLEDGES}: brought in if above 0, taken out below, settled obligations included. */
    public static final int PLEDGE_PAY = 3;
    /** Column of {@link #PLEDGES}. */
    public static final int PLEDGE_UNITS = 4;
    /** Column of {@link #PLEDGES}: units times rate less haircut. */
    public static final int PLEDGE_VALUE = 5;

    /** Initial margin of registers (rules 2.3), one row per register that needs any. */
    public static final TableSpec MARGIN = TableSpec.parse("margin",
        "account int, go_positions money, go money");
    /** Column of {@link #MARGIN}. */
    public static final int MARGIN_ACCOUNT = 0;
    /** Column of {@link #MARGIN}: of what is held. */
    public static final int MARGIN_POSITIONS = 1;
    /** Column of {@link #MARGIN}: with live orders; what is reserved. */
    public static final int MARGIN_REQUIRED = 2;

    /**
     * Postings of the run that a correction takes back: row by row those of its {@link #LEDGER}, debit and credit
     * exchanged. Columns are those of {@link #LEDGER}; the id of a row is that of the posting in the corrected run.
     */
    public static final TableSpec REVERSED_LEDGER = new TableSpec("reversed_ledger", LEDGER.columns());

    /**
     * Payments of the run that a correction takes back: row by row those of its {@link #PAYMENTS}, debit and credit
     * exchanged. Columns are those of {@link #PAYMENTS}.
     */
    public static final TableSpec REVERSED_PAYMENTS = new TableSpec("reversed_payments", PAYMENTS.columns());

    private RunTables()
    {
    }
}
