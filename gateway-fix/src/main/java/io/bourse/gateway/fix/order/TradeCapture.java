// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.gateway.fix.field.FixInstrument;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.order.TradesOfDay.CapturedTrade;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;

/**
 * TradeCaptureReports to who captures the trades of its firms: pushed when a trade is made, one for a trade with the
 * sides of the firms; and those of the day again when asked for.
 */
final class TradeCapture
{
    private static final String REPORT = "AE";
    private static final String REQUEST_ACK = "AQ";
    /** Trades visited in a duty cycle to count those of an answer. */
    private static final int TRADES_LOOKED_AT = 2_048;
    private static final int BUY = 1;
    private static final int SELL = 2;
    private static final int BLOCK_TRADE = 1;
    private static final int RESULT_OK = 0;
    private static final int RESULT_UNKNOWN_INSTRUMENT = 1;
    private static final int RESULT_UNSUPPORTED = 8;
    private static final int RESULT_OTHER = 99;
    private static final int STATUS_ACCEPTED = 0;
    private static final int STATUS_REJECTED = 2;
    private static final char CANCEL = '1';
    private static final char REPLACE = '2';
    private static final String NO_SYMBOL = "[N/A]";

    /**
     * The rest of an answer to one session: trades that the memory had when it was asked, from one number to
     * another. First they are counted, then sent.
     */
    private final class Job extends PacedAnswers.Answer
    {
        final String requestId;
        final char type;
        final String symbol;
        final FixInstrument instrument;
        final long begin;
        final long end;
        boolean isCounted;
        int count;
        long next;
        int sent;

        Job(
            final FixLogin login,
            final FixReader message,
            final FixInstrument instrument,
            final long begin,
            final long end)
        {
            super(login);
            this.requestId = message.string(message.find(Tags.TRADE_REQUEST_ID));
            this.type = message.character(message.find(Tags.TRADE_REQUEST_TYPE));
            this.symbol = FixReader.NONE == message.find(Tags.SYMBOL) ?
                NO_SYMBOL : message.string(message.find(Tags.SYMBOL));
            this.instrument = instrument;
            this.begin = begin;
            this.end = end;
            next = begin;
        }

        @Override
        int goOn()
        {
            return TradeCapture.this.goOn(this);
        }

        @Override
        boolean isDone()
        {
            return isCounted && sent == count;
        }
    }

    /** Trades of the day that are sent again. */
    final PacedAnswers answers;
    private final OrderComponents parts;
    private final TradesOfDay day;

    TradeCapture(final OrderComponents parts)
    {
        this.parts = parts;
        answers = new PacedAnswers(parts.options.nanoClock());
        this.day = new TradesOfDay(parts.options.tradesOfDay());
    }

    void onSessionOpened()
    {
        day.clear();
    }

    void onTrade(final TradeDecoder event)
    {
        if (isCaptured(event.buy(), event.sell()))
        {
            final CapturedTrade trade = day.add();
            trade.tradeId = event.tradeId();
            trade.parentTradeId = 0;
            trade.priceE5 = event.priceE5();
            trade.qtyLots = event.qtyLots();
            trade.instrument = parts.instruments.byId(event.instrumentId());
            trade.isLeg = false;
            trade.isNegotiated = false;
            complete(trade, event.buy(), event.sell());
        }
    }

    void onOffBookTrade(final OffBookTradeDecoder event)
    {
        if (isCaptured(event.buy(), event.sell()))
        {
            final boolean isLeg = OffBookKind.SPREAD_LEG == event.kind();
            final CapturedTrade trade = day.add();
            trade.tradeId = event.tradeId();
            trade.parentTradeId = isLeg ? event.parentTradeId() : 0;
            trade.priceE5 = event.priceE5();
            trade.qtyLots = event.qtyLots();
            trade.instrument = parts.instruments.byId(event.instrumentId());
            trade.isLeg = isLeg;
            trade.isNegotiated = !isLeg;
            complete(trade, event.buy(), event.sell());
        }
    }

    /** What stands in the place of a corrected trade is a trade of its own. */
    void onTradeCorrected(final TradeCorrectedDecoder event)
    {
        final CapturedTrade old = day.find(event.tradeId());
        if (null == old)
        {
            return;
        }
        old.reversalTradeId = event.reversalTradeId();
        if (0 == event.newQtyLots())
        {
            push(old);
            return;
        }
        final long buyOrderId = old.buyOrderId;
        final long sellOrderId = old.sellOrderId;
        final boolean isNegotiated = old.isNegotiated;
        final CapturedTrade trade = day.add();
        trade.tradeId = event.newTradeId();
        trade.parentTradeId = 0;
        trade.priceE5 = event.newPriceE5();
        trade.qtyLots = event.newQtyLots();
        trade.instrument = parts.instruments.byId(event.instrumentId());
        trade.isLeg = false;
        trade.isNegotiated = isNegotiated;
        trade.reversalTradeId = 0;
        trade.replacedTradeId = event.tradeId();
        trade.buyAccount = event.buy().accountCode();
        trade.buyOrderId = buyOrderId;
        trade.sellAccount = event.sell().accountCode();
        trade.sellOrderId = sellOrderId;
        stamp(trade);
        push(trade);
    }

