// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.recovery;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.offline.VenueState;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.Side;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes the state of a venue for people and for programs.
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
        json.put("orders", state.report().orders().stream().map(Order::new).toList());
        json.put("positions", state.report().positions().stream().map(Position::new).toList());
        out.println(MAPPER.writeValueAsString(json));
    }

    private record Order(
        long orderId, String clOrdId, int instrumentId, Side side, String price, long restLots, String account,
        int loginId, OrderPlace place, long shownLots, long displayOrderId)
    {
        private Order(final StateReport.RestingOrder order)
        {
            this(order.orderId(), Long.toUnsignedString(order.clOrdId()), order.instrumentId(), order.side(),
                Texts.price(order.priceE5()), order.restLots(), AccountCode.unpack(order.accountCode()),
                order.loginId(), order.place(), order.shownLots(), order.displayOrderId());
        }
    }

    private record Position(String account, int instrumentId, long netLots)
    {
        private Position(final StateReport.NetPosition position)
        {
            this(AccountCode.unpack(position.accountCode()), position.instrumentId(), position.netLots());
        }
    }
}
