// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.command;

import io.bourse.engine.protocol.CollateralLackingEncoder;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import org.agrona.DirectBuffer;
import org.agrona.sbe.MessageDecoderFlyweight;

import java.nio.ByteOrder;

/**
 * What is common to all commands, decoded once per command and reused. The matcher is single-threaded and this is its
 * scratch area, hence the plain fields.
 */
public final class CommandEnvelope
{
    public long commandPosition;
    public long engineTimeNs;
    public long receivedNs;
    public long sequence;
    public int sessionId;
    public int gatewayId;
    public int partition;
    public int templateId;
    /** Null while it is not known to be well-formed. */
    public CommandKind kind;

    public DirectBuffer buffer;
    public int blockOffset;
    public int blockLength;
    public int version;
    public int clientRefOffset;
    public int clientRefLength;

    /** Brokerage firm whose risk officer has signed the command, packed; 0: it comes from somewhere else. */
    public long officerFirm;

    /** Level and kind of the limit that refused it, or an entry of it; set with the reason RISK_LIMIT only. */
    public LimitLevel limitLevel;
    public LimitKind limitKind;
    /** What a register lacks when a limit that it shares with other partitions has refused it; else 0. */
    public long lackingKopecks;
    /** Code of that register, filled up with zeros. */
    public final byte[] lackingCode = new byte[CollateralLackingEncoder.registerCodeLength()];

    /**
     * Puts a decoder on the fields of the command.
     *
     * @param decoder of its template.
     * @param <T> type of the command.
     * @return the decoder.
     */
    public <T extends MessageDecoderFlyweight> T decode(final T decoder)
    {
        decoder.wrap(buffer, blockOffset, blockLength, version);
        return decoder;
    }

    /**
     * Code of a brokerage firm in the command.
     *
     * @param encodingOffset of its four characters.
     * @return packed.
     */
    public long firmAt(final int encodingOffset)
    {
        return Integer.toUnsignedLong(buffer.getInt(blockOffset + encodingOffset, ByteOrder.LITTLE_ENDIAN));
    }
}
