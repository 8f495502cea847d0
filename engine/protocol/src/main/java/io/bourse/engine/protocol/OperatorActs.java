// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import org.agrona.DirectBuffer;

/**
 * What each command does when an operator sends it: the one table from commands to acts of the policy.
 */
public final class OperatorActs
{
    private static final int KILL_ACTION_OFFSET =
        MessageHeaderDecoder.ENCODED_LENGTH + KillSwitchDecoder.actionEncodingOffset();
    private static final int LOGIN_ACTION_OFFSET =
        MessageHeaderDecoder.ENCODED_LENGTH + ControlLoginDecoder.actionEncodingOffset();
    private static final OperatorAct[] ACTS = new OperatorAct[1 << Byte.SIZE];

    static
    {
        for (final OperatorAct act : OperatorAct.values())
        {
            if (OperatorAct.NULL_VAL != act)
            {
                ACTS[act.value()] = act;
            }
        }
    }

    private OperatorActs()
    {
    }

    /**
     * Act of a value.
     *
     * @param value any.
     * @return null when there is none.
     */
    public static OperatorAct ofValue(final int value)
    {
        return value >= 0 && value < ACTS.length ? ACTS[value] : null;
    }

    /**
     * The first feature level that has an act.
     *
     * @param act of the policy.
     * @return level; {@link FeatureLevels#GUARDED} of acts that have come before {@link FeatureLevels#DELEGATED}.
     */
    public static int sinceLevel(final OperatorAct act)
    {
        return switch (act)
        {
            case FIRM_LIMITS, MASS_CANCEL -> FeatureLevels.DELEGATED;
            case GATEWAY -> FeatureLevels.ATTENDED;
            case REFERENCE_DATA, SESSION, SESSION_DATE, PHASE, RESUME, KILL, KILL_LIFT, LIMITS, CONTROLS, RIGHTS, NEWS,
                EXERCISE, STATE, FEATURE_LEVEL, QUARANTINE, CLEARING, OPERATORS, CAPACITY, CLOCK, TRADE_BREAK,
                NULL_VAL -> FeatureLevels.GUARDED;
        };
    }

    /**
     * Act of a command.
     *
     * @param buffer that holds a command that is understood, see {@link CommandForm#isUnderstood}.
     * @param offset of its message header.
     * @return the act; {@link OperatorAct#PHASE} for every {@code ChangePhase}: the engine knows whether it is
     *     {@link OperatorAct#RESUME}. Null when no operator signs such a command.
     */
    public static OperatorAct of(final DirectBuffer buffer, final int offset)
    {
        final int templateId = CommandForm.templateId(buffer, offset);
        if (KillSwitchDecoder.TEMPLATE_ID == templateId)
        {
            return KillAction.LIFT.value() == buffer.getByte(offset + KILL_ACTION_OFFSET) ?
                OperatorAct.KILL_LIFT : OperatorAct.KILL;
        }
        if (ControlLoginDecoder.TEMPLATE_ID == templateId)
        {
            return LoginAction.UNBLOCK.value() == buffer.getByte(offset + LOGIN_ACTION_OFFSET) ?
                OperatorAct.KILL_LIFT : OperatorAct.KILL;
        }
        return of(templateId);
    }

    private static OperatorAct of(final int templateId)
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
                DefineContractDecoder.TEMPLATE_ID,
                MoveOutDecoder.TEMPLATE_ID,
                MoveOutTogetherDecoder.TEMPLATE_ID,
                BeginMoveDecoder.TEMPLATE_ID,
                EndMoveDecoder.TEMPLATE_ID -> OperatorAct.REFERENCE_DATA;
            case OpenSessionDecoder.TEMPLATE_ID -> OperatorAct.SESSION;
            case MoveSessionDateDecoder.TEMPLATE_ID, SetTradingDaysDecoder.TEMPLATE_ID -> OperatorAct.SESSION_DATE;
            case ChangePhaseDecoder.TEMPLATE_ID, SetCalendarDecoder.TEMPLATE_ID -> OperatorAct.PHASE;
            case SetTradingLimitsDecoder.TEMPLATE_ID,
                SetCollateralDecoder.TEMPLATE_ID,
                SetMarginDecoder.TEMPLATE_ID,
                DefineSettlementAccountDecoder.TEMPLATE_ID,
                AssignSettlementAccountDecoder.TEMPLATE_ID -> OperatorAct.LIMITS;
            case SetPriceControlsDecoder.TEMPLATE_ID, SetSelfTradePreventionDecoder.TEMPLATE_ID -> OperatorAct.CONTROLS;
            case SetLoginRightsDecoder.TEMPLATE_ID -> OperatorAct.RIGHTS;
            case PublishNewsDecoder.TEMPLATE_ID -> OperatorAct.NEWS;
            case InstructExerciseDecoder.TEMPLATE_ID -> OperatorAct.EXERCISE;
            case ReportStateDecoder.TEMPLATE_ID, TakeSnapshotDecoder.TEMPLATE_ID -> OperatorAct.STATE;
            case SetFeatureLevelDecoder.TEMPLATE_ID -> OperatorAct.FEATURE_LEVEL;
            case QuarantineCommandDecoder.TEMPLATE_ID -> OperatorAct.QUARANTINE;
            case SuspendTradingDecoder.TEMPLATE_ID,
                PublishSettlementDecoder.TEMPLATE_ID,
                CompleteClearingDecoder.TEMPLATE_ID,
                ResumeTradingDecoder.TEMPLATE_ID,
                MovePositionsDecoder.TEMPLATE_ID,
                ExpireInstrumentDecoder.TEMPLATE_ID -> OperatorAct.CLEARING;
            case DefineOperatorDecoder.TEMPLATE_ID,
                DefineMemberOfficerDecoder.TEMPLATE_ID,
                SetOperatorPolicyDecoder.TEMPLATE_ID -> OperatorAct.OPERATORS;
            case SetVenueLimitsDecoder.TEMPLATE_ID -> OperatorAct.CAPACITY;
            case ConfirmTimeDecoder.TEMPLATE_ID -> OperatorAct.CLOCK;
            case BustTradeDecoder.TEMPLATE_ID, CorrectTradeDecoder.TEMPLATE_ID -> OperatorAct.TRADE_BREAK;
            case SetFirmLimitsDecoder.TEMPLATE_ID -> OperatorAct.FIRM_LIMITS;
            case CancelOrdersDecoder.TEMPLATE_ID -> OperatorAct.MASS_CANCEL;
            case ActivateGatewayDecoder.TEMPLATE_ID -> OperatorAct.GATEWAY;
            default -> null;
        };
    }

    /**
     * Whether the venue itself sends a command in the operators' name, so that no person signs it.
     *
     * @param templateId of a command.
     * @return true when it needs no signature.
     */
    public static boolean isOfTheVenue(final int templateId)
    {
        return LoginDisconnectedDecoder.TEMPLATE_ID == templateId ||
            AdvanceTimeDecoder.TEMPLATE_ID == templateId ||
            TakeSnapshotDecoder.TEMPLATE_ID == templateId ||
            StopOrderEntryDecoder.TEMPLATE_ID == templateId ||
            MoveInDecoder.TEMPLATE_ID == templateId;
    }
}
