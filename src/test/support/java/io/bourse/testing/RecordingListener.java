// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.AccountDefinedDecoder;
import io.bourse.engine.protocol.AuditTrailRecordedDecoder;
import io.bourse.engine.protocol.BookClearedDecoder;
import io.bourse.engine.protocol.BookOrderDecoder;
import io.bourse.engine.protocol.BrokerageFirmDefinedDecoder;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingFirmDefinedDecoder;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.NewsPublishedDecoder;
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
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.engine.protocol.TradingDaysSetDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Renders every event as one line of text, so that tests compare whole lists. A line holds what the core decides, and
 * nothing that depends on the clock.
 *
 * <p>{@link #lines()} holds the events alone. {@link #transactions()} holds one line per transaction with its identity:
 * {@code frameSequence cursor commandPosition (gateway/session/sequence) clientRef rollingHash [events]}.
 */
public final class RecordingListener implements EventListener
{
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final List<String> transactions = Collections.synchronizedList(new ArrayList<>());
    private final List<String> current = new ArrayList<>();
    private final Map<String, Count> counts = new HashMap<>();
    private volatile long cursor;
    private volatile long rollingHash;

    /** All events of whole transactions so far. */
    public List<String> lines()
    {
        return copyOf(lines);
    }

    /** All transactions so far. */
    public List<String> transactions()
    {
        return copyOf(transactions);
    }

    /** Cursor behind the last transaction. */
    public long cursor()
    {
        return cursor;
    }

    /** Rolling hash of the last transaction. */
    public long rollingHash()
    {
        return rollingHash;
    }

    /** True when a line begins with the given text. */
    public boolean contains(final String prefix)
    {
        return count(prefix) > 0;
    }

    /** Number of lines that begin with the given text. */
    public long count(final String prefix)
    {
        synchronized (lines)
        {
            // Waits ask after every frame: only what has come since is looked at.
            final Count count = counts.computeIfAbsent(prefix, (text) -> new Count());
            for (; count.seen < lines.size(); count.seen++)
            {
                count.found += lines.get(count.seen).startsWith(prefix) ? 1 : 0;
            }
            return count.found;
        }
    }

    /** Forgets all lines and transactions. */
    public void clear()
    {
        synchronized (lines)
        {
            lines.clear();
            counts.clear();
        }
        transactions.clear();
    }

    @Override
    public void onGroupBegin(final EventGroup group)
    {
        current.clear();
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        lines.addAll(current);
        transactions.add(group.frameSequence() + " " + group.cursor() + " " + group.commandPosition() + " (" +
            group.gatewayId() + "/" + group.sessionId() + "/" + group.sequence() + ") " + group.clientRef() + " " +
            Long.toHexString(group.rollingHash()) + " " + current);
        rollingHash = group.rollingHash();
        cursor = group.cursor();
    }

    @Override
    public void onClearingFirmDefined(final EventGroup group, final ClearingFirmDefinedDecoder event)
    {
        current.add("CLEARING_FIRM_DEFINED" + " code=" + event.code());
    }

    @Override
    public void onBrokerageFirmDefined(final EventGroup group, final BrokerageFirmDefinedDecoder event)
    {
        current.add("BROKERAGE_FIRM_DEFINED" + " code=" + event.code());
    }

    @Override
    public void onAccountDefined(final EventGroup group, final AccountDefinedDecoder event)
    {
        current.add("ACCOUNT_DEFINED" + " account=" + AccountCode.unpack(event.accountCode()) +
            " accountId=" + event.accountId());
    }

    @Override
    public void onLoginDefined(final EventGroup group, final LoginDefinedDecoder event)
    {
        current.add("LOGIN_DEFINED" + " login=" + event.loginId() + " protocol=" + event.protocol() +
            " name=" + event.name() + " brokerageFirm=" + event.brokerageFirm());
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        current.add("INSTRUMENT_DEFINED" + " priceTickE5=" + event.priceTickE5() +
            " tickValueE5=" + event.tickValueE5() + " lowLimitE5=" + event.lowLimitE5() +
            " highLimitE5=" + event.highLimitE5() + " settlementPriceE5=" + event.settlementPriceE5() +
            " instrument=" + event.instrumentId() + " exchangeFeePctE6=" + event.exchangeFeePctE6() +
            " clearingFeePctE6=" + event.clearingFeePctE6() + " maturityDate=" + event.maturityDate() +
            " kind=" + event.kind() + " symbol=" + event.symbol() + " underlying=" + event.underlying() +
            " currency=" + event.currency());
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        current.add("ACCEPTED" + " order=" + event.orderId() + " clOrd=" + Long.toUnsignedString(event.clOrdId()) +
            " expireDateNs=" + event.expireDateNs() + " price=" + event.priceE5() + " qty=" + event.qtyLots() +
            " account=" + AccountCode.unpack(event.accountCode()) + " accountId=" + event.accountId() +
            " instrument=" + event.instrumentId() + " login=" + event.loginId() + " linkId=" + event.linkId() +
            " side=" + event.side() + " timeInForce=" + event.timeInForce() +
            " complianceId=" + character(event.complianceId()) + " clientFlags=" + event.clientFlags());
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        current.add("REPLACED" + " order=" + event.orderId() + " prevOrderId=" + event.prevOrderId() +
            " clOrd=" + Long.toUnsignedString(event.clOrdId()) +
            " prevClOrdId=" + Long.toUnsignedString(event.prevClOrdId()) + " price=" + event.priceE5() +
            " prevPriceE5=" + event.prevPriceE5() + " qty=" + event.qtyLots() +
            " prevQtyLots=" + event.prevQtyLots() + " account=" + AccountCode.unpack(event.accountCode()) +
            " accountId=" + event.accountId() + " instrument=" + event.instrumentId() + " login=" + event.loginId() +
            " linkId=" + event.linkId() + " side=" + event.side() + " mode=" + event.mode() +
            " complianceId=" + character(event.complianceId()));
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        current.add("CANCELLED" + " order=" + event.orderId() + " clOrd=" + Long.toUnsignedString(event.clOrdId()) +
            " requestClOrdId=" + optional(event.requestClOrdId(), OrderCancelledDecoder.requestClOrdIdNullValue()) +
            " price=" + event.priceE5() + " qty=" + event.qtyLots() +
            " account=" + AccountCode.unpack(event.accountCode()) + " accountId=" + event.accountId() +
            " instrument=" + event.instrumentId() + " login=" + event.loginId() + " linkId=" + event.linkId() +
            " side=" + event.side() + " reason=" + event.reason());
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        current.add("TRADE" + " tradeId=" + event.tradeId() + " price=" + event.priceE5() +
            " qty=" + event.qtyLots() + " instrument=" + event.instrumentId() + " buy=" + side(event.buy()) +
            " sell=" + side(event.sell()) + " aggressorSide=" + event.aggressorSide());
    }

    @Override
    public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
    {
        current.add("REJECTED" + " clOrd=" + optional(event.clOrdId(), CommandRejectedDecoder.clOrdIdNullValue()) +
            " order=" + optional(event.orderId(), CommandRejectedDecoder.orderIdNullValue()) +
            " account=" + AccountCode.unpack(event.accountCode()) + " instrument=" + event.instrumentId() +
            " reason=" + event.reason());
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        current.add("SESSION_OPENED" + " sessionId=" + event.sessionId() + " tradingDate=" + event.tradingDate());
    }

    @Override
    public void onSessionDateMoved(final EventGroup group, final SessionDateMovedDecoder event)
    {
        current.add("SESSION_DATE_MOVED" + " sessionId=" + event.sessionId() + " tradingDate=" + event.tradingDate() +
            " previousDate=" + event.previousDate());
    }

    @Override
    public void onAuditTrailRecorded(final EventGroup group, final AuditTrailRecordedDecoder event)
    {
        final byte[] sha256 = new byte[AuditTrailRecordedDecoder.sha256Length()];
        event.getSha256(sha256, 0, sha256.length);
        current.add("AUDIT_TRAIL_RECORDED" + " runId=" + event.runId() + " tradingDate=" + event.tradingDate() +
            " lines=" + event.lines() + " sha256=" + HexFormat.of().formatHex(sha256));
    }

    @Override
    public void onOrderEntryStopped(final EventGroup group, final OrderEntryStoppedDecoder event)
    {
        current.add("ORDER_ENTRY_STOPPED");
    }

    @Override
    public void onTimeConfirmed(final EventGroup group, final TimeConfirmedDecoder event)
    {
        current.add("TIME_CONFIRMED");
    }

    @Override
    public void onTradingDaysSet(final EventGroup group, final TradingDaysSetDecoder event)
    {
        current.add("TRADING_DAYS_SET" + " market=" + event.market() + " year=" + event.year() + " weekdays=" +
            event.weekdays());
    }

    @Override
    public void onTradingSuspended(final EventGroup group, final TradingSuspendedDecoder event)
    {
        current.add("TRADING_SUSPENDED" + " runId=" + event.runId() + " sessionId=" + event.sessionId() +
            " kind=" + event.kind());
    }

    @Override
    public void onBookCleared(final EventGroup group, final BookClearedDecoder event)
    {
        current.add("BOOK_CLEARED" + " sessionId=" + event.sessionId());
    }

    @Override
    public void onSettlementPublished(final EventGroup group, final SettlementPublishedDecoder event)
    {
        current.add("SETTLEMENT_PUBLISHED" + " runId=" + event.runId() +
            " settlementPriceE5=" + event.settlementPriceE5() + " tickValueE5=" + event.tickValueE5() +
            " lowLimitE5=" + event.lowLimitE5() + " highLimitE5=" + event.highLimitE5() +
            " instrument=" + event.instrumentId() + " kind=" + event.kind());
    }

    @Override
    public void onClearingCompleted(final EventGroup group, final ClearingCompletedDecoder event)
    {
        current.add("CLEARING_COMPLETED" + " runId=" + event.runId() + " sessionId=" + event.sessionId() +
            " kind=" + event.kind());
    }

    @Override
    public void onTradingResumed(final EventGroup group, final TradingResumedDecoder event)
    {
        current.add("TRADING_RESUMED" + " runId=" + event.runId() + " sessionId=" + event.sessionId());
    }

    @Override
    public void onBookOrder(final EventGroup group, final BookOrderDecoder event)
    {
        current.add("BOOK_ORDER" + " order=" + event.orderId() + " clOrd=" + Long.toUnsignedString(event.clOrdId()) +
            " price=" + event.priceE5() + " restLots=" + event.restLots() +
            " account=" + AccountCode.unpack(event.accountCode()) + " instrument=" + event.instrumentId() +
            " login=" + event.loginId() + " side=" + event.side());
    }

    @Override
    public void onPosition(final EventGroup group, final PositionDecoder event)
    {
        current.add("POSITION" + " netLots=" + event.netLots() +
            " account=" + AccountCode.unpack(event.accountCode()) + " accountId=" + event.accountId() +
            " instrument=" + event.instrumentId());
    }

    @Override
    public void onStateReported(final EventGroup group, final StateReportedDecoder event)
    {
        current.add("STATE_REPORTED" + " requestId=" + event.requestId() + " orderCount=" + event.orderCount() +
            " positionCount=" + event.positionCount() + " tradeCount=" + event.tradeCount() +
            " stateHash=" + event.stateHash());
    }

    @Override
    public void onGatewayConnected(final EventGroup group, final GatewayConnectedDecoder event)
    {
        current.add("GATEWAY_CONNECTED" + " epoch=" + event.epoch() + " gatewayId=" + event.gatewayId());
    }

    @Override
    public void onSnapshotDue(final EventGroup group, final SnapshotDueDecoder event)
    {
        current.add("SNAPSHOT_DUE" + " commandPosition=" + event.commandPosition() + " stateHash=" +
            event.stateHash());
    }

    @Override
    public void onNewsPublished(final EventGroup group, final NewsPublishedDecoder event)
    {
        current.add("NEWS_PUBLISHED" + " instrument=" + event.instrumentId() + " loginId=" + event.loginId() +
            " firm=" + event.brokerageFirm() + " headline=" + event.headline() + " text=" + event.text());
    }

    private static String optional(final long value, final long nullValue)
    {
        return nullValue == value ? "-" : Long.toUnsignedString(value);
    }

    private static char character(final byte value)
    {
        return value > ' ' ? (char)value : '-';
    }

    private static String side(final TradeSideDecoder side)
    {
        return "[order=" + side.orderId() + " clOrd=" + Long.toUnsignedString(side.clOrdId()) + " price=" +
            side.orderPriceE5() + " rest=" + side.restLots() + " account=" + AccountCode.unpack(side.accountCode()) +
            " accountId=" + side.accountId() + " login=" + side.loginId() + " linkId=" + side.linkId() + "]";
    }

    private static List<String> copyOf(final List<String> list)
    {
        synchronized (list)
        {
            return List.copyOf(list);
        }
    }

    /** How many of the lines looked at begin with a text. */
    private static final class Count
    {
        private int seen;
        private long found;
    }
}
