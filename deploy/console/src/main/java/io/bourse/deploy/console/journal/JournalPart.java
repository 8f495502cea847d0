// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.journal;

import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.console.ApiException;
import io.bourse.deploy.console.Caller;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.reference.ReferenceView;
import io.bourse.deploy.console.stream.EventViews;
import io.bourse.deploy.console.stream.Merge;
import io.bourse.deploy.console.stream.PartitionPart;
import io.bourse.deploy.console.stream.Query;
import io.javalin.http.Context;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Commands and events over the API, from the files of the venue.
 */
public final class JournalPart implements PartitionPart
{
    private static final String ID = "id";
    private static final String AFTER = "after";
    private static final String FIRM = "firm";
    private static final String LOGIN = "login";
    private static final String NO_ORDER =
        "no order has this id, or its events were purged; the stream begins at cursor ";
    private static final int NOT_FOUND = 404;

    private final JournalSchema schema = JournalSchema.read();
    private final ConsoleContext context;
    private final EventViews views;
    private final ReferenceView reference;

    /**
     * Answers for a venue, which may run or not.
     *
     * @param context of the console.
     * @param views that keep the view.
     * @param reference has the logins of firms and the symbols of instruments.
     */
    public JournalPart(final ConsoleContext context, final EventViews views, final ReferenceView reference)
    {
        this.context = context;
        this.views = views;
        this.reference = reference;
    }

    @Override
    public void addAnswers(final Answers answers)
    {
        answers.add("/api/v1/journal/events", Merge.STREAMS, null, this::events);
        answers.add("/api/v1/journal/commands/{position}", Merge.FIRST, null, this::command);
        answers.add("/api/v1/orders/{id}", Merge.FIRST, null, this::order);
        answers.add("/api/v1/trades", Merge.STREAMS, null, this::trades);
    }

    /** What one firm may see; null stands for all firms. */
    private FirmEvents eventsOf(final String firm)
    {
        return null == firm ? null : new FirmEvents(schema, firm, views.current(() -> reference.loginsOf(firm)));
    }

    private JournalReader reader(final FirmEvents firm)
    {
        final JournalReader reader = new JournalReader(context.dataDir(), context.config().partition(), schema, firm);
        if (reader.isEmpty())
        {
            throw new ApiException(NOT_FOUND, "no-events", "no venue has recorded events there, start it with " +
                "`bourse start`: dataDir=" + context.dataDir(), Map.of("dataDir", context.dataDir().toString()));
        }
        return reader;
    }

    /**
     * A command of the journal.
     *
     * @param position after it, as its events name it.
     * @return its fields; null when no command ends there, or it was purged.
     */
    public Map<String, Object> command(final long position)
    {
        return reader(null).command(position);
    }

    private Map<String, Object> command(final Context request)
    {
        final long position = Query.pathNumber(request, "position");
        final Map<String, Object> command = reader(eventsOf(Caller.of(request).firm())).command(position);
        if (null == command)
        {
            throw Query.unknown("command", "position", request.pathParam("position"),
                "no command of the journal ends there, or it was purged; take commandPosition of a transaction");
        }
        return command;
    }

    private Map<String, Object> events(final Context request)
    {
        final JournalReader.Query query = new JournalReader.Query(
            Query.limit(request),
            (int)Math.min(Integer.MAX_VALUE, Query.number(request, LOGIN, 0)),
            Query.number(request, "order", 0),
            false);
        final FirmEvents firm = eventsOf(Caller.of(request).firm());
        if (null != firm && 0 != query.loginId() && !firm.isOwnLogin(query.loginId()))
        {
            throw Query.unknown(LOGIN, LOGIN, request.queryParam(LOGIN), "the venue has no login of this number");
        }
        final JournalReader reader = reader(firm);
        if (0 != query.orderId())
        {
            requireReadable(reader, query.orderId());
        }
        final JournalReader.Page page = page(request, reader, query);
        return answer(page, page.transactions(), reader);
    }

    private static JournalReader.Page page(
        final Context request, final JournalReader reader, final JournalReader.Query query)
    {
        final long from = Query.time(request, "from");
        final JournalReader.Page page = null != request.queryParam("last") ? reader.latest(query) :
            reader.after(from < 0 ? Query.number(request, AFTER, 0) : reader.cursorAt(from), query);
        if (null == page)
        {
            throw Query.wrong(AFTER, request.queryParam(AFTER), "must be a cursor that an answer gave, from " +
                reader.start());
        }
        return page;
    }

    private static Map<String, Object> answer(
        final JournalReader.Page page, final List<Map<String, Object>> items, final JournalReader reader)
    {
        final Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("items", items);
        answer.put("next", page.next());
        answer.put("isEnd", page.isEnd());
        answer.put("start", reader.start());
        return answer;
    }

    /** Another firm's order is answered like one that never was. */
    private static void requireReadable(final JournalReader reader, final long orderId)
    {
        if (!reader.mayRead(orderId))
        {
            throw Query.unknown("order", ID, Long.toString(orderId), NO_ORDER + reader.start());
        }
    }

    private Map<String, Object> trades(final Context request)
    {
        final String own = Caller.of(request).firm();
        final String firm = null == request.queryParam(FIRM) ? own : request.queryParam(FIRM);
        if (null == firm)
        {
            throw Query.wrong(FIRM, "", "must be the code of a brokerage firm");
        }
        if (!Caller.of(request).mayRead(firm) || !views.current(() -> reference.isFirm(firm)))
        {
            throw Query.unknown(FIRM, FIRM, firm, "the venue has no brokerage firm of this code");
        }
        final JournalReader reader = reader(eventsOf(firm));
        final JournalReader.Page page =
            page(request, reader, new JournalReader.Query(Query.limit(request), 0, 0, true));
        final List<Map<String, Object>> rows = new ArrayList<>();
        views.read(() ->
        {
            page.transactions().forEach((transaction) -> FirmTrades.add(rows, transaction, reference::symbol));
            return null;
        });
        return answer(page, rows, reader);
    }

    private Map<String, Object> order(final Context request)
    {
        final long orderId = Query.pathNumber(request, ID);
        final JournalReader reader = reader(eventsOf(Caller.of(request).firm()));
        if (Partitions.ofId(orderId) != context.config().partition())
        {
            throw Query.unknown("order", ID, Long.toString(orderId), "the order is of another partition: partition=" +
                Partitions.ofId(orderId));
        }
        requireReadable(reader, orderId);
        final OrderLife life = reader.order(orderId, Query.number(request, AFTER, -1), Query.limit(request));
        if (0 != life.sliceOf())
        {
            throw new ApiException(NOT_FOUND, "unknown-order", "this is the public id of a slice, ask for its order: " +
                "id=" + orderId + " orderId=" + life.sliceOf(),
                Map.of(ID, Long.toString(orderId), "orderId", Long.toString(life.sliceOf())));
        }
        if (OrderLife.State.UNKNOWN == life.state() && life.isComplete())
        {
            throw Query.unknown("order", ID, Long.toString(orderId), NO_ORDER + reader.start());
        }
        final Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("orderId", Long.toString(life.orderIds().getLast()));
        answer.put("orderIds", life.orderIds().stream().map(String::valueOf).toList());
        answer.put("previousOrderId", 0 == life.previousOrderId() ? null : Long.toString(life.previousOrderId()));
        answer.put("state", life.state().name().toLowerCase(Locale.ROOT));
        answer.put("items", life.transactions());
        answer.put("next", life.isComplete() ? null : life.next());
        return answer;
    }
}
