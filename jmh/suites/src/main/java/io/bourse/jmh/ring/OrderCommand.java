// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.ring;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import org.agrona.concurrent.UnsafeBuffer;

/** An immediate-or-cancel order as a command, encoded once; only its sequence changes. */
public final class OrderCommand
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final NewOrderEncoder encoder = new NewOrderEncoder();
    private final int length;

    /**
     * The command.
     *
     * @param loginId session it comes from.
     * @param gatewayId gateway it comes through.
     * @param instrumentId of the order.
     */
    public OrderCommand(final int loginId, final int gatewayId, final int instrumentId)
    {
        encoder.wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        encoder.header().sessionId(loginId).gatewayId(gatewayId).partition(0);
        encoder.clOrdId(1).priceE5(5_000_000_000L).qtyLots(1).accountCode(AccountCode.pack("AA01001"))
            .instrumentId(instrumentId).side(Side.BUY.value())
            .timeInForce(TimeInForce.IOC.value()).complianceId((byte)' ').conditions((short)0)
            .clientRef("");
        length = MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength();
    }

    /**
     * Gives the command its place among those of its session.
     *
     * @param sequence from 1.
     * @return this.
     */
    public OrderCommand sequence(final long sequence)
    {
        encoder.header().sequence(sequence);
        return this;
    }

    /**
     * The bytes, from 0.
     *
     * @return buffer.
     */
    public UnsafeBuffer buffer()
    {
        return buffer;
    }

    /**
     * Number of bytes.
     *
     * @return length.
     */
    public int length()
    {
        return length;
    }
}