    private boolean isCaptured(final TradeSideDecoder buy, final TradeSideDecoder sell)
    {
        return parts.captures.of(buy.accountCode()).length > 0 || parts.captures.of(sell.accountCode()).length > 0;
    }

    private void complete(final CapturedTrade trade, final TradeSideDecoder buy, final TradeSideDecoder sell)
    {
        stamp(trade);
        trade.reversalTradeId = 0;
        trade.replacedTradeId = 0;
        trade.buyAccount = buy.accountCode();
        trade.buyOrderId = rootOrderId(buy);
        trade.sellAccount = sell.accountCode();
        trade.sellOrderId = rootOrderId(sell);
        push(trade);
    }

    private void stamp(final CapturedTrade trade)
    {
        trade.timeNs = parts.publisher.timeNs();
        trade.tradingDate = parts.publisher.tradingDate();
        trade.sessionId = parts.publisher.sessionId();
    }

    private void push(final CapturedTrade trade)
    {
        if (parts.publisher.isWanted())
        {
            for (final FixLogin login : parts.captures.logins())
            {
                final int sides = sides(login, trade);
                if (0 != sides)
                {
                    report(parts.publisher.writer, trade, sides, false);
                    parts.publisher.add(login.session);
                }
            }
        }
    }

    private long rootOrderId(final TradeSideDecoder side)
    {
        final FixOrder order = parts.tracker.table.byOrderId(side.orderId());
        return null == order ? side.orderId() : order.rootOrderId;
    }

    private int sides(final FixLogin login, final CapturedTrade trade)
    {
        return (parts.captures.isCovered(login, trade.buyAccount) ? BUY : 0) |
            (parts.captures.isCovered(login, trade.sellAccount) ? SELL : 0);
    }

    /** TradeCaptureReportRequest: all trades of the day that the session captures, or those in one instrument. */
    void onRequest(final FixLogin login, final FixReader message)
    {
        final int subscription = message.find(Tags.SUBSCRIPTION_REQUEST_TYPE);
        final char type = message.character(message.find(Tags.TRADE_REQUEST_TYPE));
        final int symbol = message.find(Tags.SYMBOL);
        final int securityId = message.find(Tags.SECURITY_ID);
        final boolean isOfInstrument = FixReader.NONE != securityId ||
            FixReader.NONE != symbol && !message.is(symbol, NO_SYMBOL);
        final FixInstrument instrument = isOfInstrument ?
            parts.decoder.instrument(message, message.is(symbol, NO_SYMBOL) ? FixReader.NONE : symbol, securityId) :
            null;
        if (FixReader.NONE != subscription && '0' != message.character(subscription))
        {
            refuse(login, message, RESULT_UNSUPPORTED, "trades are sent without being asked for");
        }
        else if ('0' != type && '1' != type)
        {
            refuse(login, message, RESULT_UNSUPPORTED, "TradeRequestType must be 0 or 1");
        }
        else if (isOfInstrument && null == instrument)
        {
            refuse(login, message, RESULT_UNKNOWN_INSTRUMENT, FixRefusal.UNKNOWN_SYMBOL.text());
        }
        else if (day.isIncomplete())
        {
            refuse(login, message, RESULT_OTHER, "the day has had more trades than are remembered");
        }
        else if (answers.isAtWork(login))
        {
            refuse(login, message, RESULT_OTHER, "an earlier request is not answered yet");
        }
        else
        {
            answers.begin(new Job(login, message, instrument, day.first(), day.end()));
        }
    }

    /** Counts on; when all are counted, the session gets the number. */
    private void count(final Job job)
    {
        final long end = Math.min(job.end, job.next + TRADES_LOOKED_AT);
        for (; job.next < end; job.next++)
        {
            job.count += isMeant(job.login, job.instrument, day.get(job.next)) ? 1 : 0;
        }
        if (job.next == job.end)
        {
            job.isCounted = true;
            job.next = job.begin;
            acknowledge(job, job.count, RESULT_OK, null);
        }
    }

    private boolean isMeant(final FixLogin login, final FixInstrument instrument, final CapturedTrade trade)
    {
        return (null == instrument || instrument == trade.instrument) && 0 != sides(login, trade);
    }

