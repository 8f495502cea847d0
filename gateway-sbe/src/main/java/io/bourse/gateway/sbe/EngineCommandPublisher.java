// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import static io.bourse.gateway.sbe.GatewayCounter.COMMANDS_PUBLISHED;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.GatewayCommands;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.MassCancelEncoder;
import io.bourse.engine.protocol.MassCancelScope;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.NewSpecialOrderEncoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderEncoder;
import io.bourse.engine.protocol.SecurityTypes;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.sbe.twime.NewOrderIcebergDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergXDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderIcebergReplaceRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelByBFLimitRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceRequestDecoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteOrder;

/**
 * Encodes engine commands and gives each the next number of its session. A command that the ring does not take keeps
 * its number free, so that the numbers the engine sees have no gap.
 */
final class EngineCommandPublisher
{
    /** Mark of an OrderMassCancelByBFLimitRequest: events do not have the scope of a mass cancel. */
    static final byte BY_LIMIT = 'L';
    private static final byte[] OF_ALL = {SeveralPartitions.OF_ALL};
    private static final byte[] BY_LIMIT_MARK = {BY_LIMIT};

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final NewOrderEncoder newOrder = new NewOrderEncoder();
    private final CancelOrderEncoder cancelOrder = new CancelOrderEncoder();
    private final ReplaceOrderEncoder replaceOrder = new ReplaceOrderEncoder();
    private final NewSpecialOrderEncoder newSpecialOrder = new NewSpecialOrderEncoder();
    private final MassCancelEncoder massCancel = new MassCancelEncoder();
    private final CommandPublisher publisher;
    private final CounterSet<GatewayCounter> counters;
    private final RequestStamps stamps;
    private final GatewayCommands commands;
    private final boolean isOfSeveralPartitions;

    EngineCommandPublisher(
        final CommandPublisher publisher,
        final CounterSet<GatewayCounter> counters,
        final RequestStamps stamps,
        final int gatewayId,
        final int partition,
        final boolean isOfSeveralPartitions)
    {
        this.isOfSeveralPartitions = isOfSeveralPartitions;
        this.stamps = stamps;
        this.publisher = publisher;
        this.counters = counters;
        commands = new GatewayCommands(publisher, gatewayId, partition);
    }

    boolean connectGateway(final long epoch, final long receivedNs)
    {
        return commands.connect(epoch, receivedNs);
    }

    boolean signOfLife(final long receivedNs)
    {
        return commands.signOfLife(receivedNs);
    }

    /** A claim of no login, which changes nothing: a mark of this start in the event stream. */
    boolean mark(final long sequence, final long receivedNs)
    {
        return commands.claim(0, sequence, receivedNs);
    }

    boolean claim(final Login login, final long sequence, final long receivedNs)
    {
        final boolean isTaken = commands.claim(login.loginId, sequence, receivedNs);
        if (isTaken)
        {
            login.onCommandSequence(sequence);
        }
        return isTaken;
    }

    boolean connectionChanged(final Login login, final boolean isConnected, final long receivedNs)
    {
        final boolean isTaken = commands.connectionChanged(
            login.loginId, login.commandSequence() + 1, isConnected, receivedNs);
        if (isTaken)
        {
            login.onCommandSequence(login.commandSequence() + 1);
        }
        return isTaken;
    }

    boolean newOrder(final Login login, final NewOrderSingleDecoder request, final long receivedNs)
    {
        newOrder.wrapAndApplyHeader(buffer, 0, header);
        commands.head(newOrder.header(), login.loginId, login.commandSequence() + 1, receivedNs);
        newOrder
            .clOrdId(request.clOrdID())
            .expireDateNs(request.expireDate())
            .priceE5(request.price().mantissa())
            .qtyLots(request.orderQty())
            .accountCode(account(request.buffer(), request.offset() + NewOrderSingleDecoder.accountEncodingOffset()))
            .instrumentId(request.securityID())
            .linkId(request.clOrdLinkID())
            .side(request.sideRaw())
            .timeInForce(timeInForce(request.timeInForceRaw()))
            .complianceId(request.complianceIDRaw())
            .clientFlags(request.clientFlags().getRaw())
            .conditions(conditions(request.timeInForceRaw()))
            .putClientRef(buffer, 0, 0);
        return offer(login, newOrder.encodedLength());
    }

    boolean cancelOrder(
        final Login login, final OrderCancelRequestDecoder request, final OrderClass orderClass, final long receivedNs)
    {
        cancelOrder.wrapAndApplyHeader(buffer, 0, header);
        commands.head(cancelOrder.header(), login.loginId, login.commandSequence() + 1, receivedNs);
        cancelOrder
            .clOrdId(request.clOrdID())
            .orderId(request.orderID())
            .accountCode(
                account(request.buffer(), request.offset() + OrderCancelRequestDecoder.accountEncodingOffset()))
            .instrumentId(request.securityID())
            .clientFlags(request.clientFlags().getRaw())
            .orderClass(orderClass)
            .putClientRef(buffer, 0, 0);
        return offer(login, cancelOrder.encodedLength());
    }

