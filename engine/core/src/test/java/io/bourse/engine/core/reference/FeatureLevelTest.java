// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.core.CommandWriter;
import io.bourse.engine.core.CoreFixture;
import io.bourse.engine.core.EventRecorder;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.SnapshotRecords;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;

/**
 * What a message without meaning does, before and after the feature level that makes it harmless; and who raises it.
 */
class FeatureLevelTest
{
    private static final String REFUSED = "rejected cl=- order=- account= instrument=0 ";
    private static final int TEMPLATE_OFFSET = CommandWriter.OFFSET + MessageHeaderDecoder.templateIdEncodingOffset();
    /** Longer than any block, with space for a group after it. */
    private static final int BLOCK_LENGTH = 490;
    private static final int GATEWAY_OFFSET = CommandWriter.OFFSET + MessageHeaderDecoder.ENCODED_LENGTH +
        CommandHeaderDecoder.gatewayIdEncodingOffset();
    private static final int VERSION_OFFSET = CommandWriter.OFFSET + MessageHeaderDecoder.versionEncodingOffset();

    private final CoreFixture core = new CoreFixture().withMembers().open();

    @Test
    void shouldRiseOneByOneAndNeverBack()
    {
        assertEquals(FeatureLevels.BASE, core.engine.featureLevel());
        for (final int level : new int[]{0, 1, 3, 65_534})
        {
            assertEquals(List.of(REFUSED + "WRONG_STATE"), core.send(core.commands.featureLevel(level)));
        }
        assertEquals(List.of("feature level 2"), core.send(core.commands.featureLevel(2)));
        assertEquals(FeatureLevels.BOUNDED, core.engine.featureLevel());
        assertEquals(List.of("feature level 3"), core.send(core.commands.featureLevel(3)));
        assertEquals(FeatureLevels.AUDITED, core.engine.featureLevel());
        assertEquals(List.of("feature level 4"), core.send(core.commands.featureLevel(4)));
        assertEquals(FeatureLevels.TOUCHED, core.engine.featureLevel());
        for (final int level : new int[]{0, 1, 2, 3, 4, 6})
        {
            assertEquals(List.of(REFUSED + "WRONG_STATE"), core.send(core.commands.featureLevel(level)));
        }
    }

    @Test
    void shouldRefuseToRiseWhenSenderIsAGateway()
    {
        core.commands.featureLevel(2);
        core.commands.buffer.putShort(GATEWAY_OFFSET, (short)CommandWriter.GATEWAY_ID);
        assertEquals(List.of(REFUSED + "NO_RIGHT"), core.send(core.commands.length));
        assertEquals(FeatureLevels.BASE, core.engine.featureLevel());
    }

    @Test
    void shouldHaltWhenHistoryGoesOnAtALevelOfANewerProgram()
    {
        core.raiseTo(FeatureLevels.HIGHEST);
        core.commands.featureLevel(FeatureLevels.HIGHEST + 1);
        final IllegalStateException ex =
            assertThrows(IllegalStateException.class, () -> core.send(core.commands.length));
        assertTrue(ex.getMessage().contains("run the newer program: featureLevel=14 highestKnownLevel=13"),
            ex::getMessage);
    }

    /** Members of an older program cannot be stopped by a level that none of them knows. */
    @Test
    void shouldRefuseLevelThatTheLeaderDoesNotKnow()
    {
        core.engine.offerFeatureLevel(FeatureLevels.BASE);
        assertEquals(List.of(REFUSED + "WRONG_STATE"), core.send(core.commands.featureLevel(2)));
        core.engine.offerFeatureLevel(FeatureLevels.BOUNDED);
        core.send(core.commands.featureLevel(2));
        assertEquals(List.of(REFUSED + "WRONG_STATE"), core.send(core.commands.featureLevel(3)));
        final MatchingEngine again = SnapshotRecords.of(core.engine).read((sequence, buffer, offset, length) ->
        {
        });
        core.commands.featureLevel(3);
        assertTrue(again.onCommand(
            core.timeNs, core.position, core.commands.buffer, CommandWriter.OFFSET, core.commands.length));
        assertEquals(FeatureLevels.BOUNDED, again.featureLevel());
    }

    @Test
    void shouldKeepLevelInSnapshots()
    {
        core.send(core.commands.featureLevel(2));
        final MatchingEngine again = SnapshotRecords.of(core.engine).read(new EventRecorder());
        assertEquals(FeatureLevels.BOUNDED, again.featureLevel());
    }

    @ParameterizedTest
    @ValueSource(ints = {FeatureLevels.BASE, FeatureLevels.BOUNDED, FeatureLevels.AUDITED, FeatureLevels.TOUCHED})
    void shouldHaveNoEffectWhenVersionIsNewer(final int level)
    {
        core.raiseTo(level);
        order();
        core.commands.buffer.putShort(VERSION_OFFSET, (short)(MessageHeaderDecoder.SCHEMA_VERSION + 1));
        requireNoEffect(core.commands.length, "version");
        order();
        core.commands.buffer.putShort(VERSION_OFFSET, (short)65_535);
        requireNoEffect(core.commands.length, "version");
    }

