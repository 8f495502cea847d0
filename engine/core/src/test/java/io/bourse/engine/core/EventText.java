// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.AccountDefinedDecoder;
import io.bourse.engine.protocol.AuditTrailRecordedDecoder;
import io.bourse.engine.protocol.BookClearedDecoder;
import io.bourse.engine.protocol.BookOrderDecoder;
import io.bourse.engine.protocol.BrokerageFirmDefinedDecoder;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingFirmDefinedDecoder;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.CommandQuarantinedDecoder;
import io.bourse.engine.protocol.FeatureLevelSetDecoder;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderEntryStoppedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.PositionDecoder;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SettlementPublishedDecoder;
import io.bourse.engine.protocol.SnapshotDueDecoder;
import io.bourse.engine.protocol.StateReportedDecoder;
import io.bourse.engine.protocol.TimeConfirmedDecoder;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradePartyDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;

import org.agrona.DirectBuffer;

/**
 * One line of text per event, so that tests can compare whole lists and people can read the difference.
 */
final class EventText
{
    private static final MessageHeaderDecoder HEADER = new MessageHeaderDecoder();

    private EventText()
    {
    }

    static String of(final DirectBuffer buffer, final int offset)
    {
        HEADER.wrap(buffer, offset);
        final int templateId = HEADER.templateId();
        if (templateId >= SessionOpenedDecoder.TEMPLATE_ID)
        {
            return ofSession(templateId, buffer, offset);
        }
        return templateId >= OrderAcceptedDecoder.TEMPLATE_ID ?
            ofOrder(templateId, buffer, offset) : ofReference(templateId, buffer, offset);
    }

    private static String text(final TradeCorrectedDecoder event)
    {
        final boolean isLeg = TradeCorrectedDecoder.parentTradeIdNullValue() != event.parentTradeId();
        final boolean isBroken = TradeCorrectedDecoder.newTradeIdNullValue() == event.newTradeId();
        return (isBroken ? "broken " : "corrected ") + event.tradeId() + (isLeg ? " of " + event.parentTradeId() : "") +
            " by " + event.reversalTradeId() + (isBroken ? "" : "," + event.newTradeId()) + " instrument=" +
            event.instrumentId() + " " + event.qtyLots() + "@" + event.priceE5() + "->" + event.newQtyLots() + "@" +
            event.newPriceE5() + " buy=" + text(event.buy()) + " sell=" + text(event.sell()) + " " +
            event.aggressorSide() + " " + event.offBookKind() + " " + event.reason();
    }

    private static String text(final TradePartyDecoder party)
    {
        return party.orderId() + "/" + party.clOrdId() + "/" + AccountCode.unpack(party.accountCode()) + "/" +
            party.loginId();
    }

    private static String ofReference(final int templateId, final DirectBuffer buffer, final int offset)
    {
        switch (templateId)
        {
            case ClearingFirmDefinedDecoder.TEMPLATE_ID:
                return "clearingFirm " + new ClearingFirmDefinedDecoder()
                    .wrapAndApplyHeader(buffer, offset, HEADER).code();

            case BrokerageFirmDefinedDecoder.TEMPLATE_ID:
                return "brokerageFirm " + new BrokerageFirmDefinedDecoder()
                    .wrapAndApplyHeader(buffer, offset, HEADER).code();

            case AccountDefinedDecoder.TEMPLATE_ID:
                final AccountDefinedDecoder account = new AccountDefinedDecoder();
                account.wrapAndApplyHeader(buffer, offset, HEADER);
                return "account " + AccountCode.unpack(account.accountCode()) + " id=" + account.accountId();

            case LoginDefinedDecoder.TEMPLATE_ID:
                final LoginDefinedDecoder login = new LoginDefinedDecoder();
                login.wrapAndApplyHeader(buffer, offset, HEADER);
                return "login " + login.loginId() + " " + login.protocol() + " " + login.name() + " " +
                    login.brokerageFirm();

            case InstrumentDefinedDecoder.TEMPLATE_ID:
                final InstrumentDefinedDecoder instrument = new InstrumentDefinedDecoder();
                instrument.wrapAndApplyHeader(buffer, offset, HEADER);
                return "instrument " + instrument.instrumentId() + " " + instrument.symbol() + " " +
                    instrument.kind() + " " + instrument.underlying() + " " + instrument.currency() +
                    " tick=" + instrument.priceTickE5() + " value=" + instrument.tickValueE5() +
                    " limits=" + instrument.lowLimitE5() + ".." + instrument.highLimitE5() +
                    " settlement=" + instrument.settlementPriceE5() +
                    " fees=" + instrument.exchangeFeePctE6() + "/" + instrument.clearingFeePctE6() +
                    " maturity=" + instrument.maturityDate();

            default:
                return VenueEventText.of(templateId, buffer, offset);
        }
    }

