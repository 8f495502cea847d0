// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.watch;

import io.bourse.deploy.text.Prices;
import io.bourse.deploy.text.Times;

import java.io.PrintWriter;

/**
 * A line for every change, for files and programs: {@code TIME state}, {@code TIME trade} and {@code TIME book}. Times
 * are those of matching.
 */
public final class LineView implements WatchView
{
    private final PrintWriter out;
    private final StringBuilder line = new StringBuilder();
    private long changeCount;

    /**
     * Makes a view.
     *
     * @param out where to write.
     */
    public LineView(final PrintWriter out)
    {
        this.out = out;
    }

    /**
     * Lines of books and trades so far.
     *
     * @return count.
     */
    public long changeCount()
    {
        return changeCount;
    }

    @Override
    public void onState(final WatchModel model)
    {
        begin(model.transactTimeNs()).append("state ").append(model.title()).append(' ').append(model.state());
        if (0 != model.securityId())
        {
            line.append(" securityId=").append(model.securityId());
        }
        if (!model.tradingStatus().isEmpty())
        {
            line.append(" status=").append(model.tradingStatus());
        }
        end();
    }

    @Override
    public void onTrade(final WatchModel model, final WatchedTrade trade)
    {
        begin(trade.timeNs()).append("trade ").append(model.title())
            .append(' ').append(trade.qtyLots()).append('@')
            .append(Prices.text(trade.priceE5(), model.priceTickE5()))
            .append(' ').append(trade.kind()).append(" tradeId=").append(trade.tradeId());
        changeCount++;
        end();
    }

    @Override
    public void onBook(final WatchModel model)
    {
        begin(model.transactTimeNs()).append("book ").append(model.title()).append(" bid");
        side(model, true);
        line.append(" ask");
        side(model, false);
        changeCount++;
        end();
    }

    private void side(final WatchModel model, final boolean isBid)
    {
        for (final BookLevels.Level level : model.levels().side(isBid))
        {
            line.append(' ').append(level.lots()).append('@')
                .append(Prices.text(level.priceE5(), model.priceTickE5()));
        }
    }

    private StringBuilder begin(final long timeNs)
    {
        line.setLength(0);
        return line.append(0 == timeNs ? "-" : Times.text(timeNs)).append(' ');
    }

    private void end()
    {
        out.println(line);
    }

    @Override
    public void onCycle(final WatchModel model, final long nowNs)
    {
        out.flush();
    }

    @Override
    public void onEnd(final WatchModel model)
    {
        out.flush();
    }
}
