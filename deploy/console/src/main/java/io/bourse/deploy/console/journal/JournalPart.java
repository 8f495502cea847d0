// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.journal;

import io.bourse.deploy.console.ApiException;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.stream.Query;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Commands and events over the API, from the files of the venue.
 */
public final class JournalPart implements ConsolePart
{
    private static final String ID = "id";
    private static final String AFTER = "after";
    private static final int NOT_FOUND = 404;

    private final JournalSchema schema = JournalSchema.read();
    private final ConsoleContext context;

    /**
     * Answers for a venue, which may run or not.
     *
     * @param context of the console.
     */
    public JournalPart(final ConsoleContext context)
    {
        this.context = context;
    }

    @Override
    public void addRoutes(final RoutesConfig routes)
    {
        routes.get("/api/v1/journal/events", request -> request.json(events(request)));
        routes.get("/api/v1/journal/commands/{position}", request -> request.json(command(request)));
        routes.get("/api/v1/orders/{id}", request -> request.json(order(request)));
    }

    private JournalReader reader()
    {
        final JournalReader reader = new JournalReader(context.dataDir(), context.config().partition(), schema);
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
        return reader().command(position);
    }

    private Map<String, Object> command(final Context request)
    {
        final long position = Query.pathNumber(request, "position");
        final Map<String, Object> command = command(position);
        if (null == command)
        {
            throw Query.unknown("command", "position", request.pathParam("position"),
                "no command of the journal ends there, or it was purged; take commandPosition of a transaction");
        }
        return command;
    }

    private Map<String, Object> events(final Context request)
    {
        final JournalReader.Query query = new JournalReader.Query(Query.limit(request),
            (int)Math.min(Integer.MAX_VALUE, Query.number(request, "login", 0)), Query.number(request, "order", 0));
        final JournalReader reader = reader();
        final long from = Query.time(request, "from");
        final JournalReader.Page page;
        if (null != request.queryParam("last"))
        {
            page = reader.latest(query);
        }
        else
        {
            page = reader.after(from < 0 ? Query.number(request, AFTER, 0) : reader.cursorAt(from), query);
        }
        if (null == page)
        {
            throw Query.wrong(AFTER, request.queryParam(AFTER), "must be a cursor that an answer gave, from " +
                reader.start());
        }
        final Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("items", page.transactions());
        answer.put("next", page.next());
        answer.put("isEnd", page.isEnd());
        answer.put("start", reader.start());
        return answer;
    }

    private Map<String, Object> order(final Context request)
    {
        final long orderId = Query.pathNumber(request, ID);
        final JournalReader reader = reader();
        final OrderLife life = reader.order(orderId, Query.number(request, AFTER, -1), Query.limit(request));
        if (0 != life.sliceOf())
        {
            throw new ApiException(NOT_FOUND, "unknown-order", "this is the public id of a slice, ask for its order: " +
                "id=" + orderId + " orderId=" + life.sliceOf(),
                Map.of(ID, Long.toString(orderId), "orderId", Long.toString(life.sliceOf())));
        }
        if (OrderLife.State.UNKNOWN == life.state() && life.isComplete())
        {
            throw Query.unknown("order", ID, request.pathParam(ID),
                "no order has this id, or its events were purged; the stream begins at cursor " + reader.start());
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

    /** It has no threads. */
    @Override
    public void close()
    {
    }
}