    @Test
    void shouldHaveNoEffectWhenFormIsNotKnown()
    {
        core.send(core.commands.featureLevel(2));
        order();
        final int length = core.commands.length;
        for (int truncated = 0; truncated < length; truncated++)
        {
            order();
            requireNoEffect(truncated, "length=" + truncated);
        }
        for (final int template : new int[]{0, 6, 13, 98, 99, 100, 113, 65_535})
        {
            order();
            core.commands.buffer.putShort(TEMPLATE_OFFSET, (short)template);
            requireNoEffect(length, "template=" + template);
        }
        for (final int blockLength : new int[]{0, NewOrderDecoder.BLOCK_LENGTH - 1, 200, 65_535})
        {
            order();
            core.commands.buffer.putShort(CommandWriter.OFFSET, (short)blockLength);
            requireNoEffect(length, "blockLength=" + blockLength);
        }
        order();
        core.commands.buffer.putByte(CommandWriter.OFFSET + length - 1, (byte)65);
        requireNoEffect(length + 65, "clientRef");
        assertEquals(List.of("accepted 1 cl=1 BUY 1@100 DAY"), core.send(order()));
    }

    /** The table of forms and the schema name the same commands, and the core executes each of them. */
    @Test
    void shouldKnowTheFormOfEveryCommandOfTheSchema() throws Exception
    {
        final List<Integer> known = new ArrayList<>();
        final UnsafeBuffer zeros = new UnsafeBuffer(new byte[CommandForm.MAX_UNSIGNED_LENGTH]);
        zeros.putShort(MessageHeaderDecoder.schemaIdEncodingOffset(), (short)MessageHeaderDecoder.SCHEMA_ID);
        zeros.putShort(0, (short)BLOCK_LENGTH);
        final UnsafeBuffer signed = new UnsafeBuffer(new byte[CommandForm.MAX_LENGTH]);
        signed.putBytes(0, zeros, 0, MessageHeaderDecoder.ENCODED_LENGTH);
        final int dataOffset = MessageHeaderDecoder.ENCODED_LENGTH + BLOCK_LENGTH;
        signed.putShort(dataOffset, (short)(signed.capacity() - dataOffset - Short.BYTES));
        for (int templateId = 0; templateId <= CommandForm.MAX_TEMPLATE_ID; templateId++)
        {
            zeros.putShort(MessageHeaderDecoder.templateIdEncodingOffset(), (short)templateId);
            signed.putShort(MessageHeaderDecoder.templateIdEncodingOffset(), (short)templateId);
            // Groups of no entries whose length is large enough.
            zeros.putShort(MessageHeaderDecoder.ENCODED_LENGTH + BLOCK_LENGTH, (short)100);
            if (CommandForm.isUnderstood(zeros, 0, zeros.capacity(), FeatureLevels.HIGHEST) ||
                CommandForm.isUnderstood(signed, 0, signed.capacity(), FeatureLevels.HIGHEST) ||
                CommandForm.NOT_UNDERSTOOD != CommandForm.end(
                    withoutGroup(zeros), 0, zeros.capacity(), FeatureLevels.HIGHEST))
            {
                known.add(templateId);
            }
        }
        assertEquals(commandsOfTheSchema(), known);
    }

    private static UnsafeBuffer withoutGroup(final UnsafeBuffer command)
    {
        final byte[] bytes = new byte[command.capacity()];
        command.getBytes(0, bytes);
        bytes[MessageHeaderDecoder.ENCODED_LENGTH + BLOCK_LENGTH] = 0;
        return new UnsafeBuffer(bytes);
    }

    private static List<Integer> commandsOfTheSchema() throws Exception
    {
        try (InputStream schema = open())
        {
            final DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            final NodeList messages = factory.newDocumentBuilder().parse(schema).getElementsByTagNameNS("*", "message");
            final List<Integer> ids = new ArrayList<>();
            for (int i = 0; i < messages.getLength(); i++)
            {
                final int id = Integer.parseInt(((Element)messages.item(i)).getAttribute("id"));
                if (id <= CommandForm.MAX_TEMPLATE_ID)
                {
                    ids.add(id);
                }
            }
            ids.sort(null);
            return ids;
        }
    }

    private static InputStream open() throws IOException
    {
        return FeatureLevels.class.getResourceAsStream("bourse-engine.xml");
    }

    private CommandWriter order()
    {
        return core.commands.newOrder(1, encoder -> encoder.accountCode(CoreFixture.ACCOUNTS[1]));
    }

    private void requireNoEffect(final int length, final String at)
    {
        final SnapshotRecords before = SnapshotRecords.of(core.engine);
        core.recorder.events.clear();
        // The place in the journal stays too: a snapshot names it.
        assertFalse(core.engine.onCommand(
            Long.MAX_VALUE, core.position, core.commands.buffer, CommandWriter.OFFSET, length), at);
        assertEquals(List.of(), core.texts(), at);
        assertEquals(before.records.size(), SnapshotRecords.of(core.engine).records.size(), at);
        for (int i = 0; i < before.records.size(); i++)
        {
            assertEquals(
                new UnsafeBuffer(before.records.get(i)),
                new UnsafeBuffer(SnapshotRecords.of(core.engine).records.get(i)), at);
        }
    }
}
