// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.acts;

import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.AssignSettlementAccount;
import io.bourse.deploy.operators.acts.BreakTrade;
import io.bourse.deploy.operators.acts.ChangePhase;
import io.bourse.deploy.operators.acts.ConfirmClock;
import io.bourse.deploy.operators.acts.CorrectTrade;
import io.bourse.deploy.operators.acts.DefineAccounts;
import io.bourse.deploy.operators.acts.DefineLegs;
import io.bourse.deploy.operators.acts.DefineSettlementAccount;
import io.bourse.deploy.operators.acts.InstructExercise;
import io.bourse.deploy.operators.acts.MoveKillSwitch;
import io.bourse.deploy.operators.acts.MoveSession;
import io.bourse.deploy.operators.acts.OpenSession;
import io.bourse.deploy.operators.acts.OperatorChange;
import io.bourse.deploy.operators.acts.PublishNews;
import io.bourse.deploy.operators.acts.RaiseFeatureLevel;
import io.bourse.deploy.operators.acts.SetCalendar;
import io.bourse.deploy.operators.acts.SetCapacity;
import io.bourse.deploy.operators.acts.SetCollateral;
import io.bourse.deploy.operators.acts.SetMargin;
import io.bourse.deploy.operators.acts.SetPriceControls;
import io.bourse.deploy.operators.acts.SetRights;
import io.bourse.deploy.operators.acts.SetSelfTrade;
import io.bourse.deploy.operators.acts.SetTradingLimits;

import java.util.Locale;

/**
 * Acts that the API knows.
 */
enum ActKind
{
    PHASE(ChangePhase.class, false),
    KILL(MoveKillSwitch.class, false),
    NEWS(PublishNews.class, false),
    PRICE_CONTROLS(SetPriceControls.class, true),
    TRADING_LIMITS(SetTradingLimits.class, true),
    RIGHTS(SetRights.class, true),
    SELF_TRADE(SetSelfTrade.class, false),
    TRADE_BUST(BreakTrade.class, true),
    TRADE_CORRECT(CorrectTrade.class, true),
    COLLATERAL(SetCollateral.class, false),
    MARGIN(SetMargin.class, false),
    SETTLEMENT_ACCOUNT_DEFINE(DefineSettlementAccount.class, false),
    SETTLEMENT_ACCOUNT_ASSIGN(AssignSettlementAccount.class, false),
    LEGS(DefineLegs.class, false),
    ACCOUNTS(DefineAccounts.class, false),
    EXERCISE(InstructExercise.class, false),
    CALENDAR(SetCalendar.class, false),
    CAPACITY(SetCapacity.class, true),
    CLOCK_CONFIRM(ConfirmClock.class, false),
    SESSION_OPEN(OpenSession.class, true),
    SESSION_MOVE(MoveSession.class, true),
    FEATURE_LEVEL_RAISE(RaiseFeatureLevel.class, true),
    OPERATOR_ADD(OperatorChange.Add.class, false),
    OPERATOR_ROLES(OperatorChange.Roles.class, false),
    OPERATOR_REVOKE(OperatorChange.Revoke.class, false),
    OPERATOR_ROTATE(OperatorChange.Rotate.class, false);

    private final Class<? extends Act<?>> form;
    private final boolean asks;

    ActKind(final Class<? extends Act<?>> form, final boolean asks)
    {
        this.form = form;
        this.asks = asks;
    }

    /** Name in paths. */
    String text()
    {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Record whose components are the fields of the body. */
    Class<? extends Act<?>> form()
    {
        return form;
    }

    /** Whether the body may have {@code confirmed}: what is easily a mistake is asked about first. */
    boolean asks()
    {
        return asks;
    }
}
