// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

import io.bourse.deploy.config.MarketDataConfig.Protocol;
import io.bourse.marketdata.pcap.PcapReader;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a group seems to carry, by its first packets: a packet alone may look like one of another protocol.
 */
public final class GroupGuess
{
    private static final int MAX_SAMPLE = 256;

    private final EnumMap<Protocol, Integer> agreeing = new EnumMap<>(Protocol.class);
    private int sample;

    /**
     * Nothing seen yet.
     */
    GroupGuess()
    {
    }

    void take(final PcapReader reader, final Map<Protocol, PacketDecoder> decoders)
    {
        if (sample < MAX_SAMPLE)
        {
            sample++;
            decoders.forEach((protocol, decoder) ->
            {
                if (decoder.isLikely(reader.buffer(), reader.offset(), reader.length()))
                {
                    agreeing.merge(protocol, 1, Integer::sum);
                }
            });
        }
    }

    /**
     * The protocol that most packets look like.
     *
     * @return protocol; null when half of the packets or more look like none.
     */
    public Protocol protocol()
    {
        Protocol best = null;
        for (final Protocol candidate : Protocol.values())
        {
            best = 2 * agreeing(candidate) > sample && agreeing(candidate) > agreeing(best) ? candidate : best;
        }
        return best;
    }

    /**
     * Packets that look like the protocol.
     *
     * @return count.
     */
    public int agreeing()
    {
        return agreeing(protocol());
    }

    /**
     * Packets looked at.
     *
     * @return count.
     */
    public int sample()
    {
        return sample;
    }

    private int agreeing(final Protocol protocol)
    {
        return null == protocol ? 0 : agreeing.getOrDefault(protocol, 0);
    }
}
