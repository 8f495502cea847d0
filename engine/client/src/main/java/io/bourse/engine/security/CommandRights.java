// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import io.bourse.engine.protocol.ActivateGatewayDecoder;
import io.bourse.engine.protocol.AdvanceTimeDecoder;
import io.bourse.engine.protocol.AssignSettlementAccountDecoder;
import io.bourse.engine.protocol.BeginMoveDecoder;
import io.bourse.engine.protocol.BustTradeDecoder;
import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.CancelOrdersDecoder;
import io.bourse.engine.protocol.ChangePhaseDecoder;
import io.bourse.engine.protocol.CompleteClearingDecoder;
import io.bourse.engine.protocol.ConfirmTimeDecoder;
import io.bourse.engine.protocol.ConnectGatewayDecoder;
import io.bourse.engine.protocol.ControlLoginDecoder;
import io.bourse.engine.protocol.CorrectTradeDecoder;
import io.bourse.engine.protocol.DefineAccountDecoder;
import io.bourse.engine.protocol.DefineAccountsDecoder;
import io.bourse.engine.protocol.DefineBrokerageFirmDecoder;
import io.bourse.engine.protocol.DefineClearingFirmDecoder;
import io.bourse.engine.protocol.DefineContractDecoder;
import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.DefineLegsDecoder;
import io.bourse.engine.protocol.DefineLoginDecoder;
import io.bourse.engine.protocol.DefineMemberOfficerDecoder;
import io.bourse.engine.protocol.DefineOperatorDecoder;
import io.bourse.engine.protocol.DefineSettlementAccountDecoder;
import io.bourse.engine.protocol.EndMoveDecoder;
import io.bourse.engine.protocol.ExpireInstrumentDecoder;
import io.bourse.engine.protocol.GiveCollateralDecoder;
import io.bourse.engine.protocol.InstructExerciseDecoder;
import io.bourse.engine.protocol.KillSwitchDecoder;
import io.bourse.engine.protocol.LoginConnectedDecoder;
import io.bourse.engine.protocol.LoginDisconnectedDecoder;
import io.bourse.engine.protocol.MassCancelDecoder;
import io.bourse.engine.protocol.MassQuoteDecoder;
import io.bourse.engine.protocol.MoveInDecoder;
import io.bourse.engine.protocol.MoveOutDecoder;
import io.bourse.engine.protocol.MoveOutTogetherDecoder;
import io.bourse.engine.protocol.MovePositionsDecoder;
import io.bourse.engine.protocol.MoveSessionDateDecoder;
import io.bourse.engine.protocol.NameMovedOrderDecoder;
import io.bourse.engine.protocol.NegotiatedOrderDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.NewSpecialOrderDecoder;
import io.bourse.engine.protocol.OpenSessionDecoder;
import io.bourse.engine.protocol.OperatorCommandDecoder;
import io.bourse.engine.protocol.PublishNewsDecoder;
import io.bourse.engine.protocol.PublishSettlementDecoder;
import io.bourse.engine.protocol.QuarantineCommandDecoder;
import io.bourse.engine.protocol.RecordAuditTrailDecoder;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.protocol.ReportStateDecoder;
import io.bourse.engine.protocol.RequestQuoteDecoder;
import io.bourse.engine.protocol.ResetMarketMakerProtectionDecoder;
import io.bourse.engine.protocol.ResumeTradingDecoder;
import io.bourse.engine.protocol.SetCalendarDecoder;
import io.bourse.engine.protocol.SetCollateralDecoder;
import io.bourse.engine.protocol.SetFeatureLevelDecoder;
import io.bourse.engine.protocol.SetFirmLimitsDecoder;
import io.bourse.engine.protocol.SetLoginRightsDecoder;
import io.bourse.engine.protocol.SetMarginDecoder;
import io.bourse.engine.protocol.SetMarketMakerProtectionDecoder;
import io.bourse.engine.protocol.SetOperatorPolicyDecoder;
import io.bourse.engine.protocol.SetPriceControlsDecoder;
import io.bourse.engine.protocol.SetSelfTradePreventionDecoder;
import io.bourse.engine.protocol.SetTradingDaysDecoder;
import io.bourse.engine.protocol.SetTradingLimitsDecoder;
import io.bourse.engine.protocol.SetVenueLimitsDecoder;
import io.bourse.engine.protocol.StopOrderEntryDecoder;
import io.bourse.engine.protocol.SuspendTradingDecoder;
import io.bourse.engine.protocol.TakeCollateralDecoder;
import io.bourse.engine.protocol.TakeSnapshotDecoder;

/**
 * The roles that may send each command.
 */
final class CommandRights
{
    private static final int TEMPLATES = 100;
    private static final int OPERATOR = Role.OPERATOR.bit();
    private static final int CLEARING = Role.CLEARING.bit();
    private static final int GATEWAY = Role.GATEWAY.bit();
    private static final int REBALANCER = Role.REBALANCER.bit();
    private static final byte[] ROLES = new byte[TEMPLATES];

    static
    {
        for (int templateId = 0; templateId < TEMPLATES; templateId++)
        {
            ROLES[templateId] = (byte)roles(templateId);
        }
    }

    private CommandRights()
    {
    }