    boolean replaceOrder(final Login login, final OrderReplaceRequestDecoder request, final long receivedNs)
    {
        replaceOrder.wrapAndApplyHeader(buffer, 0, header);
        commands.head(replaceOrder.header(), login.loginId, login.commandSequence() + 1, receivedNs);
        replaceOrder
            .clOrdId(request.clOrdID())
            .orderId(request.orderID())
            .priceE5(request.price().mantissa())
            .qtyLots(request.orderQty())
            .accountCode(
                account(request.buffer(), request.offset() + OrderReplaceRequestDecoder.accountEncodingOffset()))
            .instrumentId(request.securityID())
            .linkId(request.clOrdLinkID())
            .mode(request.modeRaw())
            .complianceId(request.complianceIDRaw())
            .clientFlags(request.clientFlags().getRaw())
            .orderClass(OrderClass.PLAIN)
            .stopPriceE5(ReplaceOrderEncoder.stopPriceE5NullValue())
            .putClientRef(buffer, 0, 0);
        return offer(login, replaceOrder.encodedLength());
    }

    boolean newIceberg(final Login login, final NewOrderIcebergDecoder request, final long receivedNs)
    {
        beginIceberg(login, receivedNs);
        final boolean isDay = TwimeFrames.NULL_UINT64 == request.expireDate();
        newSpecialOrder
            .clOrdId(request.clOrdID())
            .expireDateNs(request.expireDate())
            .priceE5(request.price().mantissa())
            .qtyLots(request.orderQty())
            .displayLots(request.displayQty())
            .displayVarianceLots(varianceLots(request.displayVarianceQty()))
            .accountCode(account(request.buffer(), request.offset() + NewOrderIcebergDecoder.accountEncodingOffset()))
            .instrumentId(request.securityID())
            .linkId(request.clOrdLinkID())
            .side(request.sideRaw())
            .timeInForce((isDay ? TimeInForce.DAY : TimeInForce.GTD).value())
            .conditions((short)0)
            .complianceId(request.complianceIDRaw())
            .clientFlags(request.clientFlags().getRaw())
            .putClientRef(buffer, 0, 0);
        return offer(login, newSpecialOrder.encodedLength());
    }

    boolean newIceberg(final Login login, final NewOrderIcebergXDecoder request, final long receivedNs)
    {
        beginIceberg(login, receivedNs);
        newSpecialOrder
            .clOrdId(request.clOrdID())
            .expireDateNs(request.expireDate())
            .priceE5(request.price().mantissa())
            .qtyLots(request.orderQty())
            .displayLots(request.displayQty())
            .displayVarianceLots(varianceLots(request.displayVarianceQty()))
            .accountCode(account(request.buffer(), request.offset() + NewOrderIcebergXDecoder.accountEncodingOffset()))
            .instrumentId(request.securityID())
            .linkId(request.clOrdLinkID())
            .side(request.sideRaw())
            .timeInForce(timeInForce(request.timeInForceRaw()))
            .conditions(conditions(request.timeInForceRaw()))
            .complianceId(request.complianceIDRaw())
            .clientFlags(request.clientFlags().getRaw())
            .putClientRef(buffer, 0, 0);
        return offer(login, newSpecialOrder.encodedLength());
    }

    private void beginIceberg(final Login login, final long receivedNs)
    {
        newSpecialOrder.wrapAndApplyHeader(buffer, 0, header);
        commands.head(newSpecialOrder.header(), login.loginId, login.commandSequence() + 1, receivedNs);
        newSpecialOrder
            .stopPriceE5(0)
            .minLots(0)
            .orderType(OrderType.LIMIT.value())
            .selfTradeMode((short)0);
    }

    boolean replaceIceberg(final Login login, final OrderIcebergReplaceRequestDecoder request, final long receivedNs)
    {
        replaceOrder.wrapAndApplyHeader(buffer, 0, header);
        commands.head(replaceOrder.header(), login.loginId, login.commandSequence() + 1, receivedNs);
        replaceOrder
            .clOrdId(request.clOrdID())
            .orderId(request.orderID())
            .priceE5(request.price().mantissa())
            .qtyLots(0)
            .accountCode(
                account(request.buffer(), request.offset() + OrderIcebergReplaceRequestDecoder.accountEncodingOffset()))
            .instrumentId(request.securityID())
            .linkId(request.clOrdLinkID())
            .mode(ReplaceMode.KEEP_QTY.value())
            .complianceId(request.complianceIDRaw())
            .clientFlags(request.clientFlags().getRaw())
            .orderClass(OrderClass.ICEBERG)
            .stopPriceE5(ReplaceOrderEncoder.stopPriceE5NullValue())
            .putClientRef(buffer, 0, 0);
        return offer(login, replaceOrder.encodedLength());
    }

