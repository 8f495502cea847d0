// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.MarketDataConfig;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.ForwardingEngineClient;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.DatagramSeal;
import io.bourse.engine.security.Principal;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.net.MulticastSender;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.UnsafeBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The published watermark beyond one machine, or one member: market data sends each value to a multicast group,
 * gateways take the highest that has come. A datagram is a version, the partition, the cursor and the seal of those who
 * have the secret of {@code reader}; one that is lost costs an answer its bounded wait, or less if the next one comes
 * before.
 */
final class SharedWatermark implements PublishedWatermark, Agent
{
    private static final Logger LOGGER = LoggerFactory.getLogger(SharedWatermark.class);
    private static final String PURPOSE = "published-watermark";
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int VERSION = 1;
    private static final int PARTITION_OFFSET = Integer.BYTES;
    private static final int CURSOR_OFFSET = 2 * Integer.BYTES;
    private static final int SEAL_OFFSET = CURSOR_OFFSET + Long.BYTES;
    private static final int LENGTH = SEAL_OFFSET + Long.BYTES;
    private static final int RECEIVE_BUFFER_LENGTH = 256 * 1024;
    private static final int DATAGRAM_LIMIT = 64;

    private final ByteBuffer datagram = ByteBuffer.allocateDirect(LENGTH);
    private final UnsafeBuffer buffer = new UnsafeBuffer(datagram);
    private final PublishedWatermark local;
    private final DatagramSeal seal;
    private final int partition;
    private final MulticastSender sender;
    private final MulticastReceiver receiver;
    private volatile long received;
    private boolean isForeignLogged;

    private SharedWatermark(final VenueConfig config, final PublishedWatermark local, final boolean isSending)
    {
        this.local = local;
        partition = config.partition();
        seal = new DatagramSeal(CredentialStore.at(config.credentials()), Principal.READER, PURPOSE);
        final MarketDataConfig feeds = config.marketData();
        sender = isSending ?
            MulticastSender.open(feeds.watermark(), feeds.networkInterface(), feeds.timeToLive()) : null;
        receiver = isSending ? null : MulticastReceiver.open(
            feeds.watermark(), feeds.networkInterface(), RECEIVE_BUFFER_LENGTH, this::onDatagram);
    }

    /**
     * A client whose watermark other machines hear, when the configuration has a group for it.
     *
     * @param config of the component.
     * @param client of market data; closed by its owner.
     * @param parts with which the socket is closed.
     * @return client for the component.
     */
    static EngineClient sending(final VenueConfig config, final EngineClient client, final NodeParts parts)
    {
        if (null == config.marketData().watermark())
        {
            return client;
        }
        final SharedWatermark watermark = new SharedWatermark(config, client.publishedWatermark(), true);
        parts.opened(watermark::onClose);
        return new Client(client, watermark);
    }

    /**
     * A client that hears the watermark of other machines, when the configuration has a group for it.
     *
     * @param config of the component.
     * @param client of a gateway; closed by its owner.
     * @param parts whose thread receives.
     * @return client for the component.
     */
    static EngineClient hearing(final VenueConfig config, final EngineClient client, final NodeParts parts)
    {
        if (null == config.marketData().watermark())
        {
            return client;
        }
        final SharedWatermark watermark = new SharedWatermark(config, client.publishedWatermark(), false);
        parts.runParking(watermark);
        return new Client(client, watermark);
    }

    @Override
    public long get()
    {
        return Math.max(local.get(), received);
    }

    /** What comes from another machine has no time here: clocks differ by more than what is measured. */
    @Override
    public long publishedNs()
    {
        return local.get() < received ? 0 : local.publishedNs();
    }

    @Override
    public void advance(final long cursor, final long publishedNs)
    {
        local.advance(cursor, publishedNs);
        buffer.putInt(0, VERSION, ORDER);
        buffer.putInt(PARTITION_OFFSET, partition, ORDER);
        buffer.putLong(CURSOR_OFFSET, cursor, ORDER);
        buffer.putLong(SEAL_OFFSET, seal.seal(buffer, 0, SEAL_OFFSET), ORDER);
        sender.send(datagram);
    }

    @Override
    public int doWork()
    {
        return receiver.poll(DATAGRAM_LIMIT);
    }

    private void onDatagram(final UnsafeBuffer bytes, final int length)
    {
        if (LENGTH == length && VERSION == bytes.getInt(0, ORDER) &&
            seal.isSealed(bytes, 0, SEAL_OFFSET, bytes.getLong(SEAL_OFFSET, ORDER)))
        {
            // One group may serve several partitions.
            if (partition == bytes.getInt(PARTITION_OFFSET, ORDER))
            {
                received = Math.max(received, bytes.getLong(CURSOR_OFFSET, ORDER));
            }
        }
        else if (!isForeignLogged)
        {
            isForeignLogged = true;
            LOGGER.warn("a watermark is not taken: its sender has not the secret of reader that is here, is it the" +
                " same on both machines? partition={} sender={}", partition, receiver.sender());
        }
    }

    @Override
    public void onClose()
    {
        CloseHelper.quietCloseAll(sender, receiver);
    }

    @Override
    public String roleName()
    {
        return "bourse-watermark";
    }

    /** All of another client but its watermark. */
    private static final class Client extends ForwardingEngineClient
    {
        private final PublishedWatermark watermark;

        private Client(final EngineClient engine, final PublishedWatermark watermark)
        {
            super(engine);
            this.watermark = watermark;
        }

        @Override
        public PublishedWatermark publishedWatermark()
        {
            return watermark;
        }
    }
}
