// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.client.MarketBooks;
import io.bourse.marketdata.client.MarketListener;
import io.bourse.marketdata.client.MarketListenerList;
import io.bourse.marketdata.client.MarketTrade;
import io.bourse.marketdata.client.MarketTransaction;
import io.bourse.marketdata.client.ReceiverCounter;
import io.bourse.marketdata.client.Recovery;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.client.SimbaReceiverOptions;
import io.bourse.marketdata.client.levels.LevelBook;
import io.bourse.marketdata.client.levels.LevelBooks;
import io.bourse.marketdata.client.levels.LevelListener;
import io.bourse.marketdata.net.FeedEndpoints;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * A listener to the SIMBA order log, in one file (the jars of a build have all that it needs):
 * {@code java -cp 'deploy/cli/target/lib/*' MarketDataSample.java INTERFACE INCREMENTAL_A INCREMENTAL_B SNAPSHOT_A
 * SNAPSHOT_B REPLAY SECURITY_ID TRADES}.
 *
 * <p>It joins the feeds, late or not, prints the five best levels of one instrument whenever they change and every
 * trade, says what was lost and how it came back, and ends after so many trades. REPLAY is host:port of the venue's TCP
 * replay, or - for none.
 */
public final class MarketDataSample implements MarketListener, LevelListener
{
    private static final int DEPTH = 5;

    private final int securityId;
    private final int tradesWanted;
    private int trades;

    private MarketDataSample(final int securityId, final int tradesWanted)
    {
        this.securityId = securityId;
        this.tradesWanted = tradesWanted;
    }

    public static void main(final String... args)
    {
        final MarketDataSample sample = new MarketDataSample(Integer.parseInt(args[6]), Integer.parseInt(args[7]));
        final SimbaReceiverOptions options = SimbaReceiverOptions.builder()
            .interfaceName(args[0])
            .endpoints(FeedEndpoints.of(args[1], args[2], args[3], args[4]))
            .replayAddress(address(args[5]))
            // The level books first: they are up to date when the sample hears of the transaction.
            .listener(new MarketListenerList(new LevelBooks(DEPTH, sample), sample))
            .build();
        try (SimbaReceiver receiver = new SimbaReceiver(options))
        {
            // All callbacks come from here. A program with more to do gives the receiver an Agrona AgentRunner.
            final IdleStrategy idle = new BackoffIdleStrategy();
            while (sample.trades < sample.tradesWanted)
            {
                idle.idle(receiver.doWork());
            }
            System.out.println("done gaps=" + receiver.counters().get(ReceiverCounter.GAPS) +
                " faults=" + receiver.counters().get(ReceiverCounter.FAULTS));
        }
    }

    private static InetSocketAddress address(final String text)
    {
        final int colon = text.lastIndexOf(':');
        return colon < 0 ? null :
            new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    @Override
    public void onJoined(final long msgSeqNum, final MarketBooks books)
    {
        // Right from here on. Not every transaction before was reported one by one.
        System.out.println("joined instruments=" + books.all().size());
    }

    @Override
    public void onTransaction(final MarketTransaction transaction, final MarketBooks books)
    {
        for (int i = 0; i < transaction.tradeCount(); i++)
        {
            final MarketTrade trade = transaction.trade(i);
            if (securityId == trade.securityId())
            {
                // Order by order, books.book(securityId) has everything that rests; here the levels do.
                System.out.println("trade " + trade.qtyLots() + " @ " + price(trade.priceE5()));
                trades++;
            }
        }
    }

    @Override
    public void onLevel(
        final LevelBook book,
        final Change change,
        final boolean isBid,
        final int depth,
        final long priceE5,
        final long qtyLots,
        final int orderCount)
    {
        // One call for each level that is another; a program that draws the book waits for onEndOfChanges.
    }

    @Override
    public void onEndOfChanges(final LevelBook book)
    {
        if (securityId == book.securityId())
        {
            System.out.println("book" + side(book, true) + " |" + side(book, false));
        }
    }

    @Override
    public void onGap(final long firstMissing)
    {
        System.out.println("gap from=" + firstMissing);
    }

    @Override
    public void onBookStale(final MarketBook book)
    {
        System.out.println("stale securityId=" + book.securityId());
    }

    @Override
    public void onRecovered(final Recovery recovery)
    {
        System.out.println("recovered cause=" + recovery.cause() + " way=" + recovery.way() + " missing=" +
            recovery.missingPackets() + " afterUs=" + recovery.durationNs() / 1_000);
    }

    private static String side(final LevelBook book, final boolean isBid)
    {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < book.levelCount(isBid); i++)
        {
            text.append(' ').append(book.qtyLots(isBid, i)).append(" @ ").append(price(book.priceE5(isBid, i)));
        }
        return text.toString();
    }

    private static String price(final long priceE5)
    {
        return BigDecimal.valueOf(priceE5, 5).stripTrailingZeros().toPlainString();
    }
}
