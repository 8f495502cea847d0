// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.FixInstrument;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.wire.FixReader;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Decodes MassQuote, QuoteCancel and QuoteRequest. A message with more entries than a command carries becomes several
 * commands, each of them acknowledged.
 */
final class QuoteRequests
{
    private static final char CANCEL_SECURITIES = '1';
    private static final char CANCEL_ALL = '4';
    private static final String TRADEABLE = "1";

    private final OrderComponents parts;

    QuoteRequests(final OrderComponents parts)
    {
        this.parts = parts;
    }

    void onMassQuote(final FixLogin login, final FixReader message, final long receivedNs)
    {
        final OrderRequest first = request(login, message, receivedNs);
        final List<QuoteEntries.Entry> entries = new ArrayList<>();
        String problem = RequestDecoder.isClOrdId(first.clOrdId) ? null : "QuoteID must have 1 to 64 printable " +
            "ASCII characters";
        if (null == problem && null != RequestDecoder.account(message, first, true))
        {
            problem = FixRefusal.BAD_ACCOUNT.text();
        }
        if (null == problem)
        {
            problem = unsupported(message);
        }
        if (null == problem)
        {
            problem = entries(message, entries);
        }
        if (null != problem)
        {
            parts.quotes.refuse(first, FixRefusal.UNSUPPORTED_FIELD, problem);
            parts.tracker.discard(first);
            return;
        }
        submit(first, message, entries, false);
    }

    /** A field that would make another quote of it; null for none. Ignoring one would deceive the client. */
    private static String unsupported(final FixReader message)
    {
        for (int i = 0; i < message.fieldCount(); i++)
        {
            final int tag = message.tag(i);
            if (Tags.VALID_UNTIL_TIME == tag || Tags.QUOTE_SET_VALID_UNTIL_TIME == tag ||
                Tags.QUOTE_TYPE == tag && !message.is(i, TRADEABLE))
            {
                return FixRefusal.UNSUPPORTED_FIELD.text() + ": tag=" + tag;
            }
        }
        return null;
    }

    /** Withdraws by a mass quote without quantities. */
    void onQuoteCancel(final FixLogin login, final FixReader message, final long receivedNs)
    {
        final OrderRequest first = request(login, message, receivedNs);
        final char type = message.character(message.find(Tags.QUOTE_CANCEL_TYPE));
        final List<QuoteEntries.Entry> entries = new ArrayList<>();
        String problem = RequestDecoder.isClOrdId(first.clOrdId) ? null : FixRefusal.BAD_CL_ORD_ID.text();
        if (null == problem && CANCEL_SECURITIES == type)
        {
            problem = securities(message, entries);
        }
        else if (null == problem && CANCEL_ALL == type)
        {
            all(login, entries);
        }
        else if (null == problem)
        {
            problem = "QuoteCancelType must be 1 or 4";
        }
        if (null != problem)
        {
            parts.quotes.refuse(first, FixRefusal.UNSUPPORTED_FIELD, problem);
            parts.tracker.discard(first);
        }
        else if (entries.isEmpty())
        {
            parts.quotes.nothingToCancel(first);
            parts.tracker.discard(first);
        }
        else
        {
            submit(first, message, entries, true);
        }
    }

    void onQuoteRequest(final FixLogin login, final FixReader message, final long receivedNs)
    {
        int at = message.find(Tags.NO_RELATED_SYM) + 1;
        while (at > 0 && at < message.fieldCount())
        {
            int end = nextInstrument(message, at + 1);
            final boolean isLast = FixReader.NONE == end;
            end = isLast ? message.fieldCount() : end;
            one(login, message, at, end, receivedNs);
            at = isLast ? 0 : end;
        }
    }

