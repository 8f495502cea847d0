// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.QuoteAcknowledgedDecoder;
import io.bourse.engine.protocol.QuoteStatus;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.gateway.fix.field.FixInstrument;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.field.FixText;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.wire.FixWriter;

import java.util.ArrayList;
import java.util.List;

/**
 * Answers mass quotes and requests for quotes: MassQuoteAcknowledgement and QuoteRequestReject.
 */
final class MassQuoteHandler
{
    private static final String ACKNOWLEDGEMENT = "b";
    private static final String REQUEST_REJECT = "AG";
    private static final int ACCEPTED = 0;
    private static final int CANCELED = 1;
    private static final int REJECTED = 5;
    private static final int NOT_FOUND = 9;
    private static final int OTHER = 99;
    private static final int UNKNOWN_SYMBOL = 1;

    /** What the engine says of one entry; the reason is null when it was executed. */
    private record Entry(int entryId, FixInstrument instrument, RejectReason reason)
    {
    }

    private final List<Entry> acknowledged = new ArrayList<>();
    private final FixText quoteId = new FixText();
    private final OrderComponents parts;

    MassQuoteHandler(final OrderComponents parts)
    {
        this.parts = parts;
    }

    void acknowledged(final EventGroup group, final QuoteAcknowledgedDecoder event)
    {
        quoteId.set(group.clientRefBuffer(), group.clientRefOffset(), group.clientRefLength());
        acknowledged.add(new Entry(
            event.entryId(),
            parts.instruments.byId(event.instrumentId()),
            QuoteStatus.ACCEPTED == event.status() ? null : event.reason()));
    }

    /**
     * The entries of a mass quote have all been executed; the request is null when it was sent by an earlier process.
     */
    void onGroupEnd(final FixLogin login, final OrderRequest request)
    {
        if (acknowledged.isEmpty())
        {
            return;
        }
        if (parts.publisher.isWanted())
        {
            final QuoteEntries quotes = null == request ? null : request.quotes;
            final FixWriter writer = parts.publisher.writer.begin(ACKNOWLEDGEMENT);
            if (null != request)
            {
                ReportEncoder.text(writer, Tags.QUOTE_REQ_ID, request.origClOrdId);
            }
            ReportEncoder.text(writer, Tags.QUOTE_ID, quoteId);
            final boolean isNone = acknowledged.stream().allMatch((entry) -> null != entry.reason());
            final int status = null != quotes && quotes.isCancel ? CANCELED : ACCEPTED;
            writer.number(Tags.QUOTE_STATUS, isNone ? REJECTED : status);
            refusals(writer, isNone);
            sets(writer, quotes);
            parts.publisher.add(login.session);
        }
        acknowledged.clear();
    }

    private void refusals(final FixWriter writer, final boolean isNone)
    {
        final StringBuilder text = new StringBuilder();
        for (final Entry entry : acknowledged)
        {
            if (null != entry.reason())
            {
                text.append(text.isEmpty() ? "" : ", ").append(entry.entryId()).append('=').append(entry.reason());
            }
        }
        if (isNone)
        {
            writer.number(Tags.QUOTE_REJECT_REASON, EngineReasons.quoteRejectReason(acknowledged.get(0).reason()));
        }
        if (!text.isEmpty())
        {
            writer.text(Tags.TEXT, text);
        }
    }

    /** The entries in the sets in which they came, which are known only in the life that sent them. */
    private void sets(final FixWriter writer, final QuoteEntries quotes)
    {
        final List<String> setIds = new ArrayList<>();
        for (int i = 0; i < acknowledged.size(); i++)
        {
            setIds.add(setId(quotes, i));
        }
        int sets = 0;
        for (int i = 0; i < setIds.size(); i++)
        {
            sets += 0 == i || !setIds.get(i).equals(setIds.get(i - 1)) ? 1 : 0;
        }
        writer.number(Tags.NO_QUOTE_SETS, sets);
        for (int begin = 0; begin < setIds.size();)
        {
            int end = begin + 1;
            while (end < setIds.size() && setIds.get(end).equals(setIds.get(begin)))
            {
                end++;
            }
            writer.text(Tags.QUOTE_SET_ID, setIds.get(begin));
            writer.number(Tags.TOT_NO_QUOTE_ENTRIES, end - begin).number(Tags.NO_QUOTE_ENTRIES, end - begin);
            acknowledged.subList(begin, end).forEach((entry) -> entry(writer, entry));
            begin = end;
        }
    }

