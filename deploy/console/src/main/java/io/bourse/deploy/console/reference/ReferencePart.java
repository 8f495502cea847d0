// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.reference;

import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.console.stream.EventViews;
import io.bourse.deploy.console.stream.ListPage;
import io.bourse.deploy.console.stream.Merge;
import io.bourse.deploy.console.stream.PartitionPart;
import io.bourse.deploy.console.stream.Query;
import io.bourse.deploy.operators.words.VenueNames;
import io.javalin.http.Context;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Reference data over the API.
 */
public final class ReferencePart implements PartitionPart
{
    private static final String BASE = "/api/v1/reference/";
    private static final String ID = "id";

    private final EventViews views;
    private final ReferenceView view;
    private final LongFunction<Map<String, Object>> commands;

    /**
     * Answers from a view.
     *
     * @param views that keep it.
     * @param view of reference data.
     * @param commands gives the command that ends at a journal position, or null.
     */
    public ReferencePart(
        final EventViews views, final ReferenceView view, final LongFunction<Map<String, Object>> commands)
    {
        this.views = views;
        this.view = view;
        this.commands = commands;
    }

    /**
     * Names of what commands of operators are about.
     *
     * @param register of the venue's operators.
     * @return of operators alone as long as the events of the venue are being read.
     */
    public VenueNames names(final Operators register)
    {
        return views.status().isCaughtUp() ? views.read(() -> VenueNames.of(texts(view.instruments(), "symbol"),
            texts(view.loginRows(), "name"), register)) : VenueNames.of(null, register);
    }

    private static Map<Integer, String> texts(final Map<Integer, Map<String, Object>> rows, final String field)
    {
        final Map<Integer, String> texts = new HashMap<>();
        rows.forEach((id, row) -> texts.put(id, (String)row.get(field)));
        return texts;
    }

    @Override
    public void addAnswers(final Answers answers)
    {
        list(answers, "clearing-firms", "code", view::clearingFirms, Function.identity());
        list(answers, "firms", "code", view::firms, Function.identity());
        list(answers, "settlement-accounts", "code", view::settlementAccounts, Function.identity());
        list(answers, "instruments", "instrumentId", view::instruments, ReferencePart::key);
        list(answers, "logins", "loginId", view::loginRows, ReferencePart::key);
        list(answers, "limits", "level:registerCode", view::limits, Function.identity());
        list(answers, "trading-days", "market:year", view::tradingDays, Function.identity());
        list(answers, "operators", "operatorId", view::operators, ReferencePart::key);
        answers.add(BASE + "instruments/{id}", Merge.FIRST, null,
            request -> row(request, view::instruments, "instrument"));
        answers.add(BASE + "logins/{id}", Merge.FIRST, null, request -> row(request, view::loginRows, "login"));
        answers.add(BASE + "accounts", Merge.ALIKE, "accountId", request -> views.current(() -> accounts(request)));
        answers.add(BASE + "calendars", Merge.ALIKE, "underlying", this::calendars);
        answers.add(BASE + "policy", Merge.ALIKE, null,
            request -> views.current(() -> ListPage.answer(view.policy(), null)));
        answers.add(BASE + "venue", Merge.FIRST, null, request -> views.current(view::venue));
    }

    private <K> void list(
        final Answers answers,
        final String name,
        final String field,
        final Supplier<NavigableMap<K, Map<String, Object>>> rows,
        final Function<String, K> key)
    {
        answers.add(BASE + name, Merge.ALIKE, field,
            request -> views.current(() -> ListPage.of(request, rows.get(), key)));
    }

    private static Integer key(final String after)
    {
        try
        {
            return Integer.valueOf(after);
        }
        catch (final NumberFormatException ignored)
        {
            throw Query.wrong("after", after, "must be what an answer before gave as next");
        }
    }

    private Map<String, Object> row(
        final Context request, final Supplier<NavigableMap<Integer, Map<String, Object>>> rows, final String what)
    {
        final long id = Query.pathNumber(request, ID);
        final Map<String, Object> row = views.current(() ->
        {
            final Map<String, Object> found = id > Integer.MAX_VALUE ? null : rows.get().get((int)id);
            return null == found ? null : new LinkedHashMap<>(found);
        });
        if (null == row)
        {
            throw Query.unknown(what, ID, request.pathParam(ID), "the venue has no such " + what);
        }
        return row;
    }

    /** Account ids are dense and may be many: only those that are shown are made. */
    private Map<String, Object> accounts(final Context request)
    {
        final int limit = Query.limit(request);
        final String firm = request.queryParam("firm");
        final List<Map<String, Object>> items = new ArrayList<>();
        int next = (int)Math.min(view.accountCount(), Query.number(request, "after", -1) + 1);
        while (next < view.accountCount() && items.size() < limit)
        {
            if (null == firm || view.isOfFirm(next, firm))
            {
                items.add(view.account(next));
            }
            next++;
        }
        return ListPage.answer(items, next < view.accountCount() ? Integer.toString(next - 1) : null);
    }

    private Map<String, Object> calendars(final Context request)
    {
        final Map<String, Object> answer =
            views.current(() -> ListPage.of(request, view.calendars(), Function.identity()));
        for (final Object item : (List<?>)answer.get("items"))
        {
            @SuppressWarnings("unchecked")
            final Map<String, Object> calendar = (Map<String, Object>)item;
            final Map<String, Object> command = commands.apply((long)calendar.get("commandPosition"));
            calendar.put("phases", null == command ? null : phases(command));
        }
        return answer;
    }

    /** A calendar may be set by a signed command. */
    private static Object phases(final Map<String, Object> command)
    {
        final Object fields = command.getOrDefault("signedFields", command.get("fields"));
        return ((Map<?, ?>)fields).get("entries");
    }
}