    private void one(
        final FixLogin login, final FixReader message, final int begin, final int end, final long receivedNs)
    {
        final OrderRequest request = parts.requests.take(OrderRequest.Kind.QUOTE_REQUEST, login, receivedNs);
        request.clOrdId.set(message, message.find(Tags.QUOTE_REQ_ID));
        request.instrument = parts.decoder.instrument(
            message, within(message, Tags.SYMBOL, begin, end), within(message, Tags.SECURITY_ID, begin, end));
        final int side = within(message, Tags.SIDE, begin, end);
        final int qty = within(message, Tags.ORDER_QTY, begin, end);
        request.side = FixReader.NONE == side ? ReportEncoder.SIDE_UNDISCLOSED : message.character(side);
        request.qtyLots = FixReader.NONE == qty ? 0 : message.qtyLots(qty);
        FixRefusal refusal = null;
        if (!RequestDecoder.isClOrdId(request.clOrdId))
        {
            refusal = FixRefusal.BAD_CL_ORD_ID;
        }
        else if (null == request.instrument)
        {
            refusal = FixRefusal.UNKNOWN_SYMBOL;
        }
        else if (request.qtyLots < 0)
        {
            refusal = FixRefusal.BAD_QTY;
        }
        else if (FixReader.NONE != side && '1' != request.side && '2' != request.side)
        {
            refusal = FixRefusal.BAD_SIDE;
        }
        if (null == refusal)
        {
            parts.submissions.take(request, message);
        }
        else
        {
            parts.quotes.refuse(request, refusal);
            parts.tracker.discard(request);
        }
    }

    private OrderRequest request(final FixLogin login, final FixReader message, final long receivedNs)
    {
        final OrderRequest request = parts.requests.take(OrderRequest.Kind.MASS_QUOTE, login, receivedNs);
        request.clOrdId.set(message, message.find(Tags.QUOTE_ID));
        request.origClOrdId.set(message, message.find(Tags.QUOTE_REQ_ID));
        return request;
    }

    private void submit(
        final OrderRequest first,
        final FixReader message,
        final List<QuoteEntries.Entry> entries,
        final boolean isCancel)
    {
        OrderRequest request = first;
        for (int from = 0; from < entries.size(); from += QuoteEntries.MAX_ENTRIES)
        {
            if (null == request)
            {
                request = request(first.login, message, first.receivedNs);
                RequestDecoder.account(message, request, false);
            }
            request.quotes = new QuoteEntries();
            request.quotes.isCancel = isCancel;
            request.quotes.entries.addAll(
                entries.subList(from, Math.min(entries.size(), from + QuoteEntries.MAX_ENTRIES)));
            parts.submissions.take(request, message);
            request = null;
        }
    }

    /** Reads the sets and their entries; a problem, or null. */
    private String entries(final FixReader message, final List<QuoteEntries.Entry> entries)
    {
        String setId = "";
        for (int i = 0; i < message.fieldCount(); i++)
        {
            if (Tags.QUOTE_SET_ID == message.tag(i))
            {
                setId = message.string(i);
            }
            else if (Tags.QUOTE_ENTRY_ID == message.tag(i))
            {
                final String problem = entry(message, i, setId, entries);
                if (null != problem)
                {
                    return problem;
                }
            }
        }
        return entries.isEmpty() ? "there are no quote entries" : null;
    }

