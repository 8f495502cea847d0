// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.AccountDefinedDecoder;
import io.bourse.engine.protocol.BookClearedDecoder;
import io.bourse.engine.protocol.BookOrderDecoder;
import io.bourse.engine.protocol.BrokerageFirmDefinedDecoder;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingFirmDefinedDecoder;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.PositionDecoder;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SettlementPublishedDecoder;
import io.bourse.engine.protocol.StateReportedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;
import org.agrona.DirectBuffer;

/**
 * Decodes a whole transaction and calls the listener: begin, every event in order, end. Decoders are reused; nothing is
 * allocated per transaction.
 */
final class EventDispatcher
{
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final EventGroupDecoder frame = new EventGroupDecoder();
    private final OrderAcceptedDecoder orderAccepted = new OrderAcceptedDecoder();
    private final OrderReplacedDecoder orderReplaced = new OrderReplacedDecoder();
    private final OrderCancelledDecoder orderCancelled = new OrderCancelledDecoder();
    private final TradeDecoder trade = new TradeDecoder();
    private final CommandRejectedDecoder commandRejected = new CommandRejectedDecoder();
    private final ClearingFirmDefinedDecoder clearingFirmDefined = new ClearingFirmDefinedDecoder();
    private final BrokerageFirmDefinedDecoder brokerageFirmDefined = new BrokerageFirmDefinedDecoder();
    private final AccountDefinedDecoder accountDefined = new AccountDefinedDecoder();
    private final LoginDefinedDecoder loginDefined = new LoginDefinedDecoder();
    private final InstrumentDefinedDecoder instrumentDefined = new InstrumentDefinedDecoder();
    private final SessionOpenedDecoder sessionOpened = new SessionOpenedDecoder();
    private final SessionDateMovedDecoder sessionDateMoved = new SessionDateMovedDecoder();
    private final TradingSuspendedDecoder tradingSuspended = new TradingSuspendedDecoder();
    private final BookClearedDecoder bookCleared = new BookClearedDecoder();
    private final SettlementPublishedDecoder settlementPublished = new SettlementPublishedDecoder();
    private final ClearingCompletedDecoder clearingCompleted = new ClearingCompletedDecoder();
    private final TradingResumedDecoder tradingResumed = new TradingResumedDecoder();
    private final BookOrderDecoder bookOrder = new BookOrderDecoder();
    private final PositionDecoder position = new PositionDecoder();
    private final StateReportedDecoder stateReported = new StateReportedDecoder();
    private final GatewayConnectedDecoder gatewayConnected = new GatewayConnectedDecoder();
    private final EventGroupView group = new EventGroupView();
    private final EventListener listener;
    private final boolean isForGroupsOnly;
    private final OrderEventDispatcher orderEvents;
    private final MarketEventDispatcher marketEvents;
    private final MemberEventDispatcher memberEvents;
    private final ContractEventDispatcher contractEvents;

    EventDispatcher(final EventListener listener)
    {
        this.listener = listener;
        isForGroupsOnly = listener.isForGroupsOnly();
        orderEvents = new OrderEventDispatcher(listener);
        marketEvents = new MarketEventDispatcher(listener);
        memberEvents = new MemberEventDispatcher(listener);
        contractEvents = new ContractEventDispatcher(listener);
    }

    /**
     * Delivers one transaction.
     *
     * @param buffer that holds its frames, one behind the other from offset 0.
     * @param frameCount number of frames.
     * @param cursor behind the last frame.
     * @param publicationStamp of the last frame, see {@link PublicationStamp}.
     */
    void onTransaction(final DirectBuffer buffer, final int frameCount, final long cursor, final long publicationStamp)
    {
        describe(buffer, frameCount, cursor, publicationStamp);
        listener.onGroupBegin(group);
        int offset = 0;
        for (int i = 0; !isForGroupsOnly && i < frameCount; i++)
        {
            wrapFrame(buffer, offset);
            offset = onEvents(buffer, EventGroupView.firstEventOffset(offset, frame), frame.eventCount());
        }
        listener.onGroupEnd(group);
    }

    private void describe(
        final DirectBuffer buffer, final int frameCount, final long cursor, final long publicationStamp)
    {
        int offset = 0;
        for (int i = 0; i < frameCount; i++)
        {
            wrapFrame(buffer, offset);
            if (0 == i)
            {
                group.firstFrame(frame);
            }
            if (frameCount - 1 > i)
            {
                offset = skipEvents(buffer, EventGroupView.firstEventOffset(offset, frame), frame.eventCount());
            }
        }
        group.lastFrame(frame, cursor, publicationStamp);
    }

    private void wrapFrame(final DirectBuffer buffer, final int offset)
    {
        header.wrap(buffer, offset);
        frame.wrap(buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH, header.blockLength(), header.version());
    }

    private int skipEvents(final DirectBuffer buffer, final int firstOffset, final int eventCount)
    {
        int offset = firstOffset;
        for (int i = 0; i < eventCount; i++)
        {
            header.wrap(buffer, offset);
            offset += MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();
        }
        return offset;
    }

    private int onEvents(final DirectBuffer buffer, final int firstOffset, final int eventCount)
    {
        int offset = firstOffset;
        for (int i = 0; i < eventCount; i++)
        {
            header.wrap(buffer, offset);
            final int blockLength = header.blockLength();
            onEvent(header.templateId(), buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH, blockLength);
            offset += MessageHeaderDecoder.ENCODED_LENGTH + blockLength;
        }
        return offset;
    }

