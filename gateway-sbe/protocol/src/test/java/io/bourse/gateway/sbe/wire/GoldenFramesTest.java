// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.wire;

import io.bourse.gateway.sbe.twime.ComplianceIDEnum;
import io.bourse.gateway.sbe.twime.EstablishDecoder;
import io.bourse.gateway.sbe.twime.EstablishEncoder;
import io.bourse.gateway.sbe.twime.EstablishmentAckDecoder;
import io.bourse.gateway.sbe.twime.EstablishmentAckEncoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportEncoder;
import io.bourse.gateway.sbe.twime.MessageHeaderDecoder;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleEncoder;
import io.bourse.gateway.sbe.twime.SequenceDecoder;
import io.bourse.gateway.sbe.twime.SequenceEncoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.util.HexFormat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The five golden frames of TWIME A.10, both ways.
 */
class GoldenFramesTest
{
    private static final String ESTABLISH =
        "20008813454d070000002a36fe9c9717e80300004c4f47494e310000000000000000000000000000";
    private static final String ESTABLISHMENT_ACK =
        "14008913454d070000002a36fe9c9717e80300000100000000000000";
    private static final String SEQUENCE = "08008e13454d0700ffffffffffffffff";
    private static final String NEW_ORDER_SINGLE =
        "2f007017454d07000100000000000000ffffffffffffffffe0cf29840100000033a80400ffffff7f" +
        "050000005200010041303030303031";
    private static final String EXECUTION_SINGLE_REPORT =
        "4d006b1b454d0700010000000000000001002a36fe9c9717e9030000000000002923000000000000" +
        "01000000000200000000000000000000e0cf29840100000002000000030000008f190000ffffff7f33a8040001";
    private static final long TIMESTAMP_NS = 1_700_000_000_000_000_000L;
    private static final long PRICE_E5 = 6_512_300_000L;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[TwimeFrames.MAX_FRAME_LENGTH]);
    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerDecoder = new MessageHeaderDecoder();

    @Test
    void shouldEncodeEstablish()
    {
        final EstablishEncoder encoder = new EstablishEncoder();
        encoder.wrapAndApplyHeader(buffer, 0, headerEncoder)
            .timestamp(TIMESTAMP_NS)
            .keepaliveInterval(1000)
            .credentials("LOGIN1");
        assertEquals(ESTABLISH, hex(encoder.encodedLength()));
    }

    @Test
    void shouldDecodeEstablish()
    {
        final EstablishDecoder decoder = new EstablishDecoder()
            .wrapAndApplyHeader(frame(ESTABLISH), 0, headerDecoder);
        assertEquals(TIMESTAMP_NS, decoder.timestamp());
        assertEquals(1000, decoder.keepaliveInterval());
        assertEquals("LOGIN1", decoder.credentials());
    }

    @Test
    void shouldEncodeEstablishmentAck()
    {
        final EstablishmentAckEncoder encoder = new EstablishmentAckEncoder();
        encoder.wrapAndApplyHeader(buffer, 0, headerEncoder)
            .requestTimestamp(TIMESTAMP_NS)
            .keepaliveInterval(1000)
            .nextSeqNo(1);
        assertEquals(ESTABLISHMENT_ACK, hex(encoder.encodedLength()));
    }

    @Test
    void shouldDecodeEstablishmentAck()
    {
        final EstablishmentAckDecoder decoder = new EstablishmentAckDecoder()
            .wrapAndApplyHeader(frame(ESTABLISHMENT_ACK), 0, headerDecoder);
        assertEquals(TIMESTAMP_NS, decoder.requestTimestamp());
        assertEquals(1000, decoder.keepaliveInterval());
        assertEquals(1, decoder.nextSeqNo());
    }

    @Test
    void shouldEncodeSequence()
    {
        final SequenceEncoder encoder = new SequenceEncoder();
        encoder.wrapAndApplyHeader(buffer, 0, headerEncoder).nextSeqNo(TwimeFrames.NULL_UINT64);
        assertEquals(SEQUENCE, hex(encoder.encodedLength()));
    }

    @Test
    void shouldDecodeSequence()
    {
        final SequenceDecoder decoder = new SequenceDecoder()
            .wrapAndApplyHeader(frame(SEQUENCE), 0, headerDecoder);
        assertEquals(SequenceDecoder.nextSeqNoNullValue(), decoder.nextSeqNo());
    }

    @Test
    void shouldEncodeNewOrderSingle()
    {
        final NewOrderSingleEncoder encoder = new NewOrderSingleEncoder();
        encoder.wrapAndApplyHeader(buffer, 0, headerEncoder)
            .clOrdID(1)
            .expireDate(NewOrderSingleEncoder.expireDateNullValue())
            .securityID(305203)
            .clOrdLinkID(NewOrderSingleEncoder.clOrdLinkIDNullValue())
            .orderQty(5)
            .complianceID(ComplianceIDEnum.Algorithm)
            .timeInForce(TimeInForceEnum.Day)
            .side(SideEnum.Buy)
            .account("A000001");
        encoder.price().mantissa(PRICE_E5);
        encoder.clientFlags().clear();
        assertEquals(NEW_ORDER_SINGLE, hex(encoder.encodedLength()));
    }

    @Test
    void shouldDecodeNewOrderSingle()
    {
        final NewOrderSingleDecoder decoder = new NewOrderSingleDecoder()
            .wrapAndApplyHeader(frame(NEW_ORDER_SINGLE), 0, headerDecoder);
        assertEquals(1, decoder.clOrdID());
        assertEquals(NewOrderSingleDecoder.expireDateNullValue(), decoder.expireDate());
        assertEquals(PRICE_E5, decoder.price().mantissa());
        assertEquals(-5, decoder.price().exponent());
        assertEquals(305203, decoder.securityID());
        assertEquals(Integer.MAX_VALUE, decoder.clOrdLinkID());
        assertEquals(5, decoder.orderQty());
        assertEquals(ComplianceIDEnum.Algorithm, decoder.complianceID());
        assertEquals(TimeInForceEnum.Day, decoder.timeInForce());
        assertEquals(SideEnum.Buy, decoder.side());
        assertTrue(decoder.clientFlags().isEmpty());
        assertEquals("A000001", decoder.account());
    }

    @Test
    void shouldEncodeExecutionSingleReport()
    {
        final ExecutionSingleReportEncoder encoder = new ExecutionSingleReportEncoder();
        encoder.wrapAndApplyHeader(buffer, 0, headerEncoder)
            .clOrdID(1)
            .timestamp(TIMESTAMP_NS + 1)
            .orderID(1001)
            .trdMatchID(9001)
            .lastQty(2)
            .orderQty(3)
            .tradingSessionID(6543)
            .clOrdLinkID(ExecutionSingleReportEncoder.clOrdLinkIDNullValue())
            .securityID(305203)
            .side(SideEnum.Buy);
        encoder.flags().clear().day(true).activeSide(true);
        encoder.flags2().clear();
        encoder.lastPx().mantissa(PRICE_E5);
        assertEquals(EXECUTION_SINGLE_REPORT, hex(encoder.encodedLength()));
    }

    @Test
    void shouldDecodeExecutionSingleReport()
    {
        final ExecutionSingleReportDecoder decoder = new ExecutionSingleReportDecoder()
            .wrapAndApplyHeader(frame(EXECUTION_SINGLE_REPORT), 0, headerDecoder);
        assertEquals(1, decoder.clOrdID());
        assertEquals(TIMESTAMP_NS + 1, decoder.timestamp());
        assertEquals(1001, decoder.orderID());
        assertEquals(9001, decoder.trdMatchID());
        assertTrue(decoder.flags().day());
        assertTrue(decoder.flags().activeSide());
        assertFalse(decoder.flags().passiveSide());
        assertTrue(decoder.flags2().isEmpty());
        assertEquals(PRICE_E5, decoder.lastPx().mantissa());
        assertEquals(2, decoder.lastQty());
        assertEquals(3, decoder.orderQty());
        assertEquals(6543, decoder.tradingSessionID());
        assertEquals(Integer.MAX_VALUE, decoder.clOrdLinkID());
        assertEquals(305203, decoder.securityID());
        assertEquals(SideEnum.Buy, decoder.side());
    }

    private String hex(final int encodedLength)
    {
        final byte[] bytes = new byte[TwimeFrames.HEADER_LENGTH + encodedLength];
        buffer.getBytes(0, bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static UnsafeBuffer frame(final String hex)
    {
        return new UnsafeBuffer(HexFormat.of().parseHex(hex));
    }
}