    private static String ofOrder(final int templateId, final DirectBuffer buffer, final int offset)
    {
        switch (templateId)
        {
            case OrderAcceptedDecoder.TEMPLATE_ID:
                final OrderAcceptedDecoder accepted = new OrderAcceptedDecoder();
                accepted.wrapAndApplyHeader(buffer, offset, HEADER);
                return "accepted " + accepted.orderId() + " cl=" + accepted.clOrdId() + " " + accepted.side() + " " +
                    accepted.qtyLots() + "@" + accepted.priceE5() + " " + accepted.timeInForce();

            case OrderReplacedDecoder.TEMPLATE_ID:
                final OrderReplacedDecoder replaced = new OrderReplacedDecoder();
                replaced.wrapAndApplyHeader(buffer, offset, HEADER);
                return "replaced " + replaced.prevOrderId() + "->" + replaced.orderId() +
                    " cl=" + replaced.prevClOrdId() + "->" + replaced.clOrdId() + " " + replaced.side() + " " +
                    replaced.prevQtyLots() + "@" + replaced.prevPriceE5() + "->" +
                    replaced.qtyLots() + "@" + replaced.priceE5() + " " + replaced.mode();

            case OrderCancelledDecoder.TEMPLATE_ID:
                final OrderCancelledDecoder cancelled = new OrderCancelledDecoder();
                cancelled.wrapAndApplyHeader(buffer, offset, HEADER);
                return "cancelled " + cancelled.orderId() + " cl=" + cancelled.clOrdId() + " req=" +
                    orNone(cancelled.requestClOrdId(), OrderCancelledDecoder.requestClOrdIdNullValue()) + " " +
                    cancelled.side() + " " + cancelled.qtyLots() + "@" + cancelled.priceE5() + " " +
                    cancelled.reason();

            case TradeDecoder.TEMPLATE_ID:
                final TradeDecoder trade = new TradeDecoder();
                trade.wrapAndApplyHeader(buffer, offset, HEADER);
                return "trade " + trade.tradeId() + " " + trade.qtyLots() + "@" + trade.priceE5() +
                    " buy=" + party(trade.buy()) + " sell=" + party(trade.sell()) + " by " + trade.aggressorSide();

            case CommandRejectedDecoder.TEMPLATE_ID:
                final CommandRejectedDecoder rejected = new CommandRejectedDecoder();
                rejected.wrapAndApplyHeader(buffer, offset, HEADER);
                return "rejected cl=" + orNone(rejected.clOrdId(), CommandRejectedDecoder.clOrdIdNullValue()) +
                    " order=" + orNone(rejected.orderId(), CommandRejectedDecoder.orderIdNullValue()) +
                    " account=" + AccountCode.unpack(rejected.accountCode()) +
                    " instrument=" + rejected.instrumentId() + " " + rejected.reason() +
                    (LimitLevel.NULL_VAL == rejected.limitLevel() ? "" :
                        " " + rejected.limitLevel() + " " + rejected.limitKind());

            default:
                return VenueEventText.of(templateId, buffer, offset);
        }
    }

    private static String ofSession(final int templateId, final DirectBuffer buffer, final int offset)
    {
        switch (templateId)
        {
            case SessionOpenedDecoder.TEMPLATE_ID:
                final SessionOpenedDecoder opened = new SessionOpenedDecoder();
                opened.wrapAndApplyHeader(buffer, offset, HEADER);
                return "opened " + opened.sessionId() + " date=" + opened.tradingDate();

            case SessionDateMovedDecoder.TEMPLATE_ID:
                final SessionDateMovedDecoder moved = new SessionDateMovedDecoder();
                moved.wrapAndApplyHeader(buffer, offset, HEADER);
                return "moved " + moved.sessionId() + " date=" + moved.tradingDate() + " from=" + moved.previousDate();

            case TradingSuspendedDecoder.TEMPLATE_ID:
                final TradingSuspendedDecoder suspended = new TradingSuspendedDecoder();
                suspended.wrapAndApplyHeader(buffer, offset, HEADER);
                return "suspended run=" + suspended.runId() + " session=" + suspended.sessionId() + " " +
                    suspended.kind();

            case BookClearedDecoder.TEMPLATE_ID:
                return "cleared session=" + new BookClearedDecoder()
                    .wrapAndApplyHeader(buffer, offset, HEADER).sessionId();

            case SettlementPublishedDecoder.TEMPLATE_ID:
                final SettlementPublishedDecoder settlement = new SettlementPublishedDecoder();
                settlement.wrapAndApplyHeader(buffer, offset, HEADER);
                return "settlement run=" + settlement.runId() + " " + settlement.kind() + " instrument=" +
                    settlement.instrumentId() + " price=" + settlement.settlementPriceE5() + " value=" +
                    settlement.tickValueE5() + " limits=" + settlement.lowLimitE5() + ".." +
                    settlement.highLimitE5();

            case ClearingCompletedDecoder.TEMPLATE_ID:
                final ClearingCompletedDecoder completed = new ClearingCompletedDecoder();
                completed.wrapAndApplyHeader(buffer, offset, HEADER);
                return "completed run=" + completed.runId() + " session=" + completed.sessionId() + " " +
                    completed.kind();

            case TradingResumedDecoder.TEMPLATE_ID:
                final TradingResumedDecoder resumed = new TradingResumedDecoder();
                resumed.wrapAndApplyHeader(buffer, offset, HEADER);
                return "resumed run=" + resumed.runId() + " session=" + resumed.sessionId();

            default:
                return ofReport(templateId, buffer, offset);
        }
    }

