// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.MassCancelDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.NewSpecialOrderDecoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.sbe.twime.ComplianceIDEnum;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergEncoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergXDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergXEncoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleEncoder;
import io.bourse.gateway.sbe.twime.OrderCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderIcebergCancelRequestEncoder;
import io.bourse.gateway.sbe.twime.OrderIcebergReplaceRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderIcebergReplaceRequestEncoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelByBFLimitRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelByBFLimitRequestEncoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelRequestEncoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import io.bourse.gateway.sbe.admission.IdBudget;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Requests of clients as the engine reads them.
 */
class EngineCommandPublisherTest
{
    private static final int LOGIN = 7;

    private final UnsafeBuffer request = new UnsafeBuffer(new byte[128]);
    private final MessageHeaderEncoder frameHeader = new MessageHeaderEncoder();
    private final UnsafeBuffer command = new UnsafeBuffer(new byte[512]);
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final Login login = new Login(LOGIN, null, new ConnectionChanges(), new IdBudget(1_000_000, 1_000_000));
    private final EngineCommandPublisher publisher = new EngineCommandPublisher(
        (buffer, offset, length) ->
        {
            command.putBytes(0, buffer, offset, length);
            return true;
        },
        new CounterSet<>(GatewayCounter.class), RequestStamps.off(), 1, 0, false);

    EngineCommandPublisherTest()
    {
        request.setMemory(0, request.capacity(), (byte)0x5A);
    }

    @Test
    void shouldMakeAPostOnlyDayOrderOfBookOrCancel()
    {
        assertEquals("tif=0 conditions=2 expire=-1", single(TimeInForceEnum.BOC, TwimeFrames.NULL_UINT64));
        assertEquals("tif=6 conditions=0 expire=1701392400000000000",
            single(TimeInForceEnum.GTD, 1_701_392_400_000_000_000L));
        assertEquals("tif=3 conditions=0 expire=-1", single(TimeInForceEnum.IOC, TwimeFrames.NULL_UINT64));
    }

    @Test
    void shouldTakeTheLifetimeOfAnIcebergFromItsExpireDate()
    {
        assertEquals("tif=0 conditions=0 type=0 expire=-1 stop=0 min=0 stp=0 50@500 show=10+-0 AA01001",
            iceberg(TwimeFrames.NULL_UINT64, TwimeFrames.NULL_UINT32));
        assertEquals("tif=6 conditions=0 type=0 expire=99 stop=0 min=0 stp=0 50@500 show=10+-3 AA01001",
            iceberg(99, 3));
    }

    @Test
    void shouldTakeTheLifetimeOfAnIcebergXFromItsTimeInForce()
    {
        final NewOrderIcebergXEncoder encoder = new NewOrderIcebergXEncoder();
        encoder.wrapAndApplyHeader(request, 0, frameHeader)
            .clOrdID(1).expireDate(TwimeFrames.NULL_UINT64).securityID(1001).clOrdLinkID(3)
            .displayQty(10).displayVarianceQty(2).orderQty(50).complianceID(ComplianceIDEnum.Manual)
            .timeInForce(TimeInForceEnum.BOC).side(SideEnum.Sell).account("AA01001");
        encoder.price().mantissa(500);
        encoder.clientFlags().clear();
        assertTrue(publisher.newIceberg(login, new NewOrderIcebergXDecoder().wrap(
            request, 8, NewOrderIcebergXDecoder.BLOCK_LENGTH, NewOrderIcebergXDecoder.SCHEMA_VERSION), 0));
        assertEquals("tif=0 conditions=2 type=0 expire=-1 stop=0 min=0 stp=0 50@500 show=10+-2 AA01001", special());
    }