    private void onEvent(final int templateId, final DirectBuffer buffer, final int offset, final int blockLength)
    {
        final int version = header.version();
        switch (templateId)
        {
            case OrderAcceptedDecoder.TEMPLATE_ID:
                listener.onOrderAccepted(group, orderAccepted.wrap(buffer, offset, blockLength, version));
                break;
            case OrderReplacedDecoder.TEMPLATE_ID:
                listener.onOrderReplaced(group, orderReplaced.wrap(buffer, offset, blockLength, version));
                break;
            case OrderCancelledDecoder.TEMPLATE_ID:
                listener.onOrderCancelled(group, orderCancelled.wrap(buffer, offset, blockLength, version));
                break;
            case TradeDecoder.TEMPLATE_ID:
                listener.onTrade(group, trade.wrap(buffer, offset, blockLength, version));
                break;
            case CommandRejectedDecoder.TEMPLATE_ID:
                listener.onCommandRejected(group, commandRejected.wrap(buffer, offset, blockLength, version));
                break;
            default:
                onDefinition(templateId, buffer, offset, blockLength, version);
                break;
        }
    }

    private void onDefinition(
        final int templateId, final DirectBuffer buffer, final int offset, final int blockLength, final int version)
    {
        switch (templateId)
        {
            case ClearingFirmDefinedDecoder.TEMPLATE_ID:
                listener.onClearingFirmDefined(group, clearingFirmDefined.wrap(buffer, offset, blockLength, version));
                break;
            case BrokerageFirmDefinedDecoder.TEMPLATE_ID:
                listener.onBrokerageFirmDefined(group, brokerageFirmDefined.wrap(buffer, offset, blockLength, version));
                break;
            case AccountDefinedDecoder.TEMPLATE_ID:
                listener.onAccountDefined(group, accountDefined.wrap(buffer, offset, blockLength, version));
                break;
            case LoginDefinedDecoder.TEMPLATE_ID:
                listener.onLoginDefined(group, loginDefined.wrap(buffer, offset, blockLength, version));
                break;
            case InstrumentDefinedDecoder.TEMPLATE_ID:
                listener.onInstrumentDefined(group, instrumentDefined.wrap(buffer, offset, blockLength, version));
                break;
            default:
                onSessionEvent(templateId, buffer, offset, blockLength, version);
                break;
        }
    }

    private void onSessionEvent(
        final int templateId, final DirectBuffer buffer, final int offset, final int blockLength, final int version)
    {
        switch (templateId)
        {
            case SessionOpenedDecoder.TEMPLATE_ID:
                listener.onSessionOpened(group, sessionOpened.wrap(buffer, offset, blockLength, version));
                break;
            case SessionDateMovedDecoder.TEMPLATE_ID:
                listener.onSessionDateMoved(group, sessionDateMoved.wrap(buffer, offset, blockLength, version));
                break;
            case TradingSuspendedDecoder.TEMPLATE_ID:
                listener.onTradingSuspended(group, tradingSuspended.wrap(buffer, offset, blockLength, version));
                break;
            case BookClearedDecoder.TEMPLATE_ID:
                listener.onBookCleared(group, bookCleared.wrap(buffer, offset, blockLength, version));
                break;
            case SettlementPublishedDecoder.TEMPLATE_ID:
                listener.onSettlementPublished(group, settlementPublished.wrap(buffer, offset, blockLength, version));
                break;
            case ClearingCompletedDecoder.TEMPLATE_ID:
                listener.onClearingCompleted(group, clearingCompleted.wrap(buffer, offset, blockLength, version));
                break;
            case TradingResumedDecoder.TEMPLATE_ID:
                listener.onTradingResumed(group, tradingResumed.wrap(buffer, offset, blockLength, version));
                break;
            case BookOrderDecoder.TEMPLATE_ID:
                listener.onBookOrder(group, bookOrder.wrap(buffer, offset, blockLength, version));
                break;
            case PositionDecoder.TEMPLATE_ID:
                listener.onPosition(group, position.wrap(buffer, offset, blockLength, version));
                break;
            case StateReportedDecoder.TEMPLATE_ID:
                listener.onStateReported(group, stateReported.wrap(buffer, offset, blockLength, version));
                break;
            case GatewayConnectedDecoder.TEMPLATE_ID:
                listener.onGatewayConnected(group, gatewayConnected.wrap(buffer, offset, blockLength, version));
                break;
            default:
                onRareEvent(templateId, buffer, offset, blockLength, version);
                break;
        }
    }

    private void onRareEvent(
        final int templateId, final DirectBuffer buffer, final int offset, final int blockLength, final int version)
    {
        if (!orderEvents.onEvent(group, templateId, buffer, offset, blockLength, version) &&
            !marketEvents.onEvent(group, templateId, buffer, offset, blockLength, version) &&
            !memberEvents.onEvent(group, templateId, buffer, offset, blockLength, version) &&
            !contractEvents.onEvent(group, templateId, buffer, offset, blockLength, version))
        {
            throw new IllegalStateException("event of an unknown kind, is this client too old? templateId=" +
                templateId + " version=" + version + " cursor=" + group.cursor());
        }
    }
}
