// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.stream;

import com.fasterxml.jackson.core.type.TypeReference;
import io.bourse.deploy.console.ApiException;
import io.bourse.deploy.console.ConsoleJson;
import io.bourse.deploy.console.ConsolePart;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Answers for all partitions: each is asked, and what they say is put together. {@code partition=N} asks one of them.
 * Of a venue of one partition it is what that one says.
 */
public final class PartitionAnswers implements ConsolePart
{
    /** Name of the parameter, and of the field of a row. */
    public static final String PARTITION = "partition";
    private static final TypeReference<LinkedHashMap<String, Object>> ROW = new TypeReference<>()
    {
    };
    private static final String ITEMS = "items";
    private static final String NEXT = "next";
    private static final String TIME = "time";
    private static final String START = "start";
    private static final String IS_END = "isEnd";
    private static final int FAILED = 500;

    private final Map<String, Path> paths = new LinkedHashMap<>();
    private final SortedMap<Integer, EventViews> views = new TreeMap<>();

    /** What all partitions answer under a path. */
    private record Path(Merge merge, String key, SortedMap<Integer, PartitionPart.Answer> answers)
    {
    }

    /**
     * How far the events of all partitions were read.
     *
     * @param cursor of the event stream; null of several.
     * @param isCaughtUp whether all have what had happened when the console began.
     * @param problem why they do not go on; null when they do.
     * @param partitions each; null of one.
     */
    private record Streams(Long cursor, boolean isCaughtUp, String problem, List<Stream> partitions)
    {
    }

    /** One of several. */
    private record Stream(int partition, long cursor, boolean isCaughtUp, String problem)
    {
    }

    /**
     * Adds a partition.
     *
     * @param partition its number.
     * @param followed its events, closed with this.
     * @param parts what it answers.
     */
    public void add(final int partition, final EventViews followed, final List<? extends PartitionPart> parts)
    {
        views.put(partition, followed);
        parts.forEach(part -> part.addAnswers((path, merge, key, answer) ->
            paths.computeIfAbsent(path, name -> new Path(merge, key, new TreeMap<>()))
                .answers.put(partition, answer)));
    }

    /**
     * What follows the events of a partition.
     *
     * @param partition its number.
     * @return views; null of one that was not added.
     */
    public EventViews views(final int partition)
    {
        return views.get(partition);
    }

    @Override
    public void addRoutes(final RoutesConfig routes)
    {
        routes.get("/api/v1/stream", request -> request.json(streams()));
        paths.forEach((name, path) -> routes.get(name, request -> request.json(answer(path, request))));
    }

    private Streams streams()
    {
        final List<Stream> each = new ArrayList<>();
        views.forEach((partition, followed) ->
        {
            final EventViews.Status status = followed.status();
            each.add(new Stream(partition, status.cursor(), status.isCaughtUp(), status.problem()));
        });
        final boolean isOne = 1 == each.size();
        final String problem = each.stream().filter(stream -> null != stream.problem)
            .map(stream -> isOne ? stream.problem : PARTITION + ' ' + stream.partition + ": " + stream.problem)
            .collect(Collectors.joining("; "));
        return new Streams(isOne ? each.getFirst().cursor : null, each.stream().allMatch(Stream::isCaughtUp),
            problem.isEmpty() ? null : problem, isOne ? null : each);
    }

    private Object answer(final Path path, final Context request) throws IOException
    {
        final SortedMap<Integer, PartitionPart.Answer> asked = asked(path.answers, request);
        if (1 == path.answers.size() || Merge.VENUE == path.merge)
        {
            return asked.firstEntry().getValue().of(request);
        }
        return switch (path.merge)
        {
            case FIRST, VENUE -> first(asked, request);
            case STREAMS -> streams(asked, request);
            case NEWEST -> newest(asked, request);
            case ROWS, ALIKE -> rows(path, asked, request);
        };
    }

