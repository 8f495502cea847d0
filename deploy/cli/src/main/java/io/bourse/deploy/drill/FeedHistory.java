// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MarketLevel;
import io.bourse.marketdata.client.MarketBooks;
import io.bourse.marketdata.client.MarketListener;
import io.bourse.marketdata.client.MarketTrade;
import io.bourse.marketdata.client.MarketTransaction;

import java.util.ArrayList;
import java.util.List;

/**
 * Every transaction that a subscriber of the feeds has received, in order, and where it lost packets and joined again
 * by snapshot: there, and only there, transactions may be missing.
 */
final class FeedHistory implements MarketListener
{
    private final List<List<String>> runs = new ArrayList<>(List.of(new ArrayList<>()));

    @Override
    public synchronized void onTransaction(final MarketTransaction transaction, final MarketBooks books)
    {
        final MarketLine line = new MarketLine();
        for (int i = 0; i < transaction.tradeCount(); i++)
        {
            final MarketTrade trade = transaction.trade(i);
            line.trade(trade.securityId(), trade.tradeId(), trade.priceE5(), trade.qtyLots(), trade.isAggressorBuyer(),
                trade.aggressorOrderId(), trade.restingOrderId());
        }
        for (int i = 0; i < transaction.touchedCount(); i++)
        {
            final MarketBook book = transaction.touched(i);
            line.book(book.securityId(), book.orderCount(), text(book.bestBid()), text(book.bestAsk()));
        }
        if (transaction.isBookCleared())
        {
            line.cleared();
        }
        final String text = line.text();
        if (null != text)
        {
            runs.getLast().add(text);
        }
    }

    @Override
    public synchronized void onJoined(final long msgSeqNum, final MarketBooks books)
    {
        runs.add(new ArrayList<>());
    }

    private static String text(final MarketLevel level)
    {
        return null == level ? MarketLine.none() :
            MarketLine.level(level.priceE5(), level.qtyLots(), level.orderCount());
    }

    /** Transactions received without a hole between them, from one join to the next. */
    synchronized List<List<String>> runs()
    {
        return runs.stream().map(List::copyOf).filter(run -> !run.isEmpty()).toList();
    }

    /**
     * Compares what was received with what the market must have seen.
     *
     * @param expected every transaction, in order.
     * @param runs of {@link #runs}.
     * @return what was compared.
     * @throws DrillException when a run is not a part of what is expected, or comes after a later one.
     */
    static String compare(final List<String> expected, final List<List<String>> runs)
    {
        int next = 0;
        int received = 0;
        for (int i = 0; i < runs.size(); i++)
        {
            final List<String> run = runs.get(i);
            final int begin = find(expected, run, next);
            if (begin < 0)
            {
                throw new DrillException("FEED_DIFFERS run=" + (i + 1) + "/" + runs.size() + " after=" + next + " " +
                    difference(expected, run, next));
            }
            next = begin + run.size();
            received += run.size();
        }
        if (0 == received)
        {
            throw new DrillException("FEED_SILENT: the subscriber has received nothing: expected=" + expected.size());
        }
        return received + " of " + expected.size() + " transactions equal in " + runs.size() + " runs";
    }

    private static int find(final List<String> expected, final List<String> run, final int from)
    {
        for (int i = from; i + run.size() <= expected.size(); i++)
        {
            if (expected.get(i).equals(run.getFirst()) && expected.subList(i, i + run.size()).equals(run))
            {
                return i;
            }
        }
        return -1;
    }

    private static String difference(final List<String> expected, final List<String> run, final int from)
    {
        final int begin = expected.subList(from, expected.size()).indexOf(run.getFirst());
        if (begin < 0)
        {
            return "nothing begins like it: received=" + run.getFirst();
        }
        int i = 0;
        while (i < run.size() && from + begin + i < expected.size() &&
            expected.get(from + begin + i).equals(run.get(i)))
        {
            i++;
        }
        return "transaction=" + (from + begin + i + 1) + " expected=" +
            (from + begin + i < expected.size() ? expected.get(from + begin + i) : "nothing") + " received=" +
            (i < run.size() ? run.get(i) : "nothing");
    }
}