    private static String setId(final QuoteEntries quotes, final int index)
    {
        final boolean isKnown = null != quotes && index < quotes.entries.size();
        return isKnown && !quotes.entries.get(index).setId().isEmpty() ?
            quotes.entries.get(index).setId() : ReportEncoder.NONE;
    }

    private static void entry(final FixWriter writer, final Entry entry)
    {
        writer.number(Tags.QUOTE_ENTRY_ID, entry.entryId());
        ReportEncoder.instrument(writer, entry.instrument());
        if (null != entry.reason())
        {
            writer.number(Tags.QUOTE_ENTRY_REJECT_REASON, EngineReasons.quoteRejectReason(entry.reason()));
        }
    }

    /** The engine has refused a whole mass quote. */
    void rejected(final FixLogin login, final FixText name, final OrderRequest request, final RejectReason reason)
    {
        if (parts.publisher.isWanted())
        {
            final FixWriter writer = parts.publisher.writer;
            refused(
                writer,
                null == request ? null : request.origClOrdId,
                name,
                EngineReasons.quoteRejectReason(reason),
                reason.name());
            parts.publisher.add(login.session);
        }
    }

    /** The engine has refused a request for quotes. */
    void requestRejected(
        final FixLogin login, final FixText name, final FixInstrument instrument, final RejectReason reason)
    {
        if (parts.publisher.isWanted())
        {
            requestReject(
                parts.publisher.writer, name, instrument, EngineReasons.quoteRejectReason(reason), reason.name());
            parts.publisher.add(login.session);
        }
    }

    /** The gateway itself refuses a mass quote or a request for quotes. */
    void refuse(final OrderRequest request, final FixRefusal refusal)
    {
        if (OrderRequest.Kind.MASS_QUOTE == request.kind)
        {
            refuse(request, refusal, refusal.text());
            return;
        }
        parts.refusals.count(refusal);
        requestReject(
            parts.refusals.writer,
            request.clOrdId,
            request.instrument,
            FixRefusal.UNKNOWN_SYMBOL == refusal ? UNKNOWN_SYMBOL : OTHER,
            refusal.text());
        parts.refusals.send(request.session());
    }

    void refuse(final OrderRequest request, final FixRefusal refusal, final String text)
    {
        parts.refusals.count(refusal);
        refused(parts.refusals.writer, request.origClOrdId, request.clOrdId, OTHER, text);
        parts.refusals.send(request.session());
    }

    void nothingToCancel(final OrderRequest request)
    {
        final FixWriter writer = parts.refusals.writer.begin(ACKNOWLEDGEMENT);
        ReportEncoder.text(writer, Tags.QUOTE_ID, request.clOrdId);
        writer.number(Tags.QUOTE_STATUS, NOT_FOUND);
        parts.refusals.send(request.session());
    }

    private static void refused(
        final FixWriter writer,
        final FixText quoteReqId,
        final FixText ofQuote,
        final int reason,
        final String text)
    {
        writer.begin(ACKNOWLEDGEMENT);
        if (null != quoteReqId)
        {
            ReportEncoder.text(writer, Tags.QUOTE_REQ_ID, quoteReqId);
        }
        ReportEncoder.text(writer, Tags.QUOTE_ID, ofQuote);
        writer.number(Tags.QUOTE_STATUS, REJECTED).number(Tags.QUOTE_REJECT_REASON, reason).text(Tags.TEXT, text);
    }

    private static void requestReject(
        final FixWriter writer,
        final FixText requestId,
        final FixInstrument instrument,
        final int reason,
        final String text)
    {
        writer.begin(REQUEST_REJECT);
        if (requestId.isEmpty())
        {
            writer.text(Tags.QUOTE_REQ_ID, ReportEncoder.NONE);
        }
        else
        {
            ReportEncoder.text(writer, Tags.QUOTE_REQ_ID, requestId);
        }
        writer.number(Tags.QUOTE_REQUEST_REJECT_REASON, reason).number(Tags.NO_RELATED_SYM, 1);
        ReportEncoder.instrument(writer, instrument);
        writer.text(Tags.TEXT, text);
    }
}
