// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.risk;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.collateral.MarginCall;
import io.bourse.clearing.run.operator.DefaultControl;
import io.bourse.clearing.run.operator.FundsService;
import io.bourse.deploy.console.Caller;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.stream.EventViews;
import io.bourse.deploy.console.stream.ListPage;
import io.bourse.deploy.console.stream.Merge;
import io.bourse.deploy.console.stream.MessageJson;
import io.bourse.deploy.console.stream.PartitionPart;
import io.bourse.deploy.console.stream.Query;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.text.Prices;
import io.bourse.engine.protocol.LimitLevel;
import io.javalin.http.Context;
import org.agrona.collections.Int2ObjectHashMap;

import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;

/**
 * Funds, limits, positions and orders of registers over the API, and calls and defaults of clearing.
 */
public final class RiskPart implements PartitionPart
{
    /** Most orders of one register in an answer. */
    static final int MAX_ORDERS = 1_000;
    private static final BigInteger PERMILLE = BigInteger.valueOf(1_000);
    private static final String CODE = "code";
    private static final String LEVEL = "level";

    private final ConsoleContext context;
    private final EventViews views;
    private final RiskView view;

    /**
     * Answers from a view, and from the files of clearing.
     *
     * @param context of the console.
     * @param views that keep the view.
     * @param view of registers.
     */
    public RiskPart(final ConsoleContext context, final EventViews views, final RiskView view)
    {
        this.context = context;
        this.views = views;
        this.view = view;
    }

    @Override
    public void addAnswers(final Answers answers)
    {
        answers.add("/api/v1/risk/accounts", Merge.ROWS, CODE, request -> views.current(() -> accounts(request)));
        answers.add("/api/v1/risk/accounts/{code}", Merge.FIRST, null,
            request -> views.current(() -> account(request)));
        answers.add("/api/v1/risk/calls", Merge.VENUE, null, request -> calls());
        answers.add("/api/v1/risk/defaults", Merge.VENUE, null, request -> defaults());
    }

    private static LimitLevel level(final Context request)
    {
        final String text = request.queryParam(LEVEL);
        for (final LimitLevel level : LimitLevel.values())
        {
            if (LimitLevel.NULL_VAL != level && level.name().equals(null == text ? LimitLevel.CLIENT.name() : text))
            {
                return level;
            }
        }
        throw Query.wrong(LEVEL, text, "must be CLIENT, BROKERAGE_FIRM, SETTLEMENT_ACCOUNT or LOGIN");
    }

    private Map<String, Object> accounts(final Context request)
    {
        final Caller caller = Caller.of(request);
        final LimitLevel level = level(request);
        final int limit = Query.limit(request);
        final String after = request.queryParam("after");
        final String text = request.queryParam("text");
        final NavigableMap<String, RegisterExposure> registers = view.registers(level);
        final List<Map<String, Object>> items = new ArrayList<>();
        String last = null;
        boolean isMore = false;
        for (final Map.Entry<String, RegisterExposure> entry :
            (null == after ? registers : registers.tailMap(after, false)).entrySet())
        {
            if (caller.mayRead(view.firmOf(level, entry.getKey())) &&
                (null == text || entry.getKey().contains(text.toUpperCase(Locale.ROOT))))
            {
                if (items.size() == limit)
                {
                    isMore = true;
                    break;
                }
                items.add(row(level, entry.getKey(), entry.getValue()));
                last = entry.getKey();
            }
        }
        return ListPage.answer(items, isMore ? last : null);
    }

    private Map<String, Object> row(final LimitLevel level, final String code, final RegisterExposure register)
    {
        final Map<String, Object> row = new LinkedHashMap<>();
        row.put(CODE, code);
        row.put(LEVEL, level.name());
        final String firm = LimitLevel.LOGIN == level ? null : view.firmOf(level, code);
        row.put("brokerageFirm", firm);
        row.put("settlementAccount", LimitLevel.SETTLEMENT_ACCOUNT == level ? code :
            null == firm ? null : view.settlementAccount(firm));
        final Long collateral = register.collateralKopecks();
        final BigInteger required = view.requiredKopecks(register);
        row.put("collateralKopecks", collateral);
        row.put("requiredKopecks", required);
        row.put("freeKopecks", null == collateral ? null : BigInteger.valueOf(collateral).subtract(required));
        row.put("usedPermille", null == collateral ? null : permille(required, collateral));
        row.put("activeOrders", register.activeOrders());
        row.put("largestPositionLots", largest(register));
        row.put("limits", view.limits(level, code));
        row.put("firmLimits", view.firmLimits(level, code));
        return row;
    }

    /** Null where something is needed and nothing is there. */
    private static BigInteger permille(final BigInteger required, final long collateral)
    {
        return collateral > 0 ? required.multiply(PERMILLE).divide(BigInteger.valueOf(collateral)) :
            0 == required.signum() ? BigInteger.ZERO : null;
    }

