// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.members;

import com.fasterxml.jackson.core.type.TypeReference;
import io.bourse.deploy.console.ConsoleJson;
import io.bourse.deploy.console.stream.EventViews;
import io.bourse.deploy.console.stream.ListPage;
import io.bourse.deploy.console.stream.Merge;
import io.bourse.deploy.console.stream.MessageJson;
import io.bourse.deploy.console.stream.PartitionPart;
import io.bourse.deploy.console.stream.Query;
import io.bourse.marketdata.statistics.IndexReport;
import io.bourse.marketdata.statistics.ObligationCounters;
import io.bourse.marketdata.statistics.ObligationReport;
import io.javalin.http.Context;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Members, obligations of market makers and price indices over the API.
 */
public final class MembersPart implements PartitionPart
{
    private static final TypeReference<LinkedHashMap<String, Object>> ROW = new TypeReference<>()
    {
    };
    private static final String SESSION = "session";
    private static final String CURRENT = "current";
    private static final String PREVIOUS = "previous";

    private final EventViews views;
    private final MembersView members;
    private final ObligationCounters obligations;
    private final IndexHistory indices;

    /**
     * Answers from views.
     *
     * @param views that keep them.
     * @param members what members have done.
     * @param obligations how they are kept.
     * @param indices values of the session.
     */
    public MembersPart(
        final EventViews views,
        final MembersView members,
        final ObligationCounters obligations,
        final IndexHistory indices)
    {
        this.views = views;
        this.members = members;
        this.obligations = obligations;
        this.indices = indices;
    }

    @Override
    public void addAnswers(final Answers answers)
    {
        answers.add("/api/v1/members", Merge.ROWS, "firm", request -> views.current(() -> members(request)));
        answers.add("/api/v1/obligations", Merge.ROWS, null, request -> views.current(() -> ListPage.answer(
            (isPrevious(request) ? obligations.previousReports() : obligations.reports()).stream()
                .map(MembersPart::row).toList(), null)));
        answers.add("/api/v1/public/indices", Merge.ROWS, null, request -> views.read(this::indices));
    }

    private static boolean isPrevious(final Context request)
    {
        final String session = request.queryParam(SESSION);
        if (null != session && !CURRENT.equals(session) && !PREVIOUS.equals(session))
        {
            throw Query.wrong(SESSION, session, "must be current or previous");
        }
        return PREVIOUS.equals(session);
    }

    private Map<String, Object> members(final Context request)
    {
        final MembersView.Session session = isPrevious(request) ? members.before() : members.session();
        final Map<String, Object> answer = ListPage.of(request, session.rows(), Function.identity());
        answer.put("sessionId", session.sessionId());
        answer.put("tradingDate", session.tradingDate());
        MessageJson.putTime(answer, "asOf", session.engineTimeNs());
        return answer;
    }

    private static Map<String, Object> row(final ObligationReport report)
    {
        final Map<String, Object> row = ConsoleJson.MAPPER.convertValue(report, ROW);
        row.put("averageSpread", text(report.averageSpread()));
        putTime(row, "asOf", report.asOfNs());
        return row;
    }

    private static void putTime(final Map<String, Object> row, final String name, final long timeNs)
    {
        row.remove(name + "Ns");
        MessageJson.putTime(row, name, timeNs);
    }

    private static String text(final BigDecimal number)
    {
        return null == number ? null : number.toPlainString();
    }

    private Map<String, Object> indices()
    {
        final List<Map<String, Object>> items = new ArrayList<>();
        for (int i = 0; i < indices.size(); i++)
        {
            final IndexReport report = IndexReport.of(indices.index(i));
            final Map<String, Object> row = ConsoleJson.MAPPER.convertValue(report, ROW);
            row.replaceAll((name, value) -> value instanceof final BigDecimal number ? text(number) : value);
            putTime(row, "valueTime", report.valueTimeNs());
            row.put("points", indices.points(i));
            items.add(row);
        }
        return ListPage.answer(items, null);
    }
}