    private String entry(
        final FixReader message, final int begin, final String setId, final List<QuoteEntries.Entry> entries)
    {
        int end = begin + 1;
        while (end < message.fieldCount() && Tags.QUOTE_ENTRY_ID != message.tag(end) &&
            Tags.QUOTE_SET_ID != message.tag(end))
        {
            end++;
        }
        final long entryId = message.number(begin);
        final FixInstrument instrument = parts.decoder.instrument(
            message, within(message, Tags.SYMBOL, begin, end), within(message, Tags.SECURITY_ID, begin, end));
        final int bidPx = within(message, Tags.BID_PX, begin, end);
        final int askPx = within(message, Tags.OFFER_PX, begin, end);
        final long bidLots = lots(message, within(message, Tags.BID_SIZE, begin, end), bidPx, Tags.DEF_BID_SIZE);
        final long askLots = lots(message, within(message, Tags.OFFER_SIZE, begin, end), askPx, Tags.DEF_OFFER_SIZE);
        final long bidPriceE5 = message.priceE5(bidPx);
        final long askPriceE5 = message.priceE5(askPx);
        if (entryId < 0 || entryId > Integer.MAX_VALUE)
        {
            return "QuoteEntryID must be a number from 0 to 2147483647: QuoteEntryID=" + message.string(begin);
        }
        if (null == instrument)
        {
            return FixRefusal.UNKNOWN_SYMBOL.text() + ": QuoteEntryID=" + entryId;
        }
        if (bidLots < 0 || askLots < 0)
        {
            return "BidSize and OfferSize must be whole: QuoteEntryID=" + entryId;
        }
        final boolean isBidBroken = bidLots > 0 && FixReader.INVALID_PRICE == bidPriceE5;
        if (isBidBroken || askLots > 0 && FixReader.INVALID_PRICE == askPriceE5)
        {
            return "BidPx and OfferPx must have at most 5 decimals: QuoteEntryID=" + entryId;
        }
        entries.add(new QuoteEntries.Entry(
            setId,
            (int)entryId,
            instrument,
            bidLots > 0 ? bidPriceE5 : 0,
            askLots > 0 ? askPriceE5 : 0,
            bidLots,
            askLots));
        return null;
    }

    /** A side that has a price but no size has the default one of the message, if there is one. */
    private static long lots(final FixReader message, final int size, final int price, final int defaultTag)
    {
        final int index = FixReader.NONE == size && FixReader.NONE != price ? message.find(defaultTag) : size;
        return FixReader.NONE == index ? 0 : message.qtyLots(index);
    }

    private String securities(final FixReader message, final List<QuoteEntries.Entry> entries)
    {
        int at = message.find(Tags.NO_QUOTE_ENTRIES) + 1;
        while (at > 0 && at < message.fieldCount())
        {
            final int next = nextInstrument(message, at + 1);
            final int end = FixReader.NONE == next ? message.fieldCount() : next;
            final FixInstrument instrument = parts.decoder.instrument(
                message, within(message, Tags.SYMBOL, at, end), within(message, Tags.SECURITY_ID, at, end));
            if (null == instrument)
            {
                return FixRefusal.UNKNOWN_SYMBOL.text();
            }
            entries.add(new QuoteEntries.Entry("", entries.size() + 1, instrument, 0, 0, 0, 0));
            at = FixReader.NONE == next ? 0 : next;
        }
        return entries.isEmpty() ? "there are no quote entries" : null;
    }

    /** Every instrument that the login quotes, or asks to quote without an answer yet, in order of their ids. */
    private void all(final FixLogin login, final List<QuoteEntries.Entry> entries)
    {
        final TreeMap<Integer, FixInstrument> quoted = new TreeMap<>();
        for (FixOrder quote = login.quotes.oldest(); null != quote; quote = quote.youngerLive)
        {
            quoted.put(quote.instrument.instrumentId(), quote.instrument);
        }
        for (final OrderRequest request : login.unanswered.values())
        {
            if (OrderRequest.Kind.MASS_QUOTE == request.kind && !request.quotes.isCancel)
            {
                request.quotes.entries.forEach((entry) ->
                    quoted.put(entry.instrument().instrumentId(), entry.instrument()));
            }
        }
        quoted.values().forEach((instrument) ->
            entries.add(new QuoteEntries.Entry("", entries.size() + 1, instrument, 0, 0, 0, 0)));
    }

    /** Every instrument of a group begins with its symbol. */
    private static int nextInstrument(final FixReader message, final int from)
    {
        return message.find(Tags.SYMBOL, from);
    }

    private static int within(final FixReader message, final int tag, final int begin, final int end)
    {
        final int index = message.find(tag, begin);
        return index < end ? index : FixReader.NONE;
    }
}
