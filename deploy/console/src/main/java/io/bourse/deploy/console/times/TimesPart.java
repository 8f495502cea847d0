// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.times;

import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.stream.Query;
import io.bourse.deploy.timestamps.HighPrecisionReports;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Times by product of the trading dates whose high-precision time-stamp file is written, over the API.
 */
public final class TimesPart implements ConsolePart
{
    private static final int TEXTS = 3;
    private static final List<String> NAMES = List.of("product", "kind", "way", "count", "backwards", "averageNs",
        "medianNs", "p90Ns", "p99Ns", "p999Ns");

    private final Path dataDir;

    /**
     * Answers for a venue.
     *
     * @param context of the console.
     */
    public TimesPart(final ConsoleContext context)
    {
        dataDir = context.venueDir();
    }

    @Override
    public void addRoutes(final RoutesConfig routes)
    {
        routes.get("/api/v1/timestamps/products", request -> request.json(products(request)));
    }

    private Map<String, Object> products(final Context request) throws IOException
    {
        final List<Integer> dates = HighPrecisionReports.dates(dataDir).reversed();
        final long asked = Query.number(request, "date", dates.isEmpty() ? 0 : dates.getFirst());
        final Integer date = dates.stream().filter(each -> asked == each).findFirst().orElse(null);
        if (null == date && null != request.queryParam("date"))
        {
            throw Query.unknown("date", "date", Long.toString(asked),
                "the date has no high-precision time-stamp file, `bourse timestamps --hpt` writes it");
        }
        final List<Map<String, Object>> items = new ArrayList<>();
        for (final List<String> row :
            null == date ? List.<List<String>>of() : HighPrecisionReports.times(dataDir, date))
        {
            items.add(item(row));
        }
        final Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("dates", dates);
        answer.put("date", date);
        answer.put("items", items);
        return answer;
    }

    private static Map<String, Object> item(final List<String> row)
    {
        final Map<String, Object> item = new LinkedHashMap<>();
        for (int i = 0; i < NAMES.size(); i++)
        {
            final String field = row.get(i);
            item.put(NAMES.get(i), i < TEXTS ? field : field.isEmpty() ? null : (Object)Long.parseLong(field));
        }
        return item;
    }

    @Override
    public void close()
    {
        // Files are read while a request is answered.
    }
}
