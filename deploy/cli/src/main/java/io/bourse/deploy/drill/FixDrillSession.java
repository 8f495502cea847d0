// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.gateway.fix.client.FixCancelReject;
import io.bourse.gateway.fix.client.FixClient;
import io.bourse.gateway.fix.client.FixClientListener;
import io.bourse.gateway.fix.client.FixExecution;
import quickfix.Message;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * A FIX login with its message store in files: what either side missed is sent again after the logon. QuickFIX/J's
 * thread writes down what came, because a message counts as received when that thread goes on; the client's own thread
 * acts on it.
 */
final class FixDrillSession extends DrillSession
{
    private static final long TEST_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final String senderCompId;
    private final Map<Integer, String> symbols;
    private final FixClient client;
    private final Queue<Runnable> arrivals = new ConcurrentLinkedQueue<>();
    private boolean wasUp;
    private long testSentNs = System.nanoTime() - TEST_INTERVAL_NS;
    private volatile boolean isTestAnswered;

    FixDrillSession(
        final InetSocketAddress address,
        final Path directory,
        final String senderCompId,
        final List<String> accounts,
        final Map<Integer, String> symbols)
    {
        super(directory, senderCompId, accounts, false);
        this.senderCompId = senderCompId;
        this.symbols = symbols;
        client = FixClient.connect(address.getHostString(), address.getPort(), senderCompId,
            directory.resolve(senderCompId + ".store"), new Listener());
    }

    @Override
    boolean isUp()
    {
        return client.isLoggedOn();
    }

    @Override
    int poll()
    {
        int work = 0;
        for (Runnable arrival = arrivals.poll(); null != arrival; arrival = arrivals.poll())
        {
            work++;
            arrival.run();
        }
        final boolean isUp = isUp();
        if (wasUp && !isUp)
        {
            isTestAnswered = false;
            book.onConnectionLost();
        }
        wasUp = isUp;
        return work;
    }

    /**
     * A client that was killed may have written down an order that the venue asks for only when it is back: the answer
     * to a test request comes after all of those.
     */
    @Override
    boolean isQuiet()
    {
        // Again and again: one that a connection took with it is never answered.
        final long nowNs = System.nanoTime();
        if (super.isQuiet() && !isTestAnswered && nowNs - testSentNs >= TEST_INTERVAL_NS)
        {
            testSentNs = nowNs;
            client.testRequest(quietTest());
        }
        return isTestAnswered && super.isQuiet();
    }

    private String quietTest()
    {
        return senderCompId + "-quiet";
    }

    @Override
    String name(final long number)
    {
        return senderCompId + "-" + number;
    }

    @Override
    void sendNew(final ClientBook.Request request, final boolean isImmediate)
    {
        client.newOrder(request.name(), request.account(), symbols.get(request.instrumentId()), side(request.buy()),
            request.lots(), request.priceE5(), isImmediate ? TimeInForce.IOC : TimeInForce.DAY);
    }

    @Override
    void sendReplace(final ClientBook.Request request, final ClientBook.Order order, final boolean isReduction)
    {
        client.replace(request.name(), order.name, symbols.get(request.instrumentId()), side(request.buy()),
            request.lots(), request.priceE5());
    }

    @Override
    void sendCancel(final ClientBook.Request request, final ClientBook.Order order)
    {
        client.cancel(request.name(), order.name, symbols.get(request.instrumentId()), side(request.buy()));
    }

    private static Side side(final boolean buy)
    {
        return buy ? Side.BUY : Side.SELL;
    }

    /** The report as {@link AnswerText} has it; null for a refusal. */
    static String text(final FixExecution report)
    {
        final long orderId = report.engineOrderId().isEmpty() ? 0 : Long.parseLong(report.engineOrderId());
        return switch (report.execType())
        {
            case '0' -> AnswerText.accepted(report.clOrdId(), orderId, report.priceE5(), report.orderQty());
            case '5' -> AnswerText.replaced(report.clOrdId(), orderId, report.priceE5(), report.leavesQty());
            case 'F' -> AnswerText.executed(
                Long.parseLong(report.tradeId()), orderId, report.lastPxE5(), report.lastQty(), report.leavesQty());
            case '4', 'C' -> AnswerText.cancelled(report.clOrdId(), orderId, report.orderQty() - report.cumQty());
            case '8' -> null;
            default -> throw new DrillException("unexpected report: " + report);
        };
    }

    static String refusal(final FixExecution report)
    {
        return "FIX " + report.ordRejReason() + " " + report.text();
    }

    static String refusal(final FixCancelReject reject)
    {
        return "FIX cancel " + reject.text();
    }

    static String refusal(final Message reject)
    {
        return "message refused: " + reject.toRawString().replace('\u0001', '|').replace('\n', ' ');
    }

    @Override
    public void close()
    {
        client.close();
        journal.close();
    }

    /** Runs on QuickFIX/J's thread. */
    private final class Listener implements FixClientListener
    {
        @Override
        public void onExecution(final FixExecution report)
        {
            final String text = text(report);
            if (null == text)
            {
                onRefused(report.clOrdId(), refusal(report));
            }
            else if (writeAnswer(report.execId(), text, report.isPossDup()))
            {
                arrivals.add(() -> act(text));
            }
        }

        @Override
        public void onCancelReject(final FixCancelReject reject)
        {
            onRefused(reject.clOrdId(), refusal(reject));
        }

        private void onRefused(final String name, final String code)
        {
            journal.write(ClientJournal.REFUSED, name, code);
            arrivals.add(() -> book.refused(name));
        }

        @Override
        public void onTestAnswered(final String id)
        {
            isTestAnswered |= id.equals(quietTest());
        }

        @Override
        public void onReject(final Message reject)
        {
            journal.write(ClientJournal.WRONG, "0", refusal(reject));
        }
    }
}
