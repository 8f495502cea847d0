// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.AuctionIndicatedDecoder;
import io.bourse.engine.protocol.AuctionUncrossedDecoder;
import io.bourse.engine.protocol.CalendarSetDecoder;
import io.bourse.engine.protocol.CollateralLackingDecoder;
import io.bourse.engine.protocol.CollateralMovedDecoder;
import io.bourse.engine.protocol.CollateralSetDecoder;
import io.bourse.engine.protocol.ContractDefinedDecoder;
import io.bourse.engine.protocol.ExerciseInstructedDecoder;
import io.bourse.engine.protocol.FirmLimitsSetDecoder;
import io.bourse.engine.protocol.GatewayActivatedDecoder;
import io.bourse.engine.protocol.InstrumentExpiredDecoder;
import io.bourse.engine.protocol.InstrumentMovedDecoder;
import io.bourse.engine.protocol.InstrumentTotalsDecoder;
import io.bourse.engine.protocol.KillSwitchMovedDecoder;
import io.bourse.engine.protocol.LegDefinedDecoder;
import io.bourse.engine.protocol.LoginConnectionChangedDecoder;
import io.bourse.engine.protocol.LoginControlledDecoder;
import io.bourse.engine.protocol.LoginRightsSetDecoder;
import io.bourse.engine.protocol.MarginSetDecoder;
import io.bourse.engine.protocol.MarketMakerProtectionResetDecoder;
import io.bourse.engine.protocol.MarketMakerProtectionSetDecoder;
import io.bourse.engine.protocol.MarketMakerProtectionTrippedDecoder;
import io.bourse.engine.protocol.MassCancelledDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.MoveAdvancedDecoder;
import io.bourse.engine.protocol.MoveRecordDecoder;
import io.bourse.engine.protocol.MovedOrderNamedDecoder;
import io.bourse.engine.protocol.MovingOrderDecoder;
import io.bourse.engine.protocol.NewsPublishedDecoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OperatorActedDecoder;
import io.bourse.engine.protocol.OperatorDefinedDecoder;
import io.bourse.engine.protocol.OperatorFirmSetDecoder;
import io.bourse.engine.protocol.OperatorPolicySetDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.OrderTermsDecoder;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.PositionMovedDecoder;
import io.bourse.engine.protocol.PriceControlsSetDecoder;
import io.bourse.engine.protocol.PriceLimitsShiftedDecoder;
import io.bourse.engine.protocol.QuoteAcknowledgedDecoder;
import io.bourse.engine.protocol.QuoteRequestedDecoder;
import io.bourse.engine.protocol.SelfTradePreventionSetDecoder;
import io.bourse.engine.protocol.SettlementAccountAssignedDecoder;
import io.bourse.engine.protocol.SettlementAccountDefinedDecoder;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.TradingDaysSetDecoder;
import io.bourse.engine.protocol.TradingLimitsSetDecoder;
import io.bourse.engine.protocol.VenueLimitsSetDecoder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.sbe.MessageDecoderFlyweight;

/**
 * Text of the events that {@link EventText} has no phrase for: name and every field, as {@code Name field=value ...}.
 */
final class VenueEventText
{
    private static final MessageHeaderDecoder HEADER = new MessageHeaderDecoder();

    private VenueEventText()
    {
    }

    static String of(final int templateId, final DirectBuffer buffer, final int offset)
    {
        final MessageDecoderFlyweight decoder = decoder(templateId);
        HEADER.wrap(buffer, offset);
        // Below the feature level that has brought its last field an event is shorter.
        final int blockLength = HEADER.blockLength();
        final UnsafeBuffer block = new UnsafeBuffer(new byte[Math.max(blockLength, decoder.sbeBlockLength())]);
        block.putBytes(0, buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH, blockLength);
        decoder.wrap(block, 0, blockLength, HEADER.version());
        final String text = decoder.toString();
        final int end = blockLength < decoder.sbeBlockLength() ? text.lastIndexOf('|') : text.length();
        final String fields = text.substring(text.indexOf("):") + 2, end);
        return decoder.getClass().getSimpleName().replace("Decoder", "") + " " + fields.replace('|', ' ');
    }

