// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.watch;

import io.bourse.deploy.text.Prices;
import io.bourse.deploy.text.Times;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The book and the trades on a terminal, drawn over themselves at most ten times a second.
 */
public final class ScreenView implements WatchView
{
    private static final long FRAME_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int TRADE_LINES = 10;
    private static final int DATE_LENGTH = "2026-11-22T".length();
    private static final String ESCAPE = "\u001b[";
    private static final String HIDE_CURSOR = ESCAPE + "?25l";
    private static final String SHOW_CURSOR = ESCAPE + "?25h";
    private static final String CLEAR_TO_END = ESCAPE + "J";

    private final PrintWriter out;
    private final StringBuilder frame = new StringBuilder();
    private boolean isChanged = true;
    private long nextFrameNs;
    private boolean isBegun;
    private int lineCount;

    /**
     * Makes a view.
     *
     * @param out terminal that knows the escape sequences of ECMA-48.
     */
    public ScreenView(final PrintWriter out)
    {
        this.out = out;
    }

    @Override
    public void onState(final WatchModel model)
    {
        isChanged = true;
    }

    @Override
    public void onTrade(final WatchModel model, final WatchedTrade trade)
    {
        isChanged = true;
    }

    @Override
    public void onBook(final WatchModel model)
    {
        isChanged = true;
    }

    @Override
    public void onCycle(final WatchModel model, final long nowNs)
    {
        if (isChanged && (!isBegun || nowNs - nextFrameNs >= 0))
        {
            isChanged = false;
            nextFrameNs = nowNs + FRAME_NS;
            draw(model);
        }
    }

    @Override
    public void onEnd(final WatchModel model)
    {
        draw(model);
        out.print(SHOW_CURSOR);
        out.flush();
    }

    private void draw(final WatchModel model)
    {
        frame.setLength(0);
        if (isBegun)
        {
            frame.append(ESCAPE).append(lineCount).append('A').append('\r').append(CLEAR_TO_END);
        }
        else
        {
            frame.append(HIDE_CURSOR);
            isBegun = true;
        }
        lineCount = 0;
        header(model);
        book(model);
        trades(model);
        out.print(frame);
        out.flush();
    }

    private void header(final WatchModel model)
    {
        frame.append(model.title());
        if (0 != model.securityId())
        {
            frame.append("  ").append(model.securityId());
        }
        if (!model.tradingStatus().isEmpty())
        {
            frame.append("  ").append(model.tradingStatus());
        }
        frame.append("  ").append(WatchState.LIVE == model.state() ? model.state().toString() :
            ESCAPE + "7m " + model.state() + " " + ESCAPE + "0m");
        if (0 != model.transactTimeNs())
        {
            frame.append("  ").append(Times.text(model.transactTimeNs()).substring(DATE_LENGTH))
                .append("  packet ").append(model.msgSeqNum());
        }
        model.recoveries().forEach((way, count) -> frame.append("  recovered by ").append(way).append(' ')
            .append(count));
        line();
    }

    private void book(final WatchModel model)
    {
        frame.append(String.format("%8s %12s %16s | %-16s %-12s %-8s", "orders", "lots", "bid", "ask", "lots",
            "orders"));
        line();
        final List<BookLevels.Level> bids = model.levels().side(true);
        final List<BookLevels.Level> asks = model.levels().side(false);
        for (int i = 0; i < model.levels().depth(); i++)
        {
            final BookLevels.Level bid = i < bids.size() ? bids.get(i) : null;
            final BookLevels.Level ask = i < asks.size() ? asks.get(i) : null;
            frame.append(String.format("%8s %12s %16s | %-16s %-12s %-8s",
                null == bid ? "" : bid.orders(),
                null == bid ? "" : bid.lots(),
                null == bid ? "" : Prices.text(bid.priceE5(), model.priceTickE5()),
                null == ask ? "" : Prices.text(ask.priceE5(), model.priceTickE5()),
                null == ask ? "" : ask.lots(),
                null == ask ? "" : ask.orders()));
            line();
        }
    }

    private void trades(final WatchModel model)
    {
        frame.append("trades ").append(model.tradeCount());
        line();
        int shown = 0;
        for (final WatchedTrade trade : model.trades())
        {
            if (shown < TRADE_LINES)
            {
                frame.append(String.format("%s %12d @ %-16s %s", Times.text(trade.timeNs()).substring(DATE_LENGTH),
                    trade.qtyLots(), Prices.text(trade.priceE5(), model.priceTickE5()), trade.kind()));
                line();
                shown++;
            }
        }
    }

    private void line()
    {
        frame.append('\n');
        lineCount++;
    }
}