    /** Whether a role may send a command. */
    static boolean has(final Role role, final int templateId)
    {
        return templateId < TEMPLATES && 0 != (ROLES[templateId] & role.bit());
    }

    /** Bits of the roles that may send a command; 0 of what is no command. */
    static int roles(final int templateId)
    {
        return switch (templateId)
        {
            case DefineClearingFirmDecoder.TEMPLATE_ID,
                DefineBrokerageFirmDecoder.TEMPLATE_ID,
                DefineAccountDecoder.TEMPLATE_ID,
                DefineAccountsDecoder.TEMPLATE_ID,
                DefineLoginDecoder.TEMPLATE_ID,
                DefineInstrumentDecoder.TEMPLATE_ID,
                DefineLegsDecoder.TEMPLATE_ID,
                DefineSettlementAccountDecoder.TEMPLATE_ID,
                AssignSettlementAccountDecoder.TEMPLATE_ID,
                DefineContractDecoder.TEMPLATE_ID,
                OpenSessionDecoder.TEMPLATE_ID,
                ChangePhaseDecoder.TEMPLATE_ID,
                SetCalendarDecoder.TEMPLATE_ID,
                SetPriceControlsDecoder.TEMPLATE_ID,
                SetSelfTradePreventionDecoder.TEMPLATE_ID,
                SetLoginRightsDecoder.TEMPLATE_ID,
                SetTradingLimitsDecoder.TEMPLATE_ID,
                InstructExerciseDecoder.TEMPLATE_ID,
                TakeSnapshotDecoder.TEMPLATE_ID,
                PublishNewsDecoder.TEMPLATE_ID,
                SetFeatureLevelDecoder.TEMPLATE_ID,
                QuarantineCommandDecoder.TEMPLATE_ID,
                MoveSessionDateDecoder.TEMPLATE_ID,
                SetTradingDaysDecoder.TEMPLATE_ID,
                OperatorCommandDecoder.TEMPLATE_ID,
                DefineOperatorDecoder.TEMPLATE_ID,
                SetOperatorPolicyDecoder.TEMPLATE_ID,
                SetVenueLimitsDecoder.TEMPLATE_ID,
                StopOrderEntryDecoder.TEMPLATE_ID,
                ConfirmTimeDecoder.TEMPLATE_ID,
                BustTradeDecoder.TEMPLATE_ID,
                CorrectTradeDecoder.TEMPLATE_ID,
                DefineMemberOfficerDecoder.TEMPLATE_ID,
                SetFirmLimitsDecoder.TEMPLATE_ID,
                CancelOrdersDecoder.TEMPLATE_ID,
                ControlLoginDecoder.TEMPLATE_ID,
                ActivateGatewayDecoder.TEMPLATE_ID,
                MoveOutDecoder.TEMPLATE_ID,
                MoveOutTogetherDecoder.TEMPLATE_ID,
                BeginMoveDecoder.TEMPLATE_ID,
                MoveInDecoder.TEMPLATE_ID,
                EndMoveDecoder.TEMPLATE_ID -> OPERATOR;
            case SuspendTradingDecoder.TEMPLATE_ID,
                PublishSettlementDecoder.TEMPLATE_ID,
                CompleteClearingDecoder.TEMPLATE_ID,
                ResumeTradingDecoder.TEMPLATE_ID,
                SetCollateralDecoder.TEMPLATE_ID,
                SetMarginDecoder.TEMPLATE_ID,
                MovePositionsDecoder.TEMPLATE_ID,
                ExpireInstrumentDecoder.TEMPLATE_ID,
                ReportStateDecoder.TEMPLATE_ID -> OPERATOR | CLEARING;
            case RecordAuditTrailDecoder.TEMPLATE_ID -> CLEARING;
            case GiveCollateralDecoder.TEMPLATE_ID, TakeCollateralDecoder.TEMPLATE_ID -> REBALANCER;
            case NewOrderDecoder.TEMPLATE_ID,
                NewSpecialOrderDecoder.TEMPLATE_ID,
                CancelOrderDecoder.TEMPLATE_ID,
                ReplaceOrderDecoder.TEMPLATE_ID,
                MassCancelDecoder.TEMPLATE_ID,
                MassQuoteDecoder.TEMPLATE_ID,
                RequestQuoteDecoder.TEMPLATE_ID,
                SetMarketMakerProtectionDecoder.TEMPLATE_ID,
                ResetMarketMakerProtectionDecoder.TEMPLATE_ID,
                NegotiatedOrderDecoder.TEMPLATE_ID,
                NameMovedOrderDecoder.TEMPLATE_ID,
                ConnectGatewayDecoder.TEMPLATE_ID,
                LoginConnectedDecoder.TEMPLATE_ID -> GATEWAY;
            // Of a gateway that has died the engine's node says so.
            case LoginDisconnectedDecoder.TEMPLATE_ID -> GATEWAY | OPERATOR;
            // A member stops itself, clearing a defaulter, the operator any firm.
            case KillSwitchDecoder.TEMPLATE_ID -> GATEWAY | CLEARING | OPERATOR;
            // A client of a cluster asks with it which of its commands have arrived.
            case AdvanceTimeDecoder.TEMPLATE_ID -> GATEWAY | CLEARING | OPERATOR | REBALANCER;
            default -> 0;
        };
    }
}
