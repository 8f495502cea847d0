// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * Numbers of ledger accounts: a register's cash is its account id, from 0; the house's accounts are below 0
 * (rules 5).
 */
public final class HouseAccounts
{
    /** Income of the exchange. */
    public static final int FEE_EX_INCOME = -1;
    /** Income of clearing. */
    public static final int FEE_CC_INCOME = -2;
    /** What belongs nowhere; nothing is ever posted there, and the checks see to it. */
    public static final int SUSPENSE = -3;
    /** Rounding rest; nothing is ever posted there, because rounding happens before the quantity. */
    public static final int ROUNDING = -4;
    /** Value added tax that is owed to the state. */
    public static final int VAT = -5;
    /** Settlement bank: money that members have paid in and not taken out. */
    public static final int BANK = -6;
    /** Interest and charges received. */
    public static final int INTEREST_INCOME = -7;
    /** Penalties received. */
    public static final int PENALTY_INCOME = -8;
    /** Through which the money of settled obligations goes; empty after every run. */
    public static final int SETTLEMENT = -9;
    /** The default fund, with the contributions of all members. */
    public static final int DEFAULT_FUND = -10;
    /** Capital that the house sets aside for the first losses. */
    public static final int CCP_CAPITAL = -11;
    /** Capital that the house adds when the default fund is used up. */
    public static final int CCP_ADDITIONAL = -12;
    /** Accounts of the house that are no transit accounts are above {@code -COUNT}. */
    public static final int COUNT = 16;
    private static final int FIRST_TRANSIT = -COUNT;

    private HouseAccounts()
    {
    }

    /**
     * Account through which margin and premium of an instrument go from payers to receivers; empty after every run.
     *
     * @param instrument ordinal.
     * @return account number.
     */
    public static int transit(final int instrument)
    {
        return FIRST_TRANSIT - instrument;
    }

    /**
     * Whether an account is a transit account.
     *
     * @param account number.
     * @return true if so.
     */
    public static boolean isTransit(final int account)
    {
        return account <= FIRST_TRANSIT;
    }

    /**
     * Instrument of a transit account.
     *
     * @param account number.
     * @return ordinal.
     */
    public static int instrument(final int account)
    {
        return FIRST_TRANSIT - account;
    }

    /**
     * Name of an account for people. Allocates.
     *
     * @param account number.
     * @param client name of a register.
     * @param instrumentId SecurityID of an instrument ordinal.
     * @return for instance {@code cash:AA01ABC} or {@code transit:17}.
     */
    public static String name(
        final int account, final IntFunction<String> client, final IntUnaryOperator instrumentId)
    {
        if (account >= 0)
        {
            return "cash:" + client.apply(account);
        }
        if (isTransit(account))
        {
            return "transit:" + instrumentId.applyAsInt(instrument(account));
        }
        return switch (account)
        {
            case FEE_EX_INCOME -> "income:fee_ex";
            case FEE_CC_INCOME -> "income:fee_cc";
            case SUSPENSE -> "suspense";
            case ROUNDING -> "rounding";
            case VAT -> "vat";
            case BANK -> "bank";
            case INTEREST_INCOME -> "income:interest";
            case PENALTY_INCOME -> "income:penalty";
            case SETTLEMENT -> "settlement";
            case DEFAULT_FUND -> "default_fund";
            case CCP_CAPITAL -> "ccp_capital";
            case CCP_ADDITIONAL -> "ccp_additional";
            default -> "unknown:" + account;
        };
    }
}