    /**
     * The partitions that a request is about.
     *
     * @param all of the console, by number.
     * @param request with the number of one, or without.
     * @param <T> what there is of each.
     * @return one or all.
     * @throws ApiException with 400 when there is none of this number.
     */
    public static <T> SortedMap<Integer, T> asked(final SortedMap<Integer, T> all, final Context request)
    {
        final String named = request.queryParam(PARTITION);
        if (null == named)
        {
            return all;
        }
        final long number = Query.number(request, PARTITION, 0);
        if (number > Integer.MAX_VALUE || !all.containsKey((int)number))
        {
            throw Query.wrong(PARTITION, named, "must be one of " + all.keySet());
        }
        return new TreeMap<>(Map.of((int)number, all.get((int)number)));
    }

    /** One that fails to answer counts for more than one that does not have it. */
    private static Map<String, Object> first(
        final SortedMap<Integer, PartitionPart.Answer> asked, final Context request) throws IOException
    {
        ApiException problem = null;
        for (final Map.Entry<Integer, PartitionPart.Answer> each : asked.entrySet())
        {
            try
            {
                return of(each.getKey(), each.getValue().of(request));
            }
            catch (final ApiException ex)
            {
                problem = null == problem || problem.status() < FAILED && ex.status() >= FAILED ? ex : problem;
            }
        }
        throw problem;
    }

    private static Map<String, Object> of(final int partition, final Object answer)
    {
        final Map<String, Object> row = row(answer);
        row.put(PARTITION, partition);
        return row;
    }

    private static Map<String, Object> row(final Object item)
    {
        return item instanceof final Map<?, ?> fields ?
            fields.entrySet().stream().collect(LinkedHashMap::new,
                (row, field) -> row.put((String)field.getKey(), field.getValue()), LinkedHashMap::putAll) :
            ConsoleJson.MAPPER.convertValue(item, ROW);
    }

    /** What partitions have answered; those that cannot are left out, unless none can. */
    private static SortedMap<Integer, Map<String, Object>> each(
        final SortedMap<Integer, PartitionPart.Answer> asked, final Context request, final boolean isOfCursors)
        throws IOException
    {
        final SortedMap<Integer, Map<String, Object>> answers = new TreeMap<>();
        ApiException problem = null;
        for (final Map.Entry<Integer, PartitionPart.Answer> each : asked.entrySet())
        {
            try
            {
                if (isOfCursors)
                {
                    Query.cursorOf(request, each.getKey());
                }
                answers.put(each.getKey(), row(each.getValue().of(request)));
            }
            catch (final ApiException ex)
            {
                problem = null == problem ? ex : problem;
            }
        }
        if (answers.isEmpty())
        {
            throw problem;
        }
        return answers;
    }

    private static List<Map<String, Object>> items(final Map<String, Object> answer)
    {
        return ((List<?>)answer.get(ITEMS)).stream().map(PartitionAnswers::row).toList();
    }

    private static Map<String, Object> streams(
        final SortedMap<Integer, PartitionPart.Answer> asked, final Context request) throws IOException
    {
        final SortedMap<Integer, Map<String, Object>> answers = each(asked, request, true);
        final List<Map<String, Object>> items = new ArrayList<>();
        answers.forEach((partition, answer) -> items(answer).forEach(item -> items.add(of(partition, item))));
        items.sort(Comparator.comparingLong(item ->
            Long.parseLong(item.getOrDefault("engineTimeNs", item.get("timeNs")).toString())));
        final Map<String, Object> answer = new LinkedHashMap<>();
        answer.put(ITEMS, items);
        answer.put(NEXT, vector(answers, NEXT));
        answer.put(IS_END, answers.values().stream().allMatch(each -> Boolean.TRUE.equals(each.get(IS_END))));
        answer.put(START, vector(answers, START));
        return answer;
    }

