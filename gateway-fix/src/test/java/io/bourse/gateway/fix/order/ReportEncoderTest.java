// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.gateway.fix.field.FixInstrument;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.field.FixText;
import io.bourse.gateway.fix.field.FixTimes;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Reports field by field, in the order of FIX 4.4; {@code |} stands for SOH.
 */
class ReportEncoderTest
{
    private static final long TIME_NS = 1_000_000_005L;
    private static final String TIME = "60=19700101-00:00:01.000000005|";
    private static final String INSTRUMENT = "55=CHEAP|48=11|22=8|";

    private final FixWriter writer = new FixWriter();
    private final FixText execId = new FixText().set("4096-1");
    private final FixText name = new FixText().set("a");
    private final FixText former = new FixText().set("b");
    private final FixOrder order = new FixOrder().reset(
        null, new FixInstrument(11, "CHEAP", "RUB", false), AccountCode.pack("CF01ABC"), 1, '0');

    ReportEncoderTest()
    {
        order.rootOrderId = 100;
        order.orderId = 102;
        order.priceE5 = 500_000;
        order.orderQtyLots = 10;
        order.leavesLots = 10;
        order.status = '0';
    }

    @Test
    void shouldReportALimitOrder()
    {
        assertEquals("8 37=100|198=102|11=a|17=4096-1|150=0|39=0|1=CF01ABC|" + INSTRUMENT +
            "54=1|38=10|40=2|44=5|59=0|151=10|14=0|6=0|" + TIME, execution('0', null));
    }

    @Test
    void shouldReportWhatWasTradedOfAReplacedOrder()
    {
        order.side = 2;
        order.fill(500_000, 1, 9);
        order.fill(600_000, 2, 7);
        assertEquals("8 37=100|198=102|11=a|41=b|17=4096-1|150=F|39=1|1=CF01ABC|" + INSTRUMENT +
            "54=2|38=10|40=2|44=5|59=0|151=7|14=3|6=5.66666667|" + TIME, execution('F', former));
    }

    @Test
    void shouldReportEveryTermOfAnOrder()
    {
        order.ordType = '4';
        order.stopPriceE5 = 400_000;
        order.timeInForce = '6';
        order.expireDateNs = 2 * FixTimes.NS_PER_DAY;
        order.conditions = OrderConditions.POST_ONLY;
        order.minLots = 3;
        order.displayLots = 4;
        order.displayVarianceLots = 1;
        order.linkId = 8;
        assertEquals("38=10|40=4|44=5|99=4|59=6|432=19700102|18=6|110=3|111=4|20002=1|20003=8|", terms());
        order.expireDateNs = 2 * FixTimes.NS_PER_DAY + 5;
        assertTrue(terms().contains("|126=19700103-00:00:00.000000005|18="), terms());
        order.timeInForce = '1';
        assertFalse(terms().contains("|126="), "it has no end");
        order.linkId = -8;
        assertTrue(terms().endsWith("|20003=-8|"));
    }

    @Test
    void shouldReportPricesAsFarAsTheySayAnything()
    {
        order.ordType = '1';
        assertEquals("38=10|40=1|59=0|", terms());
        order.ordType = '3';
        order.stopPriceE5 = 400_000;
        assertEquals("38=10|40=3|99=4|59=0|", terms());
        order.ordType = 'K';
        assertEquals("38=10|40=K|59=0|", terms());
        order.isPriced = true;
        assertEquals("38=10|40=K|44=5|59=0|", terms());
        order.ordType = '1';
        assertEquals("38=10|40=1|59=0|", terms());
    }

    @Test
    void shouldSayThatAnOrderIsHidden()
    {
        order.conditions = OrderConditions.HIDDEN;
        assertEquals("38=10|40=2|44=5|59=0|111=0|", terms());
    }

    @Test
    void shouldReportAnOrderOfWhichLittleIsKnown()
    {
        order.rootOrderId = 0;
        order.orderQtyLots = 0;
        order.accountCode = 0;
        order.instrument = null;
        name.clear();
        assertEquals("8 37=NONE|17=4096-1|150=I|39=0|55=NONE|54=1|151=10|14=0|6=0|" + TIME, execution('I', null));
    }

