// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.wire;

import io.bourse.gateway.sbe.wire.SchemaCodec.Field;
import io.bourse.gateway.sbe.wire.SchemaCodec.Message;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The schema files of the three versions, the codecs of the gateway and its tables of lengths against the byte tables
 * of TWIME: every message, every offset, every tag, every null, every value of an enumeration.
 */
class ProtocolTablesTest
{
    private static final String CODECS = "io.bourse.gateway.sbe.twime.";
    private static final ProtocolTables TABLES = ProtocolTables.read();

    static List<Message> messages()
    {
        return TABLES.messages(7);
    }

    @Test
    @DisplayName("A.2-A.4: the tables are whole: fields follow each other without a gap up to the block length")
    void shouldHaveTablesWithoutGaps()
    {
        assertEquals(28, messages().size());
        for (final Message message : messages())
        {
            int offset = 0;
            for (final Field field : message.fields())
            {
                assertEquals(offset, field.offset(), message.name() + "." + field.name());
                offset += field.length();
            }
            assertEquals(message.blockLength(), offset, message.name());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7})
    @DisplayName("A.2-A.4, A.9: the schema file of a version is its byte tables")
    void shouldHaveASchemaFileThatSaysWhatTheTablesSay(final int version)
    {
        assertEquals(TABLES.messages(version), SchemaCodec.load(version).messages());
    }

    @ParameterizedTest
    @MethodSource("messages")
    @DisplayName("A.2-A.4: the codec of a message is its byte table")
    void shouldEncodeEveryFieldWhereTheTableHasIt(final Message message) throws Exception
    {
        final Class<?> decoder = Class.forName(CODECS + message.name() + "Decoder");
        assertEquals(message.templateId(), decoder.getField("TEMPLATE_ID").getInt(null));
        assertEquals(message.blockLength(), decoder.getField("BLOCK_LENGTH").getInt(null));
        for (final Field field : message.fields())
        {
            final String name = Character.toLowerCase(field.name().charAt(0)) + field.name().substring(1);
            assertEquals(field.offset(), number(decoder, name + "EncodingOffset"), name);
            assertEquals(field.length(), number(decoder, name + "EncodingLength"), name);
            assertEquals(field.tag(), number(decoder, name + "Id"), name);
            if (!SchemaCodec.NO_NULL.equals(field.nullValue()))
            {
                assertEquals(new BigInteger(field.nullValue()).longValue(), number(decoder, name + "NullValue"), name);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7})
    @DisplayName("A.1: enumerations and sets of a version")
    void shouldHaveTheEnumerationsOfTheTables(final int version)
    {
        final SchemaCodec schema = SchemaCodec.load(version);
        TABLES.values().forEach((type, values) ->
        {
            final Map<String, Integer> expected = new LinkedHashMap<>(values);
            if (version < 7)
            {
                expected.remove("TooFastReconnect");
                assertEquals(expected.containsKey("ClearingStarted"), schema.values(type).containsValue(104));
            }
            if (version < 6)
            {
                expected.keySet().removeAll(List.of("DueToCrossCancel", "NegotiatedMatchByRef"));
            }
            final Map<String, Integer> found = schema.values(type);
            found.keySet().removeAll(List.of("IntradayClearingStarted", "IntradayClearingFinished"));
            final boolean isMissing =
                version < 7 && "ComplianceIDEnum".equals(type) || version < 6 && "Flags2Set".equals(type);
            assertEquals(isMissing ? Map.of() : expected, found, type);
        });
    }

    @Test
    @DisplayName("A.1: every value of an enumeration in the codecs")
    void shouldDecodeEveryValueOfAnEnumeration() throws Exception
    {
        for (final Map.Entry<String, Map<String, Integer>> type : TABLES.values().entrySet())
        {
            if (type.getKey().endsWith("Enum"))
            {
                final Class<?> codec = Class.forName(CODECS + type.getKey());
                for (final Map.Entry<String, Integer> value : type.getValue().entrySet())
                {
                    final Object constant = codec.getField(value.getKey()).get(null);
                    assertEquals(value.getValue(), ((Number)codec.getMethod("value").invoke(constant)).intValue());
                }
                // The generated one more is NULL_VAL.
                assertEquals(type.getValue().size() + 1, codec.getEnumConstants().length, type.getKey());
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ' ', value = {
        "6 NewOrderSingle 46", "6 OrderCancelRequest 28", "6 OrderReplaceRequest 45", "6 NewOrderIceberg 53",
        "6 OrderIcebergReplaceRequest 40", "6 NewOrderIcebergX 54", "6 NewOrderSingleResponse 73",
        "6 NewOrderIcebergResponse 89", "6 OrderCancelResponse 52", "6 OrderReplaceResponse 68",
        "6 ExecutionSingleReport 77", "6 ExecutionMultilegReport 85", "5 NewOrderSingle 46",
        "5 OrderMassCancelResponse 20", "5 SystemEvent 21", "5 NewOrderSingleResponse 65",
        "5 NewOrderIcebergResponse 81", "5 OrderCancelResponse 44", "5 OrderReplaceResponse 60",
        "5 ExecutionSingleReport 69", "5 ExecutionMultilegReport 77"
    })
    @DisplayName("A.9: block lengths of the older versions")
    void shouldHaveTheBlockLengthsOfTheVersionHistory(final int version, final String name, final int blockLength)
    {
        final Message message = SchemaCodec.load(version).messages().stream()
            .filter((m) -> name.equals(m.name())).findFirst().orElseThrow();
        assertEquals(blockLength, message.blockLength());
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7})
    @DisplayName("A.9: what the gateway takes and sends in a version")
    void shouldExpectAndSendTheLengthsOfTheVersion(final int version)
    {
        final WireVersion wire = WireVersion.of(version);
        assertEquals(version, wire.number());
        final List<Message> ofVersion = TABLES.messages(version);
        for (int i = 0; i < ofVersion.size(); i++)
        {
            final Message message = ofVersion.get(i);
            final int currentId = messages().get(i).templateId();
            final int clientLength = wire.clientBlockLength(currentId);
            final int venueLength = wire.venueBlockLength(currentId);
            assertTrue(TwimeFrames.UNKNOWN_TEMPLATE == clientLength || message.blockLength() == clientLength,
                message.name());
            assertTrue(TwimeFrames.UNKNOWN_TEMPLATE == venueLength || message.blockLength() == venueLength,
                message.name());
            assertTrue(clientLength > 0 || venueLength > 0, message.name());
            assertEquals(message.templateId(), wire.venueTemplateId(currentId), message.name());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 8, 65535})
    @DisplayName("A.9: versions that are not spoken")
    void shouldNotKnowOtherVersions(final int version)
    {
        assertNull(WireVersion.of(version));
    }

    private static long number(final Class<?> codec, final String method) throws ReflectiveOperationException
    {
        return ((Number)codec.getMethod(method).invoke(null)).longValue();
    }
}