    private static String vector(final SortedMap<Integer, Map<String, Object>> answers, final String field)
    {
        return answers.entrySet().stream().map(each -> each.getKey() + ":" + each.getValue().get(field))
            .collect(Collectors.joining(","));
    }

    /** All rows of the last key are in one answer, so that the next one begins after it in every partition. */
    private static Map<String, Object> rows(
        final Path path, final SortedMap<Integer, PartitionPart.Answer> asked, final Context request)
        throws IOException
    {
        final SortedMap<Integer, Map<String, Object>> answers = each(asked, request, false);
        final Map<String, Object> answer = new LinkedHashMap<>(answers.firstEntry().getValue());
        final List<Map<String, Object>> rows = new ArrayList<>();
        final Map<Map<String, Object>, Integer> alike = new LinkedHashMap<>();
        answers.values().forEach(each -> items(each).forEach(row -> alike.merge(row, 1, Integer::sum)));
        answers.forEach((partition, each) -> items(each).forEach(row ->
        {
            final Integer count = Merge.ALIKE == path.merge && answers.size() > 1 ? alike.get(row) : Integer.valueOf(0);
            if (null != count && answers.size() == count)
            {
                rows.add(row);
                alike.remove(row);
            }
            else if (null != count)
            {
                rows.add(of(partition, row));
            }
        }));
        String next = null;
        if (null != path.key)
        {
            rows.sort((one, other) -> compare(keys(one, path.key), keys(other, path.key)));
            final int cut = cut(rows, path.key, Query.limit(request));
            final boolean isMore = cut < rows.size() ||
                answers.values().stream().anyMatch(each -> null != each.get(NEXT));
            rows.subList(cut, rows.size()).clear();
            next = isMore && !rows.isEmpty() ? keys(rows.getLast(), path.key).stream().map(String::valueOf)
                .collect(Collectors.joining(":")) : null;
        }
        answer.put(ITEMS, rows);
        answer.put(NEXT, next);
        return answer;
    }

    private static Map<String, Object> newest(
        final SortedMap<Integer, PartitionPart.Answer> asked, final Context request) throws IOException
    {
        final Map<Map<String, Object>, Map<String, Object>> said = new LinkedHashMap<>();
        each(asked, request, false).forEach((partition, answer) ->
        {
            final Map<Object, Integer> times = new HashMap<>();
            items(answer).forEach(item ->
            {
                final Map<String, Object> words = row(item);
                words.remove(TIME);
                // What one partition has said twice is said twice.
                words.put(TIME, times.merge(Map.copyOf(words), 1, Integer::sum));
                if (null != said.putIfAbsent(words, of(partition, item)))
                {
                    said.get(words).remove(PARTITION);
                }
            });
        });
        final List<Map<String, Object>> items = new ArrayList<>(said.values());
        items.sort(Comparator.comparing((Map<String, Object> item) -> (String)item.get(TIME)).reversed());
        return Map.of(ITEMS, items);
    }

    private static int cut(final List<Map<String, Object>> rows, final String key, final int limit)
    {
        int cut = Math.min(limit, rows.size());
        while (cut > 0 && cut < rows.size() && keys(rows.get(cut), key).equals(keys(rows.get(cut - 1), key)))
        {
            cut++;
        }
        return cut;
    }

    private static List<Object> keys(final Map<String, Object> row, final String key)
    {
        return List.of(key.split(":")).stream().map(row::get).toList();
    }

    private static int compare(final List<Object> one, final List<Object> other)
    {
        for (int i = 0; i < one.size(); i++)
        {
            final int difference = one.get(i) instanceof final Number number ?
                Long.compare(number.longValue(), ((Number)other.get(i)).longValue()) :
                one.get(i).toString().compareTo(other.get(i).toString());
            if (0 != difference)
            {
                return difference;
            }
        }
        return 0;
    }

    @Override
    public void close()
    {
        views.values().forEach(EventViews::close);
    }
}
