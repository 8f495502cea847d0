// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.ring;

import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.ReplaceOrderEncoder;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Encoded commands, one after the other, to be played in laps: a lap ends with the orders with which it began. In
 * every lap the commands get the next sequences, and those that name an order get the id it has in this lap.
 */
public final class CommandLaps
{
    private static final int LENGTH_OFFSET = 0;
    private static final int ID_OFFSET_OFFSET = 4;
    private static final int COMMAND_OFFSET = 8;
    private static final int SEQUENCE_OFFSET =
        MessageHeaderEncoder.ENCODED_LENGTH + CommandHeaderEncoder.sequenceEncodingOffset();
    private static final int CANCEL_ID_OFFSET =
        MessageHeaderEncoder.ENCODED_LENGTH + CancelOrderEncoder.orderIdEncodingOffset();
    private static final int REPLACE_ID_OFFSET =
        MessageHeaderEncoder.ENCODED_LENGTH + ReplaceOrderEncoder.orderIdEncodingOffset();

    private final UnsafeBuffer commands;
    private int end;
    private int count;
    private long idsPerLap;

    private int position;
    private long idShift;
    private long sequence;

    CommandLaps(final int capacity)
    {
        commands = new UnsafeBuffer(ByteBuffer.allocateDirect(capacity));
    }

    /** Commands of a lap. */
    public int count()
    {
        return count;
    }

    /** Adds a command; cancels and replaces have the order's id of the recording. */
    void add(final UnsafeBuffer command, final int length)
    {
        final int templateId = command.getShort(
            MessageHeaderEncoder.templateIdEncodingOffset(), ByteOrder.LITTLE_ENDIAN);
        final int idOffset = CancelOrderEncoder.TEMPLATE_ID == templateId ? CANCEL_ID_OFFSET :
            ReplaceOrderEncoder.TEMPLATE_ID == templateId ? REPLACE_ID_OFFSET : 0;
        commands.putInt(end + LENGTH_OFFSET, length);
        commands.putInt(end + ID_OFFSET_OFFSET, idOffset);
        commands.putBytes(end + COMMAND_OFFSET, command, 0, length);
        end = BitUtil.align(end + COMMAND_OFFSET + length, Long.BYTES);
        count++;
    }

    /**
     * Ends the recording, which was the first lap.
     *
     * @param ids that a lap uses.
     * @param lastSequence used while recording.
     */
    void recorded(final long ids, final long lastSequence)
    {
        idsPerLap = ids;
        sequence = lastSequence;
        position = end;
    }

    /** Sends the next command, after the last one the first of the next lap. */
    public void sendNext(final CommandTarget target)
    {
        if (position == end)
        {
            position = 0;
            idShift = idsPerLap;
        }
        final int length = commands.getInt(position + LENGTH_OFFSET);
        final int idOffset = commands.getInt(position + ID_OFFSET_OFFSET);
        final int offset = position + COMMAND_OFFSET;
        commands.putLong(offset + SEQUENCE_OFFSET, ++sequence, ByteOrder.LITTLE_ENDIAN);
        if (0 != idOffset)
        {
            // What was patched in the lap before is patched again.
            final long orderId = commands.getLong(offset + idOffset, ByteOrder.LITTLE_ENDIAN);
            commands.putLong(offset + idOffset, orderId + idShift, ByteOrder.LITTLE_ENDIAN);
        }
        position = BitUtil.align(offset + length, Long.BYTES);
        target.send(commands, offset, length);
    }
}
