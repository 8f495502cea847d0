// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.stream;

import io.javalin.http.Context;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Function;

/**
 * Some rows of a list: {@code {"items", "next"}}, where {@code next} is what the next request gives as {@code after}.
 */
public final class ListPage
{
    private static final String TEXT = "text";

    private ListPage()
    {
    }

    /**
     * The rows after a key; with {@code text} those that have it in one of their texts.
     *
     * @param request with {@code after}, {@code limit} and {@code text}, or without.
     * @param rows by key; looked at by the caller's thread.
     * @param key that {@code after} names.
     * @param <K> type of keys.
     * @return answer with copies of the rows.
     */
    public static <K> Map<String, Object> of(
        final Context request, final NavigableMap<K, Map<String, Object>> rows, final Function<String, K> key)
    {
        final int limit = Query.limit(request);
        final String after = request.queryParam("after");
        final String text = request.queryParam(TEXT);
        final String wanted = null == text ? "" : text.toLowerCase(Locale.ROOT);
        final List<Map<String, Object>> items = new ArrayList<>();
        K last = null;
        boolean isMore = false;
        for (final Map.Entry<K, Map<String, Object>> row :
            (null == after ? rows : rows.tailMap(key.apply(after), false)).entrySet())
        {
            if (wanted.isEmpty() || has(row.getValue(), wanted))
            {
                if (items.size() == limit)
                {
                    isMore = true;
                    break;
                }
                items.add(new LinkedHashMap<>(row.getValue()));
                last = row.getKey();
            }
        }
        return answer(items, isMore ? String.valueOf(last) : null);
    }

    private static boolean has(final Map<String, Object> row, final String wanted)
    {
        return row.values().stream().anyMatch(
            (value) -> value instanceof final String text && text.toLowerCase(Locale.ROOT).contains(wanted));
    }

    /**
     * An answer.
     *
     * @param items rows.
     * @param next what the next request gives as {@code after}; null after the last row.
     * @return answer.
     */
    public static Map<String, Object> answer(final List<?> items, final String next)
    {
        final Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("items", items);
        answer.put("next", next);
        return answer;
    }
}
