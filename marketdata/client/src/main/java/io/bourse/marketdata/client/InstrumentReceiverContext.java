// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.OptionChecks;
import java.net.NetworkInterface;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;

/**
 * Options of an {@link InstrumentReceiver}. Used once: {@link #conclude()} is called by the receiver. FUT-INFO,
 * OPT-INFO or both; of each the replay and the incremental feed.
 */
public final class InstrumentReceiverContext
{
    /** Default of {@link #receiveBufferLength(int)}. */
    public static final int RECEIVE_BUFFER_LENGTH_DEFAULT = 1024 * 1024;

    private final EnumMap<InstrumentFeed, MulticastEndpoint> endpoints = new EnumMap<>(InstrumentFeed.class);
    private String interfaceName = "lo";
    private NetworkInterface networkInterface;
    private InstrumentListener listener;
    private int receiveBufferLength = RECEIVE_BUFFER_LENGTH_DEFAULT;
    private boolean isConcluded;

    /**
     * No feeds yet.
     */
    public InstrumentReceiverContext()
    {
    }

    /**
     * Checks the options and their relations.
     *
     * @throws IllegalArgumentException with the option and its value.
     * @throws IllegalStateException if the context was used before.
     */
    public void conclude()
    {
        if (isConcluded)
        {
            throw new IllegalStateException("A receiver context can be used once only, make a new one.");
        }
        isConcluded = true;
        checkMarket(false);
        checkMarket(true);
        if (endpoints.isEmpty())
        {
            throw new IllegalArgumentException(
                "Set futuresIncremental and futuresReplay, or those of options: " + this);
        }
        if (endpoints.size() != new HashSet<>(endpoints.values()).size())
        {
            throw new IllegalArgumentException("Each feed must have an endpoint of its own: " + this);
        }
        if (receiveBufferLength < 1)
        {
            throw new IllegalArgumentException("Option must be above 0: receiveBufferLength=" + receiveBufferLength);
        }
        networkInterface = OptionChecks.networkInterface(interfaceName);
        if (null == listener)
        {
            listener = (instrument, isNew) ->
            {
                // Somebody who only looks things up.
            };
        }
    }

    /**
     * FUT-INFO, Instrument Incremental.
     *
     * @param feedA group:port.
     * @param feedB group:port.
     * @return this.
     */
    public InstrumentReceiverContext futuresIncremental(final String feedA, final String feedB)
    {
        return set(InstrumentFeed.FUTURES_INCREMENTAL_A, feedA, InstrumentFeed.FUTURES_INCREMENTAL_B, feedB);
    }

    /**
     * FUT-INFO, Instrument Replay.
     *
     * @param feedA group:port.
     * @param feedB group:port.
     * @return this.
     */
    public InstrumentReceiverContext futuresReplay(final String feedA, final String feedB)
    {
        return set(InstrumentFeed.FUTURES_REPLAY_A, feedA, InstrumentFeed.FUTURES_REPLAY_B, feedB);
    }

    /**
     * OPT-INFO, Instrument Incremental.
     *
     * @param feedA group:port.
     * @param feedB group:port.
     * @return this.
     */
    public InstrumentReceiverContext optionsIncremental(final String feedA, final String feedB)
    {
        return set(InstrumentFeed.OPTIONS_INCREMENTAL_A, feedA, InstrumentFeed.OPTIONS_INCREMENTAL_B, feedB);
    }

    /**
     * OPT-INFO, Instrument Replay.
     *
     * @param feedA group:port.
     * @param feedB group:port.
     * @return this.
     */
    public InstrumentReceiverContext optionsReplay(final String feedA, final String feedB)
    {
        return set(InstrumentFeed.OPTIONS_REPLAY_A, feedA, InstrumentFeed.OPTIONS_REPLAY_B, feedB);
    }

    /**
     * Where the feeds are that were set.
     *
     * @return endpoints by feed.
     */
    public Map<InstrumentFeed, MulticastEndpoint> endpoints()
    {
        return new EnumMap<>(endpoints);
    }

    /**
     * Interface to join on; {@code lo} unless set.
     *
     * @param interfaceName name as the system knows it.
     * @return this.
     */
    public InstrumentReceiverContext interfaceName(final String interfaceName)
    {
        this.interfaceName = interfaceName;
        return this;
    }

    /**
     * Interface to join on.
     *
     * @return interface, after {@link #conclude()}.
     */
    public NetworkInterface networkInterface()
    {
        return networkInterface;
    }

    /**
     * Who hears of instruments; nobody unless set.
     *
     * @param listener listener, called on the duty cycle.
     * @return this.
     */
    public InstrumentReceiverContext listener(final InstrumentListener listener)
    {
        this.listener = listener;
        return this;
    }

    /**
     * Who hears of instruments; nobody unless set.
     *
     * @return listener, called on the duty cycle.
     */
    public InstrumentListener listener()
    {
        return listener;
    }

    /**
     * SO_RCVBUF wanted for each socket; the system may give less.
     *
     * @param receiveBufferLength bytes.
     * @return this.
     */
    public InstrumentReceiverContext receiveBufferLength(final int receiveBufferLength)
    {
        this.receiveBufferLength = receiveBufferLength;
        return this;
    }

    /**
     * SO_RCVBUF wanted for each socket; the system may give less.
     *
     * @return bytes.
     */
    public int receiveBufferLength()
    {
        return receiveBufferLength;
    }

    @Override
    public String toString()
    {
        return "InstrumentReceiverContext{endpoints=" + endpoints + " interfaceName=" + interfaceName +
            " receiveBufferLength=" + receiveBufferLength + '}';
    }

    private void checkMarket(final boolean isOptions)
    {
        final boolean hasReplay = endpoints.containsKey(
            isOptions ? InstrumentFeed.OPTIONS_REPLAY_A : InstrumentFeed.FUTURES_REPLAY_A);
        final boolean hasIncremental = endpoints.containsKey(
            isOptions ? InstrumentFeed.OPTIONS_INCREMENTAL_A : InstrumentFeed.FUTURES_INCREMENTAL_A);
        if (hasReplay != hasIncremental)
        {
            throw new IllegalArgumentException(
                "Replay and incremental feed of a market belong together, set both or none: " + this);
        }
    }

    private InstrumentReceiverContext set(
        final InstrumentFeed a, final String feedA, final InstrumentFeed b, final String feedB)
    {
        endpoints.put(a, MulticastEndpoint.parse(feedA));
        endpoints.put(b, MulticastEndpoint.parse(feedB));
        return this;
    }
}
