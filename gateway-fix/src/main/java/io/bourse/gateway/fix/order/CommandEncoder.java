// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.GatewayCommands;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.MassCancelEncoder;
import io.bourse.engine.protocol.MassCancelScope;
import io.bourse.engine.protocol.MassQuoteEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NameMovedOrderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.NewSpecialOrderEncoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.ReplaceOrderEncoder;
import io.bourse.engine.protocol.RequestQuoteEncoder;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TimeInForceTraits;
import io.bourse.gateway.fix.field.FixText;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Encodes requests as engine commands and offers them to the ring.
 */
final class CommandEncoder
{
    /** A mass cancel's number carries its MassCancelRequestType, so that the answer knows it after a restart too. */
    static final int TYPE_BITS = 4;
    private static final int BOTH_SIDES = 89;
    private static final int ALL_SECURITY_TYPES = 7;
    private static final int HEADER = MessageHeaderEncoder.ENCODED_LENGTH;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    private final NewOrderEncoder newOrder = new NewOrderEncoder();
    private final NewSpecialOrderEncoder specialOrder = new NewSpecialOrderEncoder();
    private final CancelOrderEncoder cancelOrder = new CancelOrderEncoder();
    private final ReplaceOrderEncoder replaceOrder = new ReplaceOrderEncoder();
    private final MassCancelEncoder massCancel = new MassCancelEncoder();
    private final MassQuoteEncoder massQuote = new MassQuoteEncoder();
    private final RequestQuoteEncoder requestQuote = new RequestQuoteEncoder();
    private final NameMovedOrderEncoder nameOrder = new NameMovedOrderEncoder();
    private final CommandPublisher publisher;
    private final GatewayCommands commands;
    private final boolean isOfSeveral;
    /** When a request is given to the engine. */
    private final EpochNanoClock clock;

    CommandEncoder(final CommandPublisher publisher, final int gatewayId, final int partition)
    {
        this(publisher, gatewayId, partition, false, () -> 0);
    }

    CommandEncoder(
        final CommandPublisher publisher,
        final int gatewayId,
        final int partition,
        final boolean isOfSeveral,
        final EpochNanoClock clock)
    {
        this.clock = clock;
        this.publisher = publisher;
        this.isOfSeveral = isOfSeveral;
        commands = new GatewayCommands(publisher, gatewayId, partition);
    }

    /** Offers the request; the numeric clOrdId of the engine is the sequence, the text travels as clientRef. */
    boolean offer(final OrderRequest request, final long sequence)
    {
        return switch (request.kind)
        {
            case NEW -> request.isPlain() ? offerNew(request, sequence) : offerSpecial(request, sequence);
            case CANCEL -> offerCancel(request, sequence);
            case REPLACE -> offerReplace(request, sequence);
            case MASS_CANCEL -> offerMassCancel(request, sequence);
            case MASS_QUOTE -> offerMassQuote(request, sequence);
            case QUOTE_REQUEST -> offerQuoteRequest(request, sequence);
        };
    }

    boolean offerConnect(final long epoch, final long nowNs)
    {
        return commands.connect(epoch, nowNs);
    }

    boolean offerSignOfLife(final long nowNs)
    {
        return commands.signOfLife(nowNs);
    }

    boolean offerMark(final int loginId, final long sequence, final long mark)
    {
        return commands.claim(loginId, sequence, mark);
    }

    boolean offerConnection(
        final int loginId, final long sequence, final boolean isConnected, final long nowNs)
    {
        return commands.connectionChanged(loginId, sequence, isConnected, nowNs);
    }

