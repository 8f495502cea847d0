// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.journal;

import io.bourse.deploy.console.stream.MessageJson;
import io.bourse.deploy.schema.SbePrinter;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import org.agrona.collections.IntArrayList;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Transactions of the event stream and the commands that caused them, read from the files of a venue that may run or
 * not. What one call reads is bounded: its answer says where the next one goes on. Not thread-safe.
 */
final class JournalReader
{
    /** Most events of one transaction in an answer. */
    static final int MAX_EVENTS = 1_000;
    /** Most bytes of the stream that are searched for an answer. */
    static final long SCAN_BYTES = 32L * 1024 * 1024;
    private static final long NO_KEY = -1;
    private static final String TEMPLATE_ID = "templateId";
    private static final String FIELDS = "fields";

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final OrderAcceptedDecoder accepted = new OrderAcceptedDecoder();
    private final OrderReplacedDecoder replaced = new OrderReplacedDecoder();
    private final JournalSchema schema;
    private final FirmEvents firm;
    private final SbePrinter printer;
    private final CommandReader commands;
    private final RecordedStream stream;

    /**
     * What an answer may hold.
     *
     * @param limit most transactions.
     * @param loginId whose, 0 of all.
     * @param orderId of which order, 0 of all.
     * @param isOfTrades whether trades alone are wanted.
     */
    record Query(int limit, int loginId, long orderId, boolean isOfTrades)
    {
    }

    /**
     * Some transactions.
     *
     * @param transactions in their order.
     * @param next cursor where the next answer begins.
     * @param isEnd whether nothing was recorded after it.
     */
    record Page(List<Map<String, Object>> transactions, long next, boolean isEnd)
    {
    }

    /**
     * A reader of what is recorded now.
     *
     * @param dataDir of the venue.
     * @param partition of its engine.
     * @param schema of the engine.
     * @param firm whose events alone are shown; null for all.
     */
    JournalReader(final Path dataDir, final int partition, final JournalSchema schema, final FirmEvents firm)
    {
        this.schema = schema;
        this.firm = firm;
        final Path archiveDir = EngineDirectories.archiveDir(dataDir);
        stream = RecordedStream.find(archiveDir, "event stream", EngineStreams.EVENTS_STREAM_ID);
        commands = new CommandReader(archiveDir, partition, schema.schemas());
        printer = new SbePrinter(schema.schemas());
    }

    /** Whether nothing was ever recorded. */
    boolean isEmpty()
    {
        return null == stream;
    }

    /** First cursor that is kept. */
    long start()
    {
        return stream.startPosition();
    }

    /** A command, see {@link CommandReader#read}; null also of one that the firm may not see. */
    Map<String, Object> command(final long position)
    {
        final Map<String, Object> command = commands.read(position);
        if (null == command || null == firm)
        {
            return command;
        }
        if (!firm.isOwnLogin(TransactionWalk.loginId(
            ((Number)command.get("gatewayId")).intValue(), ((Number)command.get("sessionId")).intValue())))
        {
            return null;
        }
        @SuppressWarnings("unchecked")
        final Map<String, Object> fields = (Map<String, Object>)command.get(FIELDS);
        firm.hideOthers(fields);
        return command;
    }

    /** Whether the reader may see an order, as far as its beginning is kept. */
    boolean mayRead(final long orderId)
    {
        if (null == firm)
        {
            return true;
        }
        try (TransactionWalk walk = walkFromTerm(this::newOrderId, orderId + 1))
        {
            while (walk.next())
            {
                for (int i = 0; i < walk.eventCount(); i++)
                {
                    final long given = givenId(walk, walk.event(i));
                    if (given >= orderId)
                    {
                        return given == orderId && firm.isOwn(walk, walk.event(i));
                    }
                }
            }
            return false;
        }
    }

    /**
     * Transactions after a cursor.
     *
     * @param after cursor; before the start of what is kept it is moved there.
     * @return page; null when no transaction ends at the cursor.
     */
    Page after(final long after, final Query query)
    {
        return page(Math.max(after, start()), SCAN_BYTES, query);
    }

    private Page page(final long from, final long scanBytes, final Query query)
    {
        final List<Map<String, Object>> found = new ArrayList<>();
        boolean isFirst = true;
        try (TransactionWalk walk = new TransactionWalk(stream, from, Long.MAX_VALUE))
        {
            while (found.size() < query.limit() && walk.cursor() - from < scanBytes)
            {
                if (!walk.next())
                {
                    return isFirst && null != walk.reason() ? null : new Page(found, walk.cursor(), true);
                }
                isFirst = false;
                final IntArrayList events = matching(walk, query);
                if (null != events)
                {
                    found.add(transaction(walk, events));
                }
            }
            return new Page(found, walk.cursor(), false);
        }
    }