    /**
     * A mass cancel of the login's own orders.
     *
     * @param accountLength how many characters of the account are compared.
     */
    boolean massCancel(
        final Login login, final OrderMassCancelRequestDecoder request, final int accountLength, final long receivedNs)
    {
        massCancel.wrapAndApplyHeader(buffer, 0, header);
        commands.head(massCancel.header(), login.loginId, login.commandSequence() + 1, receivedNs);
        final int linkId = request.clOrdLinkID();
        massCancel
            .clOrdId(request.clOrdID())
            .accountCode(prefix(
                account(request.buffer(), request.offset() + OrderMassCancelRequestDecoder.accountEncodingOffset()),
                accountLength))
            .instrumentId(request.securityID())
            .linkId(TwimeFrames.NULL_INT32 == linkId ? 0 : linkId)
            .scope(MassCancelScope.LOGIN)
            .accountLength((short)accountLength)
            .side(request.sideRaw())
            .securityTypes(request.securityType().getRaw());
        buffer.putBytes(
            massCancel.offset() + MassCancelEncoder.securityGroupEncodingOffset(),
            request.buffer(),
            request.offset() + OrderMassCancelRequestDecoder.securityGroupEncodingOffset(),
            MassCancelEncoder.securityGroupEncodingLength());
        final boolean isOfAll = isOfSeveralPartitions &&
            PartitionsClient.isOfSeveralInstruments(linkId, request.securityID());
        massCancel.putClientRef(OF_ALL, 0, isOfAll ? OF_ALL.length : 0);
        return offer(login, massCancel.encodedLength());
    }

    /**
     * A mass cancel of the orders of every login of the firm.
     *
     * @param accountLength how many characters of the account are compared.
     */
    boolean massCancelOfFirm(
        final Login login,
        final OrderMassCancelByBFLimitRequestDecoder request,
        final int accountLength,
        final long receivedNs)
    {
        massCancel.wrapAndApplyHeader(buffer, 0, header);
        commands.head(massCancel.header(), login.loginId, login.commandSequence() + 1, receivedNs);
        massCancel
            .clOrdId(request.clOrdID())
            .accountCode(prefix(
                account(
                    request.buffer(),
                    request.offset() + OrderMassCancelByBFLimitRequestDecoder.accountEncodingOffset()),
                accountLength))
            .instrumentId(0)
            .linkId(0)
            .scope(MassCancelScope.BROKERAGE_FIRM)
            .accountLength((short)accountLength)
            .side(SideEnum.AllOrders.value())
            .securityTypes((short)(SecurityTypes.FUTURE | SecurityTypes.OPTION | SecurityTypes.MULTILEG))
            .securityGroup("")
            .putClientRef(BY_LIMIT_MARK, 0, BY_LIMIT_MARK.length);
        return offer(login, massCancel.encodedLength());
    }

    /** Book-or-cancel is a day order with a condition in the engine's language. */
    private static short timeInForce(final short raw)
    {
        return TimeInForceEnum.BOC.value() == raw ? TimeInForce.DAY.value() : raw;
    }

    private static short conditions(final short timeInForceRaw)
    {
        return (short)(TimeInForceEnum.BOC.value() == timeInForceRaw ? OrderConditions.POST_ONLY : 0);
    }

    private static long varianceLots(final long varianceQty)
    {
        return TwimeFrames.NULL_UINT32 == varianceQty ? 0 : varianceQty;
    }

    private static long prefix(final long accountCode, final int length)
    {
        return accountCode & ((1L << (length * Byte.SIZE)) - 1);
    }

    private boolean offer(final Login login, final int encodedLength)
    {
        // Before the offer: the engine may stamp the command before this thread has read its clock.
        final long offeredNs = stamps.nowNs();
        final boolean isTaken = publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encodedLength);
        if (isTaken)
        {
            login.onCommandSequence(login.commandSequence() + 1);
            stamps.onOffered(login, login.commandSequence(), offeredNs);
            counters.increment(COMMANDS_PUBLISHED);
        }
        return isTaken;
    }

    /**
     * Packs the seven characters of an account. They end their message, so the eight bytes are read from one before:
     * reading on could leave the buffer.
     */
    private static long account(final DirectBuffer buffer, final int offset)
    {
        return buffer.getLong(offset - 1, ByteOrder.LITTLE_ENDIAN) >>> 8;
    }
}