    private static String ofReport(final int templateId, final DirectBuffer buffer, final int offset)
    {
        switch (templateId)
        {
            case BookOrderDecoder.TEMPLATE_ID:
                final BookOrderDecoder order = new BookOrderDecoder();
                order.wrapAndApplyHeader(buffer, offset, HEADER);
                return "order " + order.orderId() + " cl=" + order.clOrdId() + " " + order.side() + " " +
                    order.restLots() + "@" + order.priceE5() + " account=" +
                    AccountCode.unpack(order.accountCode()) + " instrument=" + order.instrumentId() + " login=" +
                    order.loginId();

            case PositionDecoder.TEMPLATE_ID:
                final PositionDecoder position = new PositionDecoder();
                position.wrapAndApplyHeader(buffer, offset, HEADER);
                return "position " + AccountCode.unpack(position.accountCode()) + " id=" + position.accountId() +
                    " instrument=" + position.instrumentId() + " net=" + position.netLots();

            case StateReportedDecoder.TEMPLATE_ID:
                final StateReportedDecoder state = new StateReportedDecoder();
                state.wrapAndApplyHeader(buffer, offset, HEADER);
                return "state request=" + state.requestId() + " orders=" + state.orderCount() + " positions=" +
                    state.positionCount() + " trades=" + state.tradeCount();

            case FeatureLevelSetDecoder.TEMPLATE_ID:
                return "feature level " +
                    new FeatureLevelSetDecoder().wrapAndApplyHeader(buffer, offset, HEADER).level();

            case CommandQuarantinedDecoder.TEMPLATE_ID:
                final CommandQuarantinedDecoder quarantined = new CommandQuarantinedDecoder();
                quarantined.wrapAndApplyHeader(buffer, offset, HEADER);
                return "quarantined position=" + quarantined.commandPosition() + " by=" + quarantined.requester() +
                    "," + quarantined.approver() + " reason=" + quarantined.reason();

            case AuditTrailRecordedDecoder.TEMPLATE_ID:
                final AuditTrailRecordedDecoder trail = new AuditTrailRecordedDecoder();
                trail.wrapAndApplyHeader(buffer, offset, HEADER);
                return "audit trail run=" + trail.runId() + " date=" + trail.tradingDate() + " lines=" +
                    trail.lines() + " sha256=" + trail.sha256(0) + ".." + trail.sha256(31);

            case OrderEntryStoppedDecoder.TEMPLATE_ID:
                final OrderEntryStoppedDecoder stopped = new OrderEntryStoppedDecoder();
                stopped.wrapAndApplyHeader(buffer, offset, HEADER);
                return "order entry stopped wall=" + stopped.wallNs() + " stamp=" + stopped.stampNs();

            case TimeConfirmedDecoder.TEMPLATE_ID:
                return "time confirmed wall=" +
                    new TimeConfirmedDecoder().wrapAndApplyHeader(buffer, offset, HEADER).wallNs();

            case TradeCorrectedDecoder.TEMPLATE_ID:
                return text(new TradeCorrectedDecoder().wrapAndApplyHeader(buffer, offset, HEADER));

            case SnapshotDueDecoder.TEMPLATE_ID:
                final SnapshotDueDecoder due = new SnapshotDueDecoder();
                due.wrapAndApplyHeader(buffer, offset, HEADER);
                return "snapshot due position=" + due.commandPosition() + " hash=" + due.stateHash();

            case GatewayConnectedDecoder.TEMPLATE_ID:
                final GatewayConnectedDecoder connected = new GatewayConnectedDecoder();
                connected.wrapAndApplyHeader(buffer, offset, HEADER);
                return "connected gateway=" + connected.gatewayId() + " epoch=" + connected.epoch();

            default:
                return VenueEventText.of(templateId, buffer, offset);
        }
    }

    private static String party(final TradeSideDecoder side)
    {
        return side.orderId() + "/cl" + side.clOrdId() + "/rest" + side.restLots();
    }

    private static String orNone(final long value, final long nullValue)
    {
        return nullValue == value ? "-" : Long.toString(value);
    }
}