    /** The last transactions, of those in the last term and the one before it; of shorter terms more are searched. */
    Page latest(final Query query)
    {
        final long lastTerm = lastTerm();
        // The term that is written may have just begun, and one transaction may be longer than two terms.
        for (long terms = 1;; terms *= 2)
        {
            final long from = Math.max(start(), (lastTerm - terms) * stream.termLength());
            final Page page = latest(from, query);
            if (start() == from)
            {
                return null == page ? new Page(List.of(), from, true) : page;
            }
            if (null != page &&
                (page.transactions().size() >= query.limit() || terms * stream.termLength() >= SCAN_BYTES))
            {
                return page;
            }
        }
    }

    /** Null when no whole transaction follows. */
    private Page latest(final long from, final Query query)
    {
        final ArrayDeque<Long> cursors = new ArrayDeque<>();
        boolean isAny = false;
        long end;
        try (TransactionWalk walk = new TransactionWalk(stream, from, Long.MAX_VALUE))
        {
            end = walk.cursor();
            while (walk.next())
            {
                isAny = true;
                if (null != matching(walk, query))
                {
                    cursors.addLast(end);
                }
                if (cursors.size() > query.limit())
                {
                    cursors.removeFirst();
                }
                end = walk.cursor();
            }
        }
        if (cursors.isEmpty())
        {
            return isAny ? new Page(List.of(), end, true) : null;
        }
        final Page page = page(cursors.getFirst(), Long.MAX_VALUE, query);
        return new Page(page.transactions(), Math.max(end, page.next()), true);
    }

    /**
     * The cursor before the first transaction at or after a time.
     *
     * @param epochNs engine time, nanoseconds since 1970.
     */
    long cursorAt(final long epochNs)
    {
        try (TransactionWalk walk = walkFromTerm(TransactionWalk::engineTimeNs, epochNs))
        {
            long from = walk.cursor();
            while (walk.next() && walk.engineTimeNs() < epochNs)
            {
                from = walk.cursor();
            }
            return from;
        }
    }

    /**
     * Follows an order under all ids that it gets.
     *
     * @param orderId that it has, or had.
     * @param after cursor where an answer before has ended; negative to look for its beginning.
     * @param limit most transactions.
     * @return its life; without transactions when there is no such order.
     */
    OrderLife order(final long orderId, final long after, final int limit)
    {
        final OrderScan scan = new OrderScan(this, orderId, after >= 0);
        try (TransactionWalk walk = after < 0 ? walkFromTerm(this::newOrderId, orderId + 1) :
            new TransactionWalk(stream, Math.max(after, start()), Long.MAX_VALUE))
        {
            final long from = walk.cursor();
            boolean isEnd = false;
            while (!isEnd && !scan.isOver() && scan.size() < limit && walk.cursor() - from < SCAN_BYTES)
            {
                isEnd = !walk.next();
                if (!isEnd)
                {
                    scan.onTransaction(walk);
                }
            }
            return scan.life(walk.cursor(), isEnd);
        }
    }

    /** From the last term whose first transaction has a key below a value; from the first one there is otherwise. */
    private TransactionWalk walkFromTerm(final ToLongFunction<TransactionWalk> key, final long value)
    {
        long low = start() / stream.termLength();
        long high = lastTerm();
        while (low < high)
        {
            final long middle = (low + high + 1) >>> 1;
            final long first = firstKey(key, middle);
            if (NO_KEY == first || first >= value)
            {
                high = middle - 1;
            }
            else
            {
                low = middle;
            }
        }
        return new TransactionWalk(stream, Math.max(start(), low * stream.termLength()), Long.MAX_VALUE);
    }

    /** A term begins with a frame. */
    private long firstKey(final ToLongFunction<TransactionWalk> key, final long term)
    {
        try (TransactionWalk walk = new TransactionWalk(
            stream, term * stream.termLength(), (term + 1) * stream.termLength()))
        {
            long first = NO_KEY;
            while (NO_KEY == first && walk.next())
            {
                first = key.applyAsLong(walk);
            }
            return first;
        }
    }

    /** The last term that something was written to: segment files have their full length from the beginning. */
    private long lastTerm()
    {
        final long lastBase = Math.max(start(), stream.lastSegmentBase());
        final long end = (lastBase + stream.segmentLength()) / stream.termLength();
        long term = lastBase / stream.termLength();
        while (term + 1 < end && NO_KEY != firstKey(TransactionWalk::engineTimeNs, term + 1))
        {
            term++;
        }
        return term;
    }

