// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.book.BookCursor;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.MarketBook;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes down everything that a receiver reports to its listener.
 */
final class MarketLog implements MarketListener
{
    final List<String> lines = new ArrayList<>();
    final List<Recovery> recoveries = new ArrayList<>();

    @Override
    public void onTransaction(final MarketTransaction transaction, final MarketBooks books)
    {
        final StringBuilder line = new StringBuilder().append(transaction.msgSeqNum()).append(':');
        line.append(transaction.isBookCleared() ? " cleared" : "").append(transaction.isSentAgain() ? " again" : "");
        for (int i = 0; i < transaction.touchedCount(); i++)
        {
            line.append(' ').append(text(transaction.touched(i)));
        }
        lines.add(line.append(transaction.isLastInPacket() ? " last" : "").toString());
    }

    @Override
    public void onJoined(final long msgSeqNum, final MarketBooks books)
    {
        lines.add("joined " + msgSeqNum);
    }

    @Override
    public void onGap(final long firstMissing)
    {
        lines.add("gap " + firstMissing);
    }

    @Override
    public void onBookStale(final MarketBook book)
    {
        lines.add("stale " + book.securityId());
    }

    @Override
    public void onBookRight(final MarketBook book)
    {
        lines.add("right " + book.securityId());
    }

    @Override
    public void onRecovered(final Recovery recovery)
    {
        lines.add("recovered " + recovery.cause() + ' ' + recovery.way() + ' ' + recovery.firstMissing() + '-' +
            recovery.lastMissing() + " missing=" + recovery.missingPackets() + " stale=" +
            recovery.staleInstruments() + (recovery.replayFailure().isEmpty() ? "" : " " + recovery.replayFailure()));
        recoveries.add(recovery);
    }

    /** Instrument and the ids of its orders. */
    static String text(final MarketBook book)
    {
        final StringBuilder text = new StringBuilder().append(book.securityId()).append('[');
        final BookCursor cursor = new BookCursor().wrap(book);
        for (BookOrder order = cursor.next(); null != order; order = cursor.next())
        {
            text.append(text.charAt(text.length() - 1) == '[' ? "" : ",").append(order.orderId());
        }
        return text.append(']').toString();
    }
}