    boolean offerName(
        final long moveId,
        final int partition,
        final FixOrder order,
        final FixText name,
        final int number,
        final int names)
    {
        nameOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        // Not counted: it may have to be said again.
        commands.head(nameOrder.header(), 0, 0, 0);
        nameOrder.header().partition(partition);
        nameOrder
            .moveId(moveId)
            .orderId(order.orderId)
            .rootOrderId(order.rootOrderId)
            .orderQtyLots(order.orderQtyLots)
            .cumLots(order.cumLots)
            .valueHigh(order.average.high())
            .valueLow(order.average.low())
            .isPriced((short)(order.isPriced ? 1 : 0))
            .number((short)number)
            .names((short)names)
            .putClientRef(name.bytes(), 0, name.length());
        return publisher.offer(buffer, 0, HEADER + nameOrder.encodedLength());
    }

    private boolean offerNew(final OrderRequest request, final long sequence)
    {
        newOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        commands.head(newOrder.header(), request.login.loginId, sequence, request.receivedNs);
        newOrder
            .clOrdId(sequence)
            .expireDateNs(request.expireDateNs)
            .priceE5(request.priceE5)
            .qtyLots(request.qtyLots)
            .accountCode(request.accountCode)
            .instrumentId(request.instrument.instrumentId())
            .linkId(request.linkId)
            .side((short)(request.side - '0'))
            .timeInForce(timeInForce(request))
            .complianceId(request.complianceId)
            .clientFlags((short)0)
            .conditions((short)request.conditions)
            .putClientRef(request.clOrdId.bytes(), 0, request.clOrdId.length());
        return offerRequest(request, HEADER + newOrder.encodedLength());
    }

    private boolean offerSpecial(final OrderRequest request, final long sequence)
    {
        specialOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        commands.head(specialOrder.header(), request.login.loginId, sequence, request.receivedNs);
        specialOrder
            .clOrdId(sequence)
            .expireDateNs(request.expireDateNs)
            .priceE5(request.priceE5)
            .stopPriceE5(request.stopPriceE5)
            .qtyLots(request.qtyLots)
            .displayLots(request.displayLots)
            .displayVarianceLots(request.displayVarianceLots)
            .minLots(request.minLots)
            .accountCode(request.accountCode)
            .instrumentId(request.instrument.instrumentId())
            .linkId(request.linkId)
            .side((short)(request.side - '0'))
            .timeInForce(timeInForce(request))
            .orderType(OrderTypeTraits.ofFixOrdType(request.ordType).type().value())
            .selfTradeMode((short)request.selfTradeMode)
            .conditions((short)request.conditions)
            .complianceId(request.complianceId)
            .clientFlags((short)0)
            .putClientRef(request.clOrdId.bytes(), 0, request.clOrdId.length());
        return offerRequest(request, HEADER + specialOrder.encodedLength());
    }

    private static short timeInForce(final OrderRequest request)
    {
        return 0 == request.timeInForce ? TimeInForce.DAY.value() :
            TimeInForceTraits.ofFixTimeInForce(request.timeInForce).timeInForce().value();
    }

    private boolean offerCancel(final OrderRequest request, final long sequence)
    {
        final FixOrder order = request.order;
        cancelOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        commands.head(cancelOrder.header(), request.login.loginId, sequence, request.receivedNs);
        cancelOrder
            .clOrdId(sequence)
            .orderId(order.orderId)
            .accountCode(order.accountCode)
            .instrumentId(order.instrument.instrumentId())
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .putClientRef(request.clOrdId.bytes(), 0, request.clOrdId.length());
        return offerRequest(request, HEADER + cancelOrder.encodedLength());
    }

    private boolean offerReplace(final OrderRequest request, final long sequence)
    {
        final FixOrder order = request.order;
        replaceOrder.wrapAndApplyHeader(buffer, 0, messageHeader);
        commands.head(replaceOrder.header(), request.login.loginId, sequence, request.receivedNs);
        replaceOrder
            .clOrdId(sequence)
            .orderId(order.orderId)
            .priceE5(request.hasPrice ? request.priceE5 : order.priceE5)
            .qtyLots(request.qtyLots)
            .accountCode(order.accountCode)
            .instrumentId(order.instrument.instrumentId())
            .linkId(request.hasLinkId ? request.linkId : order.linkId)
            .mode(ReplaceMode.SET_TOTAL.value())
            .complianceId(request.complianceId)
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .stopPriceE5(request.hasStopPrice && request.stopPriceE5 != order.stopPriceE5 ?
                request.stopPriceE5 : ReplaceOrderEncoder.stopPriceE5NullValue())
            .putClientRef(request.clOrdId.bytes(), 0, request.clOrdId.length());
        return offerRequest(request, HEADER + replaceOrder.encodedLength());
    }