    /** Ids of orders are given in ascending order: the first one that a transaction gives, or {@link #NO_KEY}. */
    private long newOrderId(final TransactionWalk walk)
    {
        for (int i = 0; i < walk.eventCount(); i++)
        {
            final long given = givenId(walk, walk.event(i));
            if (NO_KEY != given)
            {
                return given;
            }
        }
        return NO_KEY;
    }

    /** The id that an event gives to an order, negative when it gives none. */
    long givenId(final TransactionWalk walk, final int offset)
    {
        header.wrap(walk.buffer(), offset);
        return switch (header.templateId())
        {
            case OrderAcceptedDecoder.TEMPLATE_ID ->
                accepted.wrapAndApplyHeader(walk.buffer(), offset, header).orderId();
            case OrderReplacedDecoder.TEMPLATE_ID ->
            {
                replaced.wrapAndApplyHeader(walk.buffer(), offset, header);
                yield replaced.orderId() == replaced.prevOrderId() ? NO_KEY : replaced.orderId();
            }
            default -> NO_KEY;
        };
    }

    /** Whether an event that is shown names an order. */
    boolean isOf(final TransactionWalk walk, final int offset, final long orderId)
    {
        return schema.orderIds().has(walk.buffer(), offset, orderId) && isShown(walk, offset);
    }

    private boolean isShown(final TransactionWalk walk, final int offset)
    {
        return null == firm || firm.isOwn(walk, offset);
    }

    /** Events that an answer shows: all of a command of the login, else those that name it; null when nothing fits. */
    private IntArrayList matching(final TransactionWalk walk, final Query query)
    {
        final boolean isOfLogin = 0 == query.loginId() || query.loginId() == walk.loginId();
        final boolean isWhole = isOfLogin && 0 == query.orderId() && !query.isOfTrades() && null == firm;
        final IntArrayList events = new IntArrayList();
        for (int i = 0; i < walk.eventCount(); i++)
        {
            final int offset = walk.event(i);
            if ((isOfLogin || schema.loginIds().has(walk.buffer(), offset, query.loginId())) &&
                (0 == query.orderId() || isOf(walk, offset, query.orderId())) &&
                (!query.isOfTrades() ||
                    FirmEvents.TRADES.contains(MessageFields.templateId(walk.buffer(), offset))) &&
                isShown(walk, offset))
            {
                events.addInt(offset);
            }
        }
        return events.isEmpty() && !isWhole ? null : events;
    }

    /** A transaction with some of its events; a command of another firm is not shown. */
    Map<String, Object> transaction(final TransactionWalk walk, final IntArrayList events)
    {
        final boolean isOwn = null == firm || firm.isOwnLogin(walk.loginId());
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("cursor", walk.cursor());
        json.put("commandPosition", isOwn ? walk.commandPosition() : null);
        MessageJson.putTime(json, "engineTime", walk.engineTimeNs());
        // Below 0 it is no time: a FIX gateway marks message numbers there.
        MessageJson.putTime(json, "received", isOwn ? Math.max(0, walk.receivedNs()) : 0);
        MessageJson.putTime(json, "published", walk.publishedNs());
        json.put("command", isOwn || 0 == walk.loginId() ?
            schema.names().getOrDefault(walk.commandTemplateId(), "?") : null);
        json.put("loginId", isOwn && 0 != walk.loginId() ? walk.loginId() : null);
        json.put("gatewayId", isOwn ? walk.gatewayId() : null);
        json.put("sequence", isOwn ? walk.sequence() : null);
        json.put("clientRef", isOwn ? walk.clientRef() : null);
        json.put("frameSequence", walk.frameSequence());
        json.put("eventCount", events.size());
        final List<Map<String, Object>> list = new ArrayList<>();
        for (int i = 0; i < Math.min(events.size(), MAX_EVENTS); i++)
        {
            list.add(event(walk, events.getInt(i)));
        }
        json.put("events", list);
        return json;
    }

    private Map<String, Object> event(final TransactionWalk walk, final int offset)
    {
        final Map<String, Object> decoded = printer.message(walk.buffer(), offset, walk.end());
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("event", decoded.get(SbePrinter.MESSAGE));
        final Map<String, Object> fields = MessageJson.fields(decoded);
        // A field of this name has taken the place of the template of the event itself, which is an Integer.
        if (decoded.get(TEMPLATE_ID) instanceof final Long templateId)
        {
            fields.put("command", schema.names().get(templateId.intValue()));
        }
        if (null != firm)
        {
            firm.hideOthers(fields);
        }
        json.put(FIELDS, fields);
        return json;
    }
}