    private static MessageDecoderFlyweight decoder(final int templateId)
    {
        return switch (templateId)
        {
            case LegDefinedDecoder.TEMPLATE_ID -> new LegDefinedDecoder();
            case SettlementAccountDefinedDecoder.TEMPLATE_ID -> new SettlementAccountDefinedDecoder();
            case SettlementAccountAssignedDecoder.TEMPLATE_ID -> new SettlementAccountAssignedDecoder();
            case OrderTermsDecoder.TEMPLATE_ID -> new OrderTermsDecoder();
            case OrderActivatedDecoder.TEMPLATE_ID -> new OrderActivatedDecoder();
            case SliceShownDecoder.TEMPLATE_ID -> new SliceShownDecoder();
            case OffBookTradeDecoder.TEMPLATE_ID -> new OffBookTradeDecoder();
            case OrderReducedDecoder.TEMPLATE_ID -> new OrderReducedDecoder();
            case OrderRestatedDecoder.TEMPLATE_ID -> new OrderRestatedDecoder();
            case MassCancelledDecoder.TEMPLATE_ID -> new MassCancelledDecoder();
            case QuoteAcknowledgedDecoder.TEMPLATE_ID -> new QuoteAcknowledgedDecoder();
            case QuoteRequestedDecoder.TEMPLATE_ID -> new QuoteRequestedDecoder();
            case MarketMakerProtectionSetDecoder.TEMPLATE_ID -> new MarketMakerProtectionSetDecoder();
            case MarketMakerProtectionTrippedDecoder.TEMPLATE_ID -> new MarketMakerProtectionTrippedDecoder();
            case MarketMakerProtectionResetDecoder.TEMPLATE_ID -> new MarketMakerProtectionResetDecoder();
            case KillSwitchMovedDecoder.TEMPLATE_ID -> new KillSwitchMovedDecoder();
            case NewsPublishedDecoder.TEMPLATE_ID -> new NewsPublishedDecoder();
            case LoginConnectionChangedDecoder.TEMPLATE_ID -> new LoginConnectionChangedDecoder();
            case LoginControlledDecoder.TEMPLATE_ID -> new LoginControlledDecoder();
            case GatewayActivatedDecoder.TEMPLATE_ID -> new GatewayActivatedDecoder();
            case LoginRightsSetDecoder.TEMPLATE_ID -> new LoginRightsSetDecoder();
            case SelfTradePreventionSetDecoder.TEMPLATE_ID -> new SelfTradePreventionSetDecoder();
            case OperatorDefinedDecoder.TEMPLATE_ID -> new OperatorDefinedDecoder();
            case OperatorPolicySetDecoder.TEMPLATE_ID -> new OperatorPolicySetDecoder();
            case OperatorActedDecoder.TEMPLATE_ID -> new OperatorActedDecoder();
            case PhaseChangedDecoder.TEMPLATE_ID -> new PhaseChangedDecoder();
            case AuctionIndicatedDecoder.TEMPLATE_ID -> new AuctionIndicatedDecoder();
            case AuctionUncrossedDecoder.TEMPLATE_ID -> new AuctionUncrossedDecoder();
            case PriceLimitsShiftedDecoder.TEMPLATE_ID -> new PriceLimitsShiftedDecoder();
            case PriceControlsSetDecoder.TEMPLATE_ID -> new PriceControlsSetDecoder();
            case CalendarSetDecoder.TEMPLATE_ID -> new CalendarSetDecoder();
            case TradingDaysSetDecoder.TEMPLATE_ID -> new TradingDaysSetDecoder();
            case CollateralSetDecoder.TEMPLATE_ID -> new CollateralSetDecoder();
            case CollateralMovedDecoder.TEMPLATE_ID -> new CollateralMovedDecoder();
            case MoveRecordDecoder.TEMPLATE_ID -> new MoveRecordDecoder();
            case MoveAdvancedDecoder.TEMPLATE_ID -> new MoveAdvancedDecoder();
            case MovingOrderDecoder.TEMPLATE_ID -> new MovingOrderDecoder();
            case MovedOrderNamedDecoder.TEMPLATE_ID -> new MovedOrderNamedDecoder();
            case InstrumentMovedDecoder.TEMPLATE_ID -> new InstrumentMovedDecoder();
            case CollateralLackingDecoder.TEMPLATE_ID -> new CollateralLackingDecoder();
            case MarginSetDecoder.TEMPLATE_ID -> new MarginSetDecoder();
            case TradingLimitsSetDecoder.TEMPLATE_ID -> new TradingLimitsSetDecoder();
            case FirmLimitsSetDecoder.TEMPLATE_ID -> new FirmLimitsSetDecoder();
            case OperatorFirmSetDecoder.TEMPLATE_ID -> new OperatorFirmSetDecoder();
            case VenueLimitsSetDecoder.TEMPLATE_ID -> new VenueLimitsSetDecoder();
            case ContractDefinedDecoder.TEMPLATE_ID -> new ContractDefinedDecoder();
            case ExerciseInstructedDecoder.TEMPLATE_ID -> new ExerciseInstructedDecoder();
            case PositionMovedDecoder.TEMPLATE_ID -> new PositionMovedDecoder();
            case InstrumentExpiredDecoder.TEMPLATE_ID -> new InstrumentExpiredDecoder();
            case InstrumentTotalsDecoder.TEMPLATE_ID -> new InstrumentTotalsDecoder();
            default -> throw new IllegalArgumentException("unexpected event: templateId=" + templateId);
        };
    }
}