    @Test
    void shouldExpectAnIcebergInItsOwnCancelAndReplace()
    {
        final OrderIcebergCancelRequestEncoder cancel = new OrderIcebergCancelRequestEncoder();
        cancel.wrapAndApplyHeader(request, 0, frameHeader).clOrdID(1).orderID(9).securityID(1001).account("AA01001");
        cancel.clientFlags().clear();
        assertTrue(publisher.cancelOrder(login, new OrderCancelRequestDecoder().wrap(
            request, 8, OrderCancelRequestDecoder.BLOCK_LENGTH, 7), OrderClass.ICEBERG, 0));
        final CancelOrderDecoder cancelOrder = new CancelOrderDecoder().wrapAndApplyHeader(command, 0, header);
        assertEquals("9 ICEBERG AA01001", cancelOrder.orderId() + " " + cancelOrder.orderClass() + " " +
            AccountCode.unpack(cancelOrder.accountCode()));

        final OrderIcebergReplaceRequestEncoder replace = new OrderIcebergReplaceRequestEncoder();
        replace.wrapAndApplyHeader(request, 0, frameHeader)
            .clOrdID(2).orderID(9).clOrdLinkID(4).securityID(1001).complianceID(ComplianceIDEnum.Manual)
            .account("AA01001");
        replace.price().mantissa(600);
        replace.clientFlags().clear();
        assertTrue(publisher.replaceIceberg(login, new OrderIcebergReplaceRequestDecoder().wrap(
            request, 8, OrderIcebergReplaceRequestDecoder.BLOCK_LENGTH, 7), 0));
        final ReplaceOrderDecoder replaceOrder = new ReplaceOrderDecoder().wrapAndApplyHeader(command, 0, header);
        assertEquals("9 ICEBERG mode=0 600 stop=null link=4", replaceOrder.orderId() + " " +
            replaceOrder.orderClass() + " mode=" + replaceOrder.mode() + " " + replaceOrder.priceE5() + " stop=" +
            (ReplaceOrderDecoder.stopPriceE5NullValue() == replaceOrder.stopPriceE5() ? "null" : "set") +
            " link=" + replaceOrder.linkId());
        assertEquals(2, login.commandSequence());
    }

    @Test
    void shouldNumberConnectionsAmongTheCommandsOfTheLogin()
    {
        for (int sequence = 1; sequence <= 3; sequence++)
        {
            assertTrue(publisher.connectionChanged(login, 1 == sequence % 2, 0));
            assertEquals(sequence,
                new CommandHeaderDecoder().wrap(command, MessageHeaderDecoder.ENCODED_LENGTH).sequence());
            assertEquals(sequence, login.commandSequence());
        }
    }

    @Test
    void shouldPassTheFiltersOfAMassCancel()
    {
        final OrderMassCancelRequestEncoder encoder = new OrderMassCancelRequestEncoder();
        encoder.wrapAndApplyHeader(request, 0, frameHeader)
            .clOrdID(1).clOrdLinkID(TwimeFrames.NULL_INT32).securityID(TwimeFrames.NULL_INT32)
            .side(SideEnum.AllOrders).account("AA01%%%").securityGroup("RTS");
        encoder.securityType().clear().future(true).multileg(true);
        final int accountLength = RequestFields.accountPrefix(
            request, 8 + OrderMassCancelRequestEncoder.accountEncodingOffset());
        assertTrue(publisher.massCancel(login, new OrderMassCancelRequestDecoder().wrap(
            request, 8, OrderMassCancelRequestDecoder.BLOCK_LENGTH, 7), accountLength, 0));
        assertEquals("LOGIN AA01/4 instrument=2147483647 link=0 side=89 types=5 group=RTS", massCancel());
    }

    @Test
    void shouldCancelEverythingOfAFirmByAccount()
    {
        new OrderMassCancelByBFLimitRequestEncoder().wrapAndApplyHeader(request, 0, frameHeader)
            .clOrdID(1).account("AA01001");
        final int accountLength = RequestFields.accountPrefix(
            request, 8 + OrderMassCancelByBFLimitRequestEncoder.accountEncodingOffset());
        assertTrue(publisher.massCancelOfFirm(login, new OrderMassCancelByBFLimitRequestDecoder().wrap(
            request, 8, OrderMassCancelByBFLimitRequestDecoder.BLOCK_LENGTH, 7), accountLength, 0));
        assertEquals("BROKERAGE_FIRM AA01001/7 instrument=0 link=0 side=89 types=7 group=", massCancel());
    }

