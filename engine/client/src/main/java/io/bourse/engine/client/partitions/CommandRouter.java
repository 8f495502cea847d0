// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.partitions;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.protocol.AdvanceTimeDecoder;
import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.ConnectGatewayDecoder;
import io.bourse.engine.protocol.LoginConnectedDecoder;
import io.bourse.engine.protocol.LoginDisconnectedDecoder;
import io.bourse.engine.protocol.MassCancelDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.NameMovedOrderDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.NewSpecialOrderDecoder;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteOrder;
import java.util.List;

/**
 * Hands each command to the partition whose it is, or to all.
 */
final class CommandRouter implements CommandPublisher
{
    private static final int HEADER_LENGTH = MessageHeaderDecoder.ENCODED_LENGTH;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final long NO_ORDER = 0;

    private final UnsafeBuffer copy = new UnsafeBuffer(new byte[MAX_COMMAND_LENGTH]);
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final MassCancelDecoder massCancel = new MassCancelDecoder();
    private final PartitionsClient owner;
    private final List<Partition> partitions;
    private byte[] connectGateway;

    CommandRouter(final PartitionsClient owner, final List<Partition> partitions)
    {
        this.owner = owner;
        this.partitions = partitions;
    }

    /** The start of the gateway, or null when it has not started. */
    byte[] connectGateway()
    {
        return connectGateway;
    }

    @Override
    public boolean offer(final DirectBuffer buffer, final int offset, final int length)
    {
        final int body = offset + HEADER_LENGTH;
        final int templateId = header.wrap(buffer, offset).templateId();
        return switch (templateId)
        {
            case NewOrderDecoder.TEMPLATE_ID -> toOne(buffer, offset, length,
                NO_ORDER, buffer.getInt(body + NewOrderDecoder.instrumentIdEncodingOffset(), ORDER));
            case NewSpecialOrderDecoder.TEMPLATE_ID -> toOne(buffer, offset, length,
                NO_ORDER, buffer.getInt(body + NewSpecialOrderDecoder.instrumentIdEncodingOffset(), ORDER));
            case CancelOrderDecoder.TEMPLATE_ID -> toOne(buffer, offset, length,
                buffer.getLong(body + CancelOrderDecoder.orderIdEncodingOffset(), ORDER),
                buffer.getInt(body + CancelOrderDecoder.instrumentIdEncodingOffset(), ORDER));
            case ReplaceOrderDecoder.TEMPLATE_ID -> toOne(buffer, offset, length,
                buffer.getLong(body + ReplaceOrderDecoder.orderIdEncodingOffset(), ORDER),
                buffer.getInt(body + ReplaceOrderDecoder.instrumentIdEncodingOffset(), ORDER));
            case MassCancelDecoder.TEMPLATE_ID -> massCancel(buffer, offset, length);
            case NameMovedOrderDecoder.TEMPLATE_ID -> toNamed(buffer, offset, length);
            case ConnectGatewayDecoder.TEMPLATE_ID ->
            {
                connectGateway = new byte[length];
                buffer.getBytes(offset, connectGateway);
                yield uncounted(buffer, offset, length);
            }
            case AdvanceTimeDecoder.TEMPLATE_ID, LoginConnectedDecoder.TEMPLATE_ID,
                LoginDisconnectedDecoder.TEMPLATE_ID -> 0 == Partition.sequence(buffer, offset) ?
                uncounted(buffer, offset, length) : toAll(buffer, offset, length, templateId);
            default -> throw new IllegalArgumentException(
                "no rule says which partition takes this command: templateId=" + templateId);
        };
    }

    private boolean massCancel(final DirectBuffer buffer, final int offset, final int length)
    {
        massCancel.wrap(buffer, offset + HEADER_LENGTH, header.blockLength(), header.version());
        if (!PartitionsClient.isOfSeveralInstruments(massCancel.linkId(), massCancel.instrumentId()))
        {
            return toOne(buffer, offset, length, NO_ORDER, massCancel.instrumentId());
        }
        boolean hasSpace = true;
        for (int i = 0; i < partitions.size(); i++)
        {
            hasSpace &= partitions.get(i).hasSpace();
        }
        return hasSpace && toAll(buffer, offset, length, MassCancelDecoder.TEMPLATE_ID);
    }

    private boolean toOne(
        final DirectBuffer buffer, final int offset, final int length, final long orderId, final int instrumentId)
    {
        final Partition partition = owner.partitionOf(orderId, instrumentId);
        final int loginId = Partition.loginId(buffer, offset);
        final long sequence = Partition.sequence(buffer, offset);
        // The id is the first field after the header of each of these commands.
        final long clOrdId = buffer.getLong(offset + HEADER_LENGTH + NewOrderDecoder.clOrdIdEncodingOffset(), ORDER);
        copy.putBytes(0, buffer, offset, length);
        final boolean isTaken = partition.isUp() && partition.isAllSent() && partition.offer(copy, 0, length);
        if (isTaken)
        {
            owner.underWay(loginId).sent(sequence, partition.bit(), clOrdId);
        }
        else if (!partition.isUp())
        {
            owner.underWay(loginId).sent(sequence, 0, clOrdId);
            owner.notExecuted(loginId, clOrdId);
        }
        return isTaken || !partition.isUp();
    }

    /** Not counted: it goes to the partition that it names, when that is there. */
    private boolean toNamed(final DirectBuffer buffer, final int offset, final int length)
    {
        final Partition partition = owner.partition(buffer.getShort(
            offset + HEADER_LENGTH + CommandHeaderDecoder.partitionEncodingOffset(), ORDER));
        copy.putBytes(0, buffer, offset, length);
        return partition.isUp() && partition.offer(copy, 0, length);
    }

    private boolean toAll(final DirectBuffer buffer, final int offset, final int length, final int templateId)
    {
        final int loginId = Partition.loginId(buffer, offset);
        final long sequence = Partition.sequence(buffer, offset);
        int up = 0;
        for (int i = 0; i < partitions.size(); i++)
        {
            up |= partitions.get(i).isUp() ? partitions.get(i).bit() : 0;
        }
        owner.underWay(loginId).sent(sequence, up, CommandsUnderWay.NO_REQUEST);
        for (int i = 0; i < partitions.size(); i++)
        {
            partitions.get(i).keep(buffer, offset, length, templateId, loginId, sequence);
        }
        return true;
    }

    /** Partitions that are not there have a barrier of their own. */
    private boolean uncounted(final DirectBuffer buffer, final int offset, final int length)
    {
        boolean isTaken = true;
        for (int i = 0; i < partitions.size(); i++)
        {
            final Partition partition = partitions.get(i);
            copy.putBytes(0, buffer, offset, length);
            isTaken &= !partition.isUp() || partition.offer(copy, 0, length);
        }
        return isTaken;
    }
}
