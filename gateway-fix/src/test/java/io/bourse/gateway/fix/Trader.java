// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.gateway.fix.client.FixCancelReject;
import io.bourse.gateway.fix.client.FixClient;
import io.bourse.gateway.fix.client.FixClientListener;
import io.bourse.gateway.fix.client.FixExecution;
import io.bourse.gateway.fix.client.FixFields;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import quickfix.FieldMap;
import quickfix.Message;
import quickfix.field.BusinessRejectReason;
import quickfix.field.MsgType;
import quickfix.field.RefTagID;
import quickfix.field.SessionRejectReason;
import quickfix.field.TotalAffectedOrders;

/**
 * A FIX client that writes down every answer as one line of text.
 */
final class Trader implements FixClientListener, AutoCloseable
{
    private static final int TIMEOUT_S = 30;
    final String account;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final List<FixExecution> executions = new ArrayList<>();
    private final FixClient client;

    Trader(final int port, final String compId)
    {
        account = "BETA".equals(compId) ? "CF02XYZ" : "CF01ABC";
        client = FixClient.connect("127.0.0.1", port, compId, this);
    }

    FixClient client()
    {
        return client;
    }

    boolean isLoggedOn()
    {
        return client.isLoggedOn();
    }

    /** Every execution so far. */
    List<FixExecution> executions()
    {
        synchronized (executions)
        {
            return List.copyOf(executions);
        }
    }

    void buy(final String clOrdId, final long qtyLots, final long priceE5)
    {
        order(clOrdId, Side.BUY, qtyLots, priceE5, TimeInForce.DAY);
    }

    void sell(final String clOrdId, final long qtyLots, final long priceE5)
    {
        order(clOrdId, Side.SELL, qtyLots, priceE5, TimeInForce.DAY);
    }

    void order(
        final String clOrdId,
        final Side side,
        final long qtyLots,
        final long priceE5,
        final TimeInForce timeInForce)
    {
        client.newOrder(clOrdId, account, Operator.CHEAP, side, qtyLots, priceE5, timeInForce);
    }

    void cancel(final String clOrdId, final String origClOrdId, final Side side)
    {
        client.cancel(clOrdId, origClOrdId, Operator.CHEAP, side);
    }

    void replace(
        final String clOrdId,
        final String origClOrdId,
        final Side side,
        final long totalQtyLots,
        final long priceE5)
    {
        client.replace(clOrdId, origClOrdId, Operator.CHEAP, side, totalQtyLots, priceE5);
    }

    /** The next answers are exactly these, in this order. */
    void expect(final String... expected)
    {
        final List<String> actual = new ArrayList<>();
        for (int i = 0; i < expected.length; i++)
        {
            actual.add(next());
        }
        assertEquals(String.join("\n", expected), String.join("\n", actual));
    }

    String next()
    {
        try
        {
            final String line = lines.poll(TIMEOUT_S, TimeUnit.SECONDS);
            return null == line ? "(nothing came)" : line;
        }
        catch (final InterruptedException e)
        {
            throw new IllegalStateException(e);
        }
    }

    /** Nothing is left: to be asked when a later answer has shown that nothing can be under way. */
    void expectNothingMore()
    {
        assertNull(lines.poll());
    }

    @Override
    public void onExecution(final FixExecution e)
    {
        synchronized (executions)
        {
            executions.add(e);
        }
        final StringBuilder line = new StringBuilder()
            .append(e.execType()).append('/').append(e.ordStatus())
            .append(' ').append(e.clOrdId());
        append(line, "<", e.origClOrdId());
        line.append(" qty=").append(e.orderQty()).append('@').append(FixFields.formatPrice(e.priceE5()));
        if (0 != e.lastQty())
        {
            line.append(" last=").append(e.lastQty()).append('@').append(FixFields.formatPrice(e.lastPxE5()));
        }
        line.append(" leaves=").append(e.leavesQty()).append(" cum=").append(e.cumQty());
        line.append(" avg=").append(e.avgPx());
        if (e.ordRejReason() >= 0)
        {
            line.append(" rej=").append(e.ordRejReason());
        }
        append(line, " ", e.text());
        lines.add(line.toString());
    }

    @Override
    public void onCancelReject(final FixCancelReject r)
    {
        lines.add("reject " + r.clOrdId() + "<" + r.origClOrdId() + " to=" + r.responseTo() +
            " status=" + r.ordStatus() + " id=" + ("NONE".equals(r.orderId()) ? "NONE" : "known") +
            " rej=" + r.reason() + " " + r.text());
    }

    @Override
    public void onReject(final Message reject)
    {
        final boolean isBusiness = MsgType.BUSINESS_MESSAGE_REJECT.equals(type(reject));
        lines.add(isBusiness ?
            "business " + text(reject, BusinessRejectReason.FIELD) :
            "session " + text(reject, SessionRejectReason.FIELD) + " tag=" + text(reject, RefTagID.FIELD));
    }

    @Override
    public void onMessage(final Message message)
    {
        lines.add(type(message) + " 533=" + text(message, TotalAffectedOrders.FIELD));
    }

    /** The next answer ends so. */
    void expectEnding(final String ending)
    {
        final String line = next();
        assertTrue(line.endsWith(ending), () -> "expected ..." + ending + "\n but was " + line);
    }

    private static void append(final StringBuilder line, final String before, final String text)
    {
        if (!text.isEmpty())
        {
            line.append(before).append(text);
        }
    }

    private static String type(final Message message)
    {
        return text(message.getHeader(), MsgType.FIELD);
    }

    private static String text(final FieldMap message, final int tag)
    {
        return message.getOptionalString(tag).orElse("");
    }

    @Override
    public void close()
    {
        client.close();
    }
}
