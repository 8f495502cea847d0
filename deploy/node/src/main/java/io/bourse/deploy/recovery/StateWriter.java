// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.recovery;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.offline.VenueState;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.protocol.AccountCode;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells the state of a venue to people and to programs.
 */
public final class StateWriter
{
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private StateWriter()
    {
    }

    /**
     * Prints it as text.
     *
     * @param state to print.
     * @param limit most orders, and most positions, to print.
     * @param out to print to.
     */
    public static void print(final VenueState state, final int limit, final PrintWriter out)
    {
        final VenueState.Point point = state.point();
        out.println("partition " + state.partition() + ", replayed to journal position " + point.journalPosition() +
            ", cursor " + (VenueState.UNKNOWN == point.cursor() ? "not recorded" : point.cursor()));
        out.println("  commands      " + point.commands() + "  last " + Texts.time(point.stampedNs()));
        out.println("  event frames  " + point.frameSequence() + "  not recorded " + point.framesNotRecorded() +
            "  rolling hash " + Texts.hash(point.rollingHash()));
        out.println("  state hash    " + Texts.hash(state.report().stateHash()));
        out.println("  session       " + state.session().sessionId() + "  date " + state.session().tradingDate() +
            "  " + state.session().status() + (0 == state.session().clearingRunId() ? "" :
            "  last clearing run " + state.session().clearingRunId()));
        out.println("  trades        " + state.report().tradeCount());
        state.quarantined().forEach(quarantine ->
            out.println("quarantined: " + Quarantines.describe(quarantine)));
        out.println("instruments " + state.instruments().size());
        state.instruments().forEach(instrument -> out.println("  " + instrument.instrumentId() + "  " +
            instrument.symbol() + (null == instrument.phase() ? "" : "  " + instrument.phase())));
        out.println("gateways " + state.gateways().size());
        state.gateways().forEach(gateway -> out.println("  " + gateway.gatewayId() +
            "  last started at journal position " + gateway.journalPosition() + "  epoch " + gateway.epoch()));
        out.println("live orders " + state.report().orderCount());
        state.report().orders().stream().limit(limit).forEach(order -> out.println("  " + text(order)));
        more(state.report().orders().size(), limit, out);
        out.println("positions " + state.report().positionCount());
        state.report().positions().stream().limit(limit).forEach(position -> out.println("  " +
            AccountCode.unpack(position.accountCode()) + "  instrument " + position.instrumentId() + "  " +
            position.netLots()));
        more(state.report().positions().size(), limit, out);
        out.flush();
    }

    private static String text(final StateReport.RestingOrder order)
    {
        return order.orderId() + "  instrument " + order.instrumentId() + "  " + order.side() + " " +
            order.restLots() + " @ " + Texts.price(order.priceE5()) + "  " + AccountCode.unpack(order.accountCode()) +
            "  login " + order.loginId() + "  clOrdId " + order.clOrdId() + "  " + order.place();
    }

    private static void more(final int size, final int limit, final PrintWriter out)
    {
        if (size > limit)
        {
            out.println("  and " + (size - limit) + " more: --limit shows them, --json all");
        }
    }

    /**
     * Prints it as JSON, with all orders and positions.
     *
     * @param state to print.
     * @param out to print to.
     * @throws IOException when it cannot be written.
     */
    public static void printJson(final VenueState state, final PrintWriter out) throws IOException
    {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("partition", state.partition());
        json.put("journalPosition", state.point().journalPosition());
        json.put("cursor", VenueState.UNKNOWN == state.point().cursor() ? null : state.point().cursor());
        json.put("commands", state.point().commands());
        json.put("frameSequence", state.point().frameSequence());
        json.put("framesNotRecorded", state.point().framesNotRecorded());
        json.put("stampedNs", state.point().stampedNs());
        json.put("rollingHash", Texts.hash(state.point().rollingHash()));
        json.put("stateHash", Texts.hash(state.report().stateHash()));
        json.put("session", state.session());
        json.put("tradeCount", state.report().tradeCount());
        json.put("quarantined", state.quarantined());
        json.put("instruments", state.instruments());
        json.put("gateways", state.gateways());
        json.put("orders", orders(state.report().orders()));
        json.put("positions", positions(state.report().positions()));
        out.println(MAPPER.writeValueAsString(json));
        out.flush();
    }

    private static List<Map<String, Object>> orders(final List<StateReport.RestingOrder> orders)
    {
        final List<Map<String, Object>> list = new ArrayList<>();
        for (final StateReport.RestingOrder order : orders)
        {
            final Map<String, Object> json = new LinkedHashMap<>();
            json.put("orderId", order.orderId());
            json.put("clOrdId", Long.toUnsignedString(order.clOrdId()));
            json.put("instrumentId", order.instrumentId());
            json.put("side", order.side());
            json.put("price", Texts.price(order.priceE5()));
            json.put("restLots", order.restLots());
            json.put("account", AccountCode.unpack(order.accountCode()));
            json.put("loginId", order.loginId());
            json.put("place", order.place());
            json.put("shownLots", order.shownLots());
            json.put("displayOrderId", order.displayOrderId());
            list.add(json);
        }
        return list;
    }

    private static List<Map<String, Object>> positions(final List<StateReport.NetPosition> positions)
    {
        final List<Map<String, Object>> list = new ArrayList<>();
        for (final StateReport.NetPosition position : positions)
        {
            final Map<String, Object> json = new LinkedHashMap<>();
            json.put("account", AccountCode.unpack(position.accountCode()));
            json.put("instrumentId", position.instrumentId());
            json.put("netLots", position.netLots());
            list.add(json);
        }
        return list;
    }
}
