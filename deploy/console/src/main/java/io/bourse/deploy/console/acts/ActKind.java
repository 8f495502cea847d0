// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.acts;

import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.ActivateGateway;
import io.bourse.deploy.operators.acts.BlockLogin;
import io.bourse.deploy.operators.acts.BreakTrade;
import io.bourse.deploy.operators.acts.CancelOrders;
import io.bourse.deploy.operators.acts.ChangePhase;
import io.bourse.deploy.operators.acts.ConfirmClock;
import io.bourse.deploy.operators.acts.CorrectTrade;
import io.bourse.deploy.operators.acts.DefineAccounts;
import io.bourse.deploy.operators.acts.DefineLegs;
import io.bourse.deploy.operators.acts.DisconnectLogin;
import io.bourse.deploy.operators.acts.InstructExercise;
import io.bourse.deploy.operators.acts.MoveKillSwitch;
import io.bourse.deploy.operators.acts.MoveSession;
import io.bourse.deploy.operators.acts.OpenSession;
import io.bourse.deploy.operators.acts.OperatorChange;
import io.bourse.deploy.operators.acts.PublishNews;
import io.bourse.deploy.operators.acts.RaiseFeatureLevel;
import io.bourse.deploy.operators.acts.SetCalendar;
import io.bourse.deploy.operators.acts.SetCapacity;
import io.bourse.deploy.operators.acts.SetPolicy;
import io.bourse.deploy.operators.acts.SetPriceControls;
import io.bourse.deploy.operators.acts.SetRights;
import io.bourse.deploy.operators.acts.SetSelfTrade;
import io.bourse.deploy.operators.acts.SetTradingDays;
import io.bourse.deploy.operators.acts.TakeSnapshot;
import io.bourse.deploy.operators.clearing.DefaultOrder;
import io.bourse.deploy.operators.clearing.GiveInstruction;
import io.bourse.deploy.operators.clearing.RunOrder;
import io.bourse.deploy.operators.risk.AssignSettlementAccount;
import io.bourse.deploy.operators.risk.DefineSettlementAccount;
import io.bourse.deploy.operators.risk.SetCollateral;
import io.bourse.deploy.operators.risk.SetFirmLimits;
import io.bourse.deploy.operators.risk.SetMargin;
import io.bourse.deploy.operators.risk.SetTradingLimits;

import java.util.Locale;

/**
 * Acts that the API knows.
 */
enum ActKind
{
    PHASE(ChangePhase.class, false, true),
    KILL(MoveKillSwitch.class, false, true),
    NEWS(PublishNews.class, false, false),
    PRICE_CONTROLS(SetPriceControls.class, true, false),
    TRADING_LIMITS(SetTradingLimits.class, true, false),
    FIRM_LIMITS(SetFirmLimits.class, false, false),
    MASS_CANCEL(CancelOrders.class, false, true),
    RIGHTS(SetRights.class, true, false),
    SELF_TRADE(SetSelfTrade.class, false, false),
    TRADE_BUST(BreakTrade.class, true, true),
    TRADE_CORRECT(CorrectTrade.class, true, true),
    COLLATERAL(SetCollateral.class, false, false),
    MARGIN(SetMargin.class, false, false),
    SETTLEMENT_ACCOUNT_DEFINE(DefineSettlementAccount.class, false, false),
    SETTLEMENT_ACCOUNT_ASSIGN(AssignSettlementAccount.class, false, false),
    LEGS(DefineLegs.class, false, false),
    ACCOUNTS(DefineAccounts.class, false, false),
    EXERCISE(InstructExercise.class, false, false),
    CALENDAR(SetCalendar.class, false, false),
    CAPACITY(SetCapacity.class, true, false),
    CLOCK_CONFIRM(ConfirmClock.class, false, false),
    SESSION_OPEN(OpenSession.class, true, false),
    SESSION_MOVE(MoveSession.class, true, false),
    FEATURE_LEVEL_RAISE(RaiseFeatureLevel.class, true, false),
    OPERATOR_ADD(OperatorChange.Add.class, false, true),
    OPERATOR_ROLES(OperatorChange.Roles.class, false, true),
    OPERATOR_REVOKE(OperatorChange.Revoke.class, false, true),
    OPERATOR_ROTATE(OperatorChange.Rotate.class, false, true),
    POLICY(SetPolicy.class, false, true),
    TRADING_DAYS(SetTradingDays.class, false, false),
    SNAPSHOT(TakeSnapshot.class, false, false),
    LOGIN_DISCONNECT(DisconnectLogin.class, false, true),
    LOGIN_BLOCK(BlockLogin.class, false, true),
    GATEWAY_ACTIVATE(ActivateGateway.class, false, true),
    CLEARING_START(RunOrder.Start.class, false, false),
    CLEARING_RESUME(RunOrder.Resume.class, false, false),
    CLEARING_PUBLISH(RunOrder.Publish.class, false, false),
    CLEARING_REPORT(RunOrder.Report.class, false, false),
    CLEARING_REOPEN(RunOrder.Reopen.class, false, false),
    CLEARING_CORRECT(RunOrder.Correct.class, false, false),
    CLEARING_FUNDS(GiveInstruction.class, false, false),
    CLEARING_DEFAULT_DECLARE(DefaultOrder.Declare.class, false, false),
    CLEARING_DEFAULT_BLOCK(DefaultOrder.Block.class, false, false),
    CLEARING_DEFAULT_PORT(DefaultOrder.Port.class, false, false),
    CLEARING_DEFAULT_CLOSE_OUT(DefaultOrder.CloseOut.class, false, false),
    CLEARING_DEFAULT_SELL_COLLATERAL(DefaultOrder.SellCollateral.class, false, false),
    CLEARING_DEFAULT_COVER(DefaultOrder.Cover.class, false, false),
    CLEARING_DEFAULT_WITHDRAW(DefaultOrder.Withdraw.class, false, false);

    private final Class<? extends Act<?>> form;
    private final boolean asks;
    private final boolean isNamed;

    ActKind(final Class<? extends Act<?>> form, final boolean asks, final boolean isNamed)
    {
        this.form = form;
        this.asks = asks;
        this.isNamed = isNamed;
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

    /** Whether the body may have {@code confirm}: some are dangerous, and want the name of what they hit. */
    boolean isNamed()
    {
        return isNamed;
    }
}