    private int goOn(final Job job)
    {
        if (day.first() > (job.isCounted ? job.next : job.begin))
        {
            // A new session or too many trades have made the memory forget some that were meant, or may have been.
            acknowledge(job, job.sent, RESULT_OTHER, "trades were dropped before they were sent");
            job.isCounted = true;
            job.count = job.sent;
            return 1;
        }
        if (!job.isCounted)
        {
            count(job);
            return 1;
        }
        int work = 0;
        final long end = Math.min(job.end, job.next + PacedAnswers.MESSAGES_AT_A_TIME);
        while (job.next < end && job.sent < job.count && job.isRead())
        {
            one(job, day.get(job.next++));
            work++;
        }
        return work;
    }

    private void one(final Job job, final CapturedTrade trade)
    {
        if (!isMeant(job.login, job.instrument, trade))
        {
            return;
        }
        job.sent++;
        final FixWriter writer = parts.refusals.writer;
        report(writer, trade, sides(job.login, trade), true);
        writer.text(Tags.TRADE_REQUEST_ID, job.requestId).number(Tags.TOT_NUM_TRADE_REPORTS, job.count);
        writer.flag(Tags.LAST_RPT_REQUESTED, job.sent == job.count);
        parts.refusals.sendAfterReports(job.login.session);
    }

    private void refuse(final FixLogin login, final FixReader message, final int result, final String text)
    {
        acknowledge(new Job(login, message, null, 0, 0), 0, result, text);
    }

    private void acknowledge(final Job job, final int count, final int result, final String text)
    {
        final FixWriter writer = parts.refusals.writer.begin(REQUEST_ACK);
        if (!job.requestId.isEmpty())
        {
            writer.text(Tags.TRADE_REQUEST_ID, job.requestId);
        }
        if (0 != job.type)
        {
            writer.character(Tags.TRADE_REQUEST_TYPE, job.type);
        }
        writer.number(Tags.TOT_NUM_TRADE_REPORTS, count).number(Tags.TRADE_REQUEST_RESULT, result);
        writer.number(Tags.TRADE_REQUEST_STATUS, RESULT_OK == result ? STATUS_ACCEPTED : STATUS_REJECTED);
        writer.text(Tags.SYMBOL, job.symbol);
        if (null != text)
        {
            writer.text(Tags.TEXT, text);
        }
        parts.refusals.sendAfterReports(job.login.session);
    }

    private static void report(
        final FixWriter writer, final CapturedTrade trade, final int sides, final boolean isRepeated)
    {
        final boolean isBroken = 0 != trade.reversalTradeId;
        writer.begin(REPORT).number(Tags.TRADE_REPORT_ID, isBroken ? trade.reversalTradeId : trade.tradeId);
        if (isBroken)
        {
            writer.character(Tags.TRADE_REPORT_TRANS_TYPE, CANCEL).number(Tags.TRADE_REPORT_REF_ID, trade.tradeId);
        }
        else if (0 != trade.replacedTradeId)
        {
            writer.character(Tags.TRADE_REPORT_TRANS_TYPE, REPLACE)
                .number(Tags.TRADE_REPORT_REF_ID, trade.replacedTradeId);
        }
        writer.flag(Tags.PREVIOUSLY_REPORTED, isRepeated);
        writer.number(Tags.SECONDARY_EXEC_ID, trade.tradeId);
        if (trade.isNegotiated)
        {
            writer.number(Tags.TRD_TYPE, BLOCK_TRADE);
        }
        if (trade.isLeg)
        {
            writer.character(Tags.MULTI_LEG_REPORTING_TYPE, '2').number(Tags.TRADE_LEG_REF_ID, trade.parentTradeId);
        }
        else if (null != trade.instrument && trade.instrument.isStrategy())
        {
            writer.character(Tags.MULTI_LEG_REPORTING_TYPE, '3');
        }
        ReportEncoder.instrument(writer, trade.instrument);
        writer.number(Tags.LAST_QTY, trade.qtyLots).price(Tags.LAST_PX, trade.priceE5);
        writer.number(Tags.TRADE_DATE, trade.tradingDate).timestamp(Tags.TRANSACT_TIME, trade.timeNs);
        writer.number(Tags.NO_SIDES, Integer.bitCount(sides));
        if (0 != (sides & BUY))
        {
            side(writer, '1', trade.buyOrderId, trade.buyAccount, trade.sessionId);
        }
        if (0 != (sides & SELL))
        {
            side(writer, '2', trade.sellOrderId, trade.sellAccount, trade.sessionId);
        }
    }

    private static void side(
        final FixWriter writer, final char side, final long orderId, final long account, final int sessionId)
    {
        writer.character(Tags.SIDE, side).number(Tags.ORDER_ID, orderId).packed(Tags.ACCOUNT, account);
        writer.number(Tags.TRADING_SESSION_ID, sessionId);
    }
}