    @Test
    void shouldGiveBackWhatTheClientWroteOfARefusedOrder()
    {
        final String rest = "151=0|14=0|6=0|" + TIME + "103=1|58=why|";
        assertEquals("8 37=NONE|11=x|17=4096-1|150=8|39=8|1=acc|55=WHAT|48=y|22=8|54=z|38=many|40=?|44=1e2|" + rest,
            refused("11=x|1=acc|55=WHAT|48=y|22=4|54=z|38=many|40=\u00e4|44=1e2|"));
        assertEquals("8 37=NONE|17=4096-1|150=8|39=8|55=NONE|" + rest, refused("58=x|11=|55=|48=|"));
    }

    private String refused(final String fields)
    {
        final byte[] bytes = fields.replace('|', '\u0001').getBytes(StandardCharsets.ISO_8859_1);
        final FixReader reader = new FixReader();
        assertTrue(reader.wrap(bytes, 0, bytes.length));
        ReportEncoder.refusedNew(writer, reader, execId, FixRefusal.UNKNOWN_SYMBOL, "why", TIME_NS);
        return text();
    }

    @Test
    void shouldGiveBackWhatWasUnderstoodOfARefusedOrder()
    {
        final OrderRequest request = new OrderRequest().reset(OrderRequest.Kind.NEW, null, 0);
        request.clOrdId.set("a");
        request.accountCode = AccountCode.pack("CF01ABC");
        request.instrument = order.instrument;
        request.side = '2';
        request.qtyLots = 10;
        request.ordType = '1';
        final String begin = "8 37=NONE|11=a|17=4096-1|150=8|39=8|1=CF01ABC|" + INSTRUMENT + "54=2|38=10|40=";
        final String rest = "151=0|14=0|6=0|" + TIME + "103=99|58=why|";
        ReportEncoder.refusedNew(writer, request, execId, FixRefusal.ENGINE_BUSY, "why", TIME_NS);
        assertEquals(begin + "1|" + rest, text());
        request.ordType = '2';
        request.hasPrice = true;
        request.priceE5 = 500_000;
        ReportEncoder.refusedNew(writer, request, execId, FixRefusal.ENGINE_BUSY, "why", TIME_NS);
        assertEquals(begin + "2|44=5|" + rest, text());
    }

    @Test
    void shouldSayWhyACancelWasRefused()
    {
        final String rest = TIME + "102=1|58=why|";
        ReportEncoder.cancelReject(writer, order, name, former, '1', 1, "why", TIME_NS);
        assertEquals("9 37=100|198=102|11=a|41=b|39=0|434=1|" + rest, text());
        ReportEncoder.cancelReject(writer, null, name, null, '2', 1, "why", TIME_NS);
        assertEquals("9 37=NONE|11=a|41=NONE|39=8|434=2|" + rest, text());
        ReportEncoder.cancelReject(writer, null, name, former.clear(), '2', 1, "why", TIME_NS);
        assertEquals("9 37=NONE|11=a|41=NONE|39=8|434=2|" + rest, text());
    }

    @Test
    void shouldNameTheSessionWhenThereIsOne()
    {
        ReportEncoder.session(writer.begin("8"), 7, 20_261_122);
        assertEquals("8 336=7|75=20261122|", text());
        ReportEncoder.session(writer.begin("8"), 0, 20_261_122);
        assertEquals("8 ", text());
    }

    @Test
    void shouldCopyAFieldToAnother()
    {
        final FixReader reader = new FixReader();
        final byte[] bytes = "11=x\00158=\001".getBytes(StandardCharsets.ISO_8859_1);
        reader.wrap(bytes, 0, bytes.length);
        writer.begin("8");
        assertTrue(ReportEncoder.copy(writer, reader, 11, 117));
        assertFalse(ReportEncoder.copy(writer, reader, 58, 117));
        assertFalse(ReportEncoder.copy(writer, reader, 1, 117));
        assertEquals("8 117=x|", text());
    }

    private String terms()
    {
        final String report = execution('0', null);
        return report.substring(report.indexOf("38="), report.indexOf("151="));
    }

    private String execution(final char execType, final FixText origClOrdId)
    {
        ReportEncoder.execution(writer, order, execId, execType, name, origClOrdId, TIME_NS);
        return text();
    }

    private String text()
    {
        return writer.msgType() + ' ' +
            new String(writer.bytes(), 0, writer.length(), StandardCharsets.US_ASCII).replace('\u0001', '|');
    }
}