    @Test
    void shouldReadAccountFilters()
    {
        assertEquals(7, prefix("AA01001"));
        assertEquals(4, prefix("AA01%%%"));
        assertEquals(0, prefix("%%%%%%%"));
        assertEquals(0, prefix("\0\0\0\0\0\0\0"));
        assertEquals(RequestFields.NO_ACCOUNT_FILTER, prefix("AA01\0\0\0"));
        assertEquals(RequestFields.NO_ACCOUNT_FILTER, prefix("AA%1001"));
        assertEquals(RequestFields.NO_ACCOUNT_FILTER, prefix("%\0\0\0\0\0\0"));
        assertEquals(RequestFields.NO_ACCOUNT_FILTER, prefix("       "));
    }

    private static int prefix(final String account)
    {
        final UnsafeBuffer text = new UnsafeBuffer(new byte[9]);
        text.putStringWithoutLengthAscii(1, account);
        return RequestFields.accountPrefix(text, 1);
    }

    private String single(final TimeInForceEnum timeInForce, final long expireDate)
    {
        final NewOrderSingleEncoder encoder = new NewOrderSingleEncoder();
        encoder.wrapAndApplyHeader(request, 0, frameHeader)
            .clOrdID(1).expireDate(expireDate).securityID(1001).clOrdLinkID(3).orderQty(50)
            .complianceID(ComplianceIDEnum.Manual).timeInForce(timeInForce).side(SideEnum.Buy).account("AA01001");
        encoder.price().mantissa(500);
        encoder.clientFlags().clear();
        assertTrue(publisher.newOrder(login, new NewOrderSingleDecoder().wrap(
            request, 8, NewOrderSingleDecoder.BLOCK_LENGTH, NewOrderSingleDecoder.SCHEMA_VERSION), 0));
        final NewOrderDecoder order = new NewOrderDecoder().wrapAndApplyHeader(command, 0, header);
        return "tif=" + order.timeInForce() + " conditions=" + order.conditions() + " expire=" + order.expireDateNs();
    }

    private String iceberg(final long expireDate, final long variance)
    {
        final NewOrderIcebergEncoder encoder = new NewOrderIcebergEncoder();
        encoder.wrapAndApplyHeader(request, 0, frameHeader)
            .clOrdID(1).expireDate(expireDate).securityID(1001).clOrdLinkID(3)
            .displayQty(10).displayVarianceQty(variance).orderQty(50).complianceID(ComplianceIDEnum.Manual)
            .side(SideEnum.Buy).account("AA01001");
        encoder.price().mantissa(500);
        encoder.clientFlags().clear();
        assertTrue(publisher.newIceberg(login, new NewOrderIcebergDecoder().wrap(
            request, 8, NewOrderIcebergDecoder.BLOCK_LENGTH, NewOrderIcebergDecoder.SCHEMA_VERSION), 0));
        return special();
    }

    private String special()
    {
        final NewSpecialOrderDecoder order = new NewSpecialOrderDecoder().wrapAndApplyHeader(command, 0, header);
        return "tif=" + order.timeInForce() + " conditions=" + order.conditions() + " type=" + order.orderType() +
            " expire=" + order.expireDateNs() + " stop=" + order.stopPriceE5() + " min=" + order.minLots() +
            " stp=" + order.selfTradeMode() + " " + order.qtyLots() + "@" + order.priceE5() + " show=" +
            order.displayLots() + "+-" + order.displayVarianceLots() + " " + AccountCode.unpack(order.accountCode());
    }

    private String massCancel()
    {
        final MassCancelDecoder decoder = new MassCancelDecoder().wrapAndApplyHeader(command, 0, header);
        return decoder.scope() + " " + AccountCode.unpack(decoder.accountCode()).replace("\0", "") + "/" +
            decoder.accountLength() + " instrument=" + decoder.instrumentId() + " link=" + decoder.linkId() +
            " side=" + decoder.side() + " types=" + decoder.securityTypes() + " group=" + decoder.securityGroup();
    }
}
