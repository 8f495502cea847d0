// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.watch;

import static io.bourse.marketdata.client.ReceiverCounter.PACKETS_A;
import static io.bourse.marketdata.client.ReceiverCounter.PACKETS_B;

import io.bourse.deploy.decode.PlainText;
import io.bourse.marketdata.client.InstrumentReceiver;
import io.bourse.marketdata.client.InstrumentReceiverOptions;
import io.bourse.marketdata.client.MarketInstrument;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.client.SimbaReceiverOptionsBuilder;
import org.agrona.CloseHelper;

import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Follows one instrument with the receivers of the library. The symbol is looked up in the definitions that the venue
 * sends; a SecurityID needs none.
 */
public final class SymbolWatch implements AutoCloseable
{
    /** Nothing for so long, not even a heartbeat, means that nothing sends. */
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(65);

    private final String symbol;
    private final InstrumentReceiver instruments;
    private final SimbaReceiver orders;
    private final WatchModel model;
    private final WatchView view;
    private long lastPackets;
    private long lastPacketNs = System.nanoTime();

    /**
     * Joins the feeds.
     *
     * @param symbol or SecurityID.
     * @param depth levels of each side.
     * @param view to show on.
     * @param instrumentsOptions options of the instrument feeds.
     * @param ordersOptions options of the order log; its listener is set here.
     */
    public SymbolWatch(
        final String symbol,
        final int depth,
        final WatchView view,
        final InstrumentReceiverOptions instrumentsOptions,
        final SimbaReceiverOptionsBuilder ordersOptions)
    {
        this.symbol = symbol;
        this.view = view;
        model = new WatchModel(symbol, depth, view);
        instruments = new InstrumentReceiver(instrumentsOptions);
        SimbaReceiver receiver = null;
        try
        {
            receiver = new SimbaReceiver(ordersOptions.listener(model).build());
        }
        finally
        {
            if (null == receiver)
            {
                CloseHelper.quietClose(instruments);
            }
        }
        orders = receiver;
        view.onState(model);
    }

    /**
     * Takes what has come.
     *
     * @return amount of work done.
     * @throws IllegalArgumentException when the venue has no such instrument.
     */
    public int doWork()
    {
        int workCount = instruments.doWork();
        // First the name, then what happens to it.
        if (!model.isDefined())
        {
            lookUp();
        }
        else
        {
            model.definition(instruments.directory().instrument(model.securityId()));
        }
        workCount += orders.doWork();
        final long nowNs = System.nanoTime();
        final long packets = orders.counters().get(PACKETS_A) + orders.counters().get(PACKETS_B);
        if (packets != lastPackets)
        {
            lastPackets = packets;
            lastPacketNs = nowNs;
        }
        model.silent(nowNs - lastPacketNs > SILENCE_NS);
        view.onCycle(model, nowNs);
        return workCount;
    }

    private void lookUp()
    {
        final MarketInstrument bySymbol = instruments.directory().instrument(symbol);
        if (null != bySymbol)
        {
            model.instrument(bySymbol.securityId(), bySymbol, orders.books());
        }
        else if (symbol.matches("[0-9]{1,9}"))
        {
            final int securityId = Integer.parseInt(symbol);
            model.instrument(securityId, instruments.directory().instrument(securityId), orders.books());
        }
        else if (instruments.isComplete())
        {
            throw new IllegalArgumentException("the venue has no such instrument: symbol=" + symbol + " instruments=" +
                instruments.directory().all().stream().map(MarketInstrument::symbol).limit(100).map(PlainText::of)
                    .collect(Collectors.joining(",")));
        }
    }

    /**
     * What is known.
     *
     * @return model.
     */
    public WatchModel model()
    {
        return model;
    }

    @Override
    public void close()
    {
        view.onEnd(model);
        CloseHelper.quietCloseAll(orders, instruments);
    }
}