    private boolean offerMassCancel(final OrderRequest request, final long sequence)
    {
        final int instrumentId = null == request.instrument ? 0 : request.instrument.instrumentId();
        final boolean isOfAll =
            isOfSeveral && PartitionsClient.isOfSeveralInstruments(request.linkId, instrumentId);
        massCancel.wrapAndApplyHeader(buffer, 0, messageHeader);
        commands.head(massCancel.header(), request.login.loginId, sequence, request.receivedNs);
        massCancel
            .clOrdId((isOfAll ? MassCancels.OF_ALL : 0) | sequence << TYPE_BITS | request.massCancelType - '0')
            .accountCode(request.accountCode)
            .instrumentId(instrumentId)
            .linkId(request.linkId)
            .scope(request.isFirmWide ? MassCancelScope.BROKERAGE_FIRM : MassCancelScope.LOGIN)
            .accountLength((short)(0 == request.accountCode ? 0 : AccountCode.LENGTH))
            .side((short)(ReportEncoder.SIDE_UNDISCLOSED == request.side ? BOTH_SIDES : request.side - '0'))
            .securityTypes((short)ALL_SECURITY_TYPES);
        for (int i = 0; i < MassCancelEncoder.securityGroupLength(); i++)
        {
            massCancel.securityGroup(i, i < request.underlying.length() ? request.underlying.bytes()[i] : 0);
        }
        massCancel.putClientRef(request.clOrdId.bytes(), 0, request.clOrdId.length());
        return offerRequest(request, HEADER + massCancel.encodedLength());
    }

    private boolean offerMassQuote(final OrderRequest request, final long sequence)
    {
        massQuote.wrapAndApplyHeader(buffer, 0, messageHeader);
        commands.head(massQuote.header(), request.login.loginId, sequence, request.receivedNs);
        massQuote
            .quoteId(sequence)
            .accountCode(request.accountCode)
            .linkId(request.linkId)
            .complianceId(request.complianceId)
            .clientFlags((short)0);
        final MassQuoteEncoder.EntriesEncoder entries = massQuote.entriesCount(request.quotes.entries.size());
        for (final QuoteEntries.Entry entry : request.quotes.entries)
        {
            entries.next()
                .bidPriceE5(entry.bidPriceE5())
                .askPriceE5(entry.askPriceE5())
                .bidLots(entry.bidLots())
                .askLots(entry.askLots())
                .instrumentId(entry.instrument().instrumentId())
                .entryId(entry.entryId());
        }
        massQuote.putClientRef(request.clOrdId.bytes(), 0, request.clOrdId.length());
        return offerRequest(request, HEADER + massQuote.encodedLength());
    }

    private boolean offerQuoteRequest(final OrderRequest request, final long sequence)
    {
        requestQuote.wrapAndApplyHeader(buffer, 0, messageHeader);
        commands.head(requestQuote.header(), request.login.loginId, sequence, request.receivedNs);
        requestQuote
            .clOrdId(sequence)
            .qtyLots(request.qtyLots)
            .instrumentId(request.instrument.instrumentId())
            .side((short)(ReportEncoder.SIDE_UNDISCLOSED == request.side ? BOTH_SIDES : request.side - '0'))
            .putClientRef(request.clOrdId.bytes(), 0, request.clOrdId.length());
        return offerRequest(request, HEADER + requestQuote.encodedLength());
    }

    private boolean offerRequest(final OrderRequest request, final int length)
    {
        request.offeredNs = clock.nanoTime();
        return publisher.offer(buffer, 0, length);
    }
}
