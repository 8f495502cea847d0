// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.wire;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Every message of TWIME A.2 to A.4: its template, its block length, and who sends it.
 */
class TwimeSchemaTest
{
    private static final String CODECS = "io.bourse.gateway.sbe.twime.";
    private static final int MESSAGES = 28;

    @ParameterizedTest
    @CsvSource(delimiter = ' ', value = {
        "Establish 5000 32 C",
        "EstablishmentAck 5001 20 V",
        "EstablishmentReject 5002 9 V",
        "Terminate 5003 1 CV",
        "RetransmitRequest 5004 20 C",
        "Retransmission 5005 20 V",
        "Sequence 5006 8 CV",
        "FloodReject 5007 16 V",
        "SessionReject 5008 13 V",
        "BusinessMessageReject 5009 20 V",
        "NewOrderSingle 6000 47 C",
        "OrderMassCancelRequest 6004 50 C",
        "OrderMassCancelByBFLimitRequest 6005 15 C",
        "OrderCancelRequest 6006 28 C",
        "OrderReplaceRequest 6007 46 C",
        "NewOrderIceberg 6008 54 C",
        "OrderIcebergCancelRequest 6009 28 C",
        "OrderIcebergReplaceRequest 6010 41 C",
        "NewOrderIcebergX 6011 55 C",
        "OrderMassCancelResponse 7007 20 V",
        "EmptyBook 7010 12 V",
        "SystemEvent 7014 21 V",
        "NewOrderSingleResponse 7015 74 V",
        "NewOrderIcebergResponse 7016 90 V",
        "OrderCancelResponse 7017 52 V",
        "OrderReplaceResponse 7018 69 V",
        "ExecutionSingleReport 7019 77 V",
        "ExecutionMultilegReport 7020 85 V"
    })
    void shouldHaveTheBlockLengthOfTheProtocol(
        final String name, final int templateId, final int blockLength, final String senders) throws Exception
    {
        final Class<?> decoder = Class.forName(CODECS + name + "Decoder");
        assertEquals(templateId, decoder.getField("TEMPLATE_ID").getInt(null));
        assertEquals(blockLength, decoder.getField("BLOCK_LENGTH").getInt(null));
        assertEquals(19781, decoder.getField("SCHEMA_ID").getInt(null));
        assertEquals(7, decoder.getField("SCHEMA_VERSION").getInt(null));
        assertEquals(
            senders.contains("C") ? blockLength : TwimeFrames.UNKNOWN_TEMPLATE,
            TwimeFrames.clientBlockLength(templateId));
        assertEquals(
            senders.contains("V") ? blockLength : TwimeFrames.UNKNOWN_TEMPLATE,
            TwimeFrames.venueBlockLength(templateId));
    }

    @Test
    void shouldDefineNoOtherMessage() throws IOException
    {
        try (InputStream schema = getClass().getResourceAsStream("/io/bourse/gateway/sbe/twime-7.xml"))
        {
            final String xml = new String(schema.readAllBytes(), StandardCharsets.UTF_8);
            final Matcher messages = Pattern.compile("<sbe:message name=").matcher(xml);
            assertEquals(MESSAGES, messages.results().count());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ' ', value = {
        "TerminationCodeEnum TooFastClient 4", "TerminationCodeEnum SequenceReset 11",
        "EstablishmentRejectCodeEnum TooFastReconnect 6", "SessionRejectReasonEnum ValueIsIncorrect 5",
        "SessionRejectReasonEnum ClOrdIdIsNotUnique 101", "TimeInForceEnum BOC 122", "SideEnum AllOrders 89",
        "ModeEnum FixStyleReplace 3", "ComplianceIDEnum NotAvailable 32", "ComplianceIDEnum Algorithm 82",
        "TradSesEventEnum SessionDataReady 101", "TradSesEventEnum ClearingStarted 105"
    })
    void shouldHaveTheValueOfTheProtocol(final String type, final String name, final int value) throws Exception
    {
        final Class<?> enumeration = Class.forName(CODECS + type);
        final Object constant = enumeration.getField(name).get(null);
        assertEquals(value, ((Number)enumeration.getMethod("value").invoke(constant)).intValue());
    }
}