    /** What the limit of positions is compared with: as far from zero as a position may become. */
    private static long largest(final RegisterExposure register)
    {
        long largest = 0;
        for (final RegisterExposure.Exposure exposure : register.exposures().values())
        {
            largest = Math.max(largest, Math.max(exposure.longLots(), exposure.shortLots()));
        }
        return largest;
    }

    private Map<String, Object> account(final Context request)
    {
        final LimitLevel level = level(request);
        final String code = request.pathParam(CODE);
        final RegisterExposure register = view.registers(level).get(code);
        if (null == register || !Caller.of(request).mayRead(view.firmOf(level, code)))
        {
            throw Query.unknown("account", CODE, code, "no register of this level has this code, or it never had " +
                "orders, positions, funds or limits; level=" + level);
        }
        final Map<String, Object> answer = row(level, code, register);
        final List<Map<String, Object>> positions = new ArrayList<>();
        for (final Int2ObjectHashMap<RegisterExposure.Exposure>.EntryIterator at =
            register.exposures().entrySet().iterator(); at.hasNext();)
        {
            at.next();
            positions.add(position(at.getIntKey(), at.getValue()));
        }
        positions.sort(Comparator.comparing((row) -> (Integer)row.get("instrumentId")));
        answer.put("positions", positions);
        answer.put("orders", view.orders(level, code).stream()
            .sorted(Comparator.comparingLong(RiskView.LiveOrder::orderId))
            .limit(MAX_ORDERS).map(this::order).toList());
        return answer;
    }

    private Map<String, Object> position(final int instrumentId, final RegisterExposure.Exposure exposure)
    {
        final Map<String, Object> row = new LinkedHashMap<>();
        row.put("instrumentId", instrumentId);
        row.put("symbol", view.symbol(instrumentId));
        row.put("netLots", exposure.netLots());
        row.put("openBuyLots", exposure.buyLots());
        row.put("openSellLots", exposure.sellLots());
        row.put("requiredKopecks", view.requiredKopecks(instrumentId, exposure));
        return row;
    }

    private Map<String, Object> order(final RiskView.LiveOrder order)
    {
        final Map<String, Object> row = new LinkedHashMap<>();
        row.put("orderId", Long.toString(order.orderId()));
        row.put("account", order.account());
        row.put("loginId", order.loginId());
        row.put("instrumentId", order.instrumentId());
        row.put("symbol", view.symbol(order.instrumentId()));
        row.put("side", order.isBuy() ? "BUY" : "SELL");
        row.put("price", Prices.text(order.priceE5(), 0));
        row.put("restLots", order.restLots());
        return row;
    }

    /** Those of the last published run. */
    private Map<String, Object> calls() throws IOException
    {
        final List<Map<String, Object>> items = new ArrayList<>();
        for (final FundsService.CallStatus status :
            new FundsService(VenueClearing.baseDir(context.venueDir()), System::currentTimeMillis).calls())
        {
            final MarginCall call = status.call();
            final Map<String, Object> row = new LinkedHashMap<>();
            row.put("number", Long.toString(call.number()));
            row.put("runId", call.runId());
            row.put("settlementAccount", call.settlementAccount());
            row.put("kind", call.kind().name());
            row.put("calledKopecks", call.kopecks());
            row.put("coveredKopecks", status.coveredKopecks());
            MessageJson.putTime(row, "raised", call.raisedNs());
            MessageJson.putTime(row, "deadline", call.deadlineNs());
            row.put("state", status.state().name());
            items.add(row);
        }
        return ListPage.answer(items, null);
    }

    private Map<String, Object> defaults() throws IOException
    {
        final List<Map<String, Object>> items = new ArrayList<>();
        final List<DefaultControl.Status> all;
        try
        {
            all = new DefaultControl(VenueClearing.offline(context.venueDir())).all();
        }
        catch (final PreconditionException ex)
        {
            throw Query.conflict("no-keys", ex.getMessage());
        }
        for (final DefaultControl.Status status : all)
        {
            final Map<String, Object> row = new LinkedHashMap<>();
            row.put("defaultId", status.declaration().defaultId());
            row.put("settlementAccount", status.declaration().settlementAccount());
            row.put("reason", status.declaration().reason());
            row.put("requester", status.declaration().requester());
            row.put("isApproved", status.isApproved());
            row.put("blockedFirms", null == status.blocked() ? List.of() : status.blocked().firms());
            row.put("plans", status.plans().size());
            row.put("approved", status.approved());
            row.put("done", status.done());
            row.put("withdrawn", status.withdrawn());
            row.put("waiting", status.waiting());
            items.add(row);
        }
        return ListPage.answer(items, null);
    }
}
