// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.testing;

import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;

import java.util.List;

/**
 * Two clearing firms with one brokerage firm each, their accounts and logins, and two index and currency futures.
 */
public final class DemoReferenceData
{
    public static final int SI_ID = 1001;
    public static final int RI_ID = 1002;
    public static final int TWAA1_LOGIN_ID = 1;
    public static final int TWBB1_LOGIN_ID = 2;
    public static final int FIXAA1_LOGIN_ID = 3;
    public static final int FIXBB1_LOGIN_ID = 4;
    public static final int SESSION_ID = 7001;
    public static final int TRADING_DATE = 20261123;
    /** Account ids follow the order of this list. */
    public static final List<String> ACCOUNTS =
        List.of("AA01001", "AA01002", "AA01003", "BB01001", "BB01002", "BB01003");

    /** Dollar future: 1 rouble a tick, a lot of 1 000 dollars. */
    public static final InstrumentSpec SI = new InstrumentSpec(
        SI_ID, "SI-12.26", InstrumentKind.FUTURE, "SI", "RUB",
        100_000L, 100_000L, 80_000_00000L, 100_000_00000L, 90_000_00000L, 1_320, 880, 20261217);
    /** Index future: 10 points a tick. */
    public static final InstrumentSpec RI = new InstrumentSpec(
        RI_ID, "RI-12.26", InstrumentKind.FUTURE, "RTS", "RUB",
        1_000_000L, 1_612_340L, 95_000_00000L, 125_000_00000L, 110_000_00000L, 1_980, 1_320, 20261217);

    private DemoReferenceData()
    {
    }

    /** Enters everything and opens the session. */
    public static void define(final OperatorClient operator)
    {
        define(operator, SI, RI);
    }

    /** The same with these instruments, as a partition has them. */
    public static void define(final OperatorClient operator, final InstrumentSpec... instruments)
    {
        operator.defineClearingFirm("AA");
        operator.defineClearingFirm("BB");
        operator.defineBrokerageFirm("AA01");
        operator.defineBrokerageFirm("BB01");
        operator.defineAccounts(ACCOUNTS, 0);
        operator.defineLogin(TWAA1_LOGIN_ID, LoginProtocol.TWIME, "TWAA1", "AA01");
        operator.defineLogin(TWBB1_LOGIN_ID, LoginProtocol.TWIME, "TWBB1", "BB01");
        operator.defineLogin(FIXAA1_LOGIN_ID, LoginProtocol.FIX, "FIXAA1", "AA01");
        operator.defineLogin(FIXBB1_LOGIN_ID, LoginProtocol.FIX, "FIXBB1", "BB01");
        for (final InstrumentSpec instrument : instruments)
        {
            operator.defineInstrument(instrument);
        }
        operator.openSession(SESSION_ID, TRADING_DATE);
    }

    /** An evening run at the prices of the definitions; the next session may be opened. */
    public static void clearEvening(final OperatorClient operator, final long runId)
    {
        clearEvening(operator, runId, SI, RI);
    }

    /** The same of a partition with these instruments. */
    public static void clearEvening(
        final OperatorClient operator, final long runId, final InstrumentSpec... instruments)
    {
        operator.suspendTrading(runId, ClearingKind.EVENING);
        for (final InstrumentSpec spec : instruments)
        {
            operator.publishSettlement(runId, spec.instrumentId(), spec.settlementPriceE5(), spec.tickValueE5(),
                spec.lowLimitE5(), spec.highLimitE5());
        }
        operator.completeClearing(runId, ClearingKind.EVENING);
    }
}
