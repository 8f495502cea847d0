// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;

/**
 * Instruments and order log together, joined in the order of the start of a day (SIMBA B.7 item 5): Instrument
 * Incremental, then a full cycle of Instrument Replay, then ORDERS-LOG. So a listener gets the instruments before
 * their transactions.
 */
public final class MarketReceiver implements Agent, AutoCloseable
{
    private final InstrumentReceiver instruments;
    private final SimbaReceiverOptions ordersOptions;
    private SimbaReceiver orders;

    /**
     * Joins the instrument feeds; the order log follows on the duty cycle.
     *
     * @param instrumentsOptions options of the instrument feeds.
     * @param ordersOptions options of the order log.
     */
    public MarketReceiver(
        final InstrumentReceiverOptions instrumentsOptions, final SimbaReceiverOptions ordersOptions)
    {
        this.ordersOptions = ordersOptions;
        instruments = new InstrumentReceiver(instrumentsOptions);
    }

    @Override
    public int doWork()
    {
        int workCount = instruments.doWork();
        if (null != orders)
        {
            workCount += orders.doWork();
        }
        else if (instruments.isComplete())
        {
            orders = new SimbaReceiver(ordersOptions);
            workCount++;
        }
        return workCount;
    }

    /**
     * Receiver of the instrument feeds.
     *
     * @return receiver.
     */
    public InstrumentReceiver instruments()
    {
        return instruments;
    }

    /**
     * Receiver of the order log; on the duty cycle only.
     *
     * @return receiver, or null while instruments are being learnt.
     */
    public SimbaReceiver orders()
    {
        return orders;
    }

    /**
     * Directory of all instruments; on the duty cycle only.
     *
     * @return directory.
     */
    public InstrumentDirectory directory()
    {
        return instruments.directory();
    }

    @Override
    public String roleName()
    {
        return "market-receiver";
    }

    @Override
    public void onClose()
    {
        close();
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(orders, instruments);
    }
}
