// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.SetMarginDecoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import javax.xml.parsers.DocumentBuilderFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Histories that versions of the program have written, a directory for each, replay to the same event bytes and go on
 * from their snapshots. A version that has another schema, feature level or format of snapshots adds an entry, by
 * {@code -Dbourse.corpus.write=true}; those that are there never change (docs/upgrade.md).
 */
class HistoryCorpusTest
{
    private static final Path CORPUS = Path.of(System.getProperty("bourse.root"))
        .resolve("engine/core/src/test/resources/io/bourse/engine/core/corpus");
    private static final int MARGIN_OFFSET = MessageHeaderDecoder.ENCODED_LENGTH +
        SetMarginDecoder.longKopecksEncodingOffset();

    @BeforeAll
    static void writeIfAsked() throws IOException
    {
        if (Boolean.getBoolean("bourse.corpus.write"))
        {
            write();
        }
    }

    static List<Path> entries() throws IOException
    {
        try (Stream<Path> entries = Files.list(CORPUS))
        {
            return entries.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("entries")
    void shouldReplayToTheSameEvents(final Path directory) throws IOException
    {
        final CorpusEntry entry = CorpusEntry.read(directory);
        final EventRecorder recorder = new EventRecorder();
        final MatchingEngine engine = new MatchingEngine(0, recorder);
        assertSameFrames(entry, engine, recorder, 0, 0);
        assertEquals(entry.properties.get("rollingHash"), Long.toHexString(recorder.rollingHash));
    }

    @ParameterizedTest
    @MethodSource("entries")
    void shouldGoOnFromEverySnapshot(final Path directory) throws IOException
    {
        final CorpusEntry entry = CorpusEntry.read(directory);
        for (final SnapshotRecords snapshot : entry.snapshots)
        {
            final EventRecorder recorder = new EventRecorder();
            final MatchingEngine engine = snapshot.read(recorder);
            recorder.frameSequence = engine.frameSequence();
            int firstCommand = 0;
            while (entry.commands.get(firstCommand).position() <= engine.commandPosition())
            {
                firstCommand++;
            }
            final int firstFrame = (int)engine.frameSequence();
            recorder.rollingHash = rollingHash(entry.frames.get(firstFrame - 1));
            assertSameFrames(entry, engine, recorder, firstCommand, firstFrame);
        }
    }

    /** The same command with another price is another history: the message says where it begins to differ. */
    @Test
    void shouldNameTheFirstCommandWithOtherEvents() throws IOException
    {
        final CorpusEntry entry = CorpusEntry.read(CORPUS.resolve(CorpusEntry.presentName()));
        int index = 0;
        while (SetMarginDecoder.TEMPLATE_ID != templateId(entry.commands.get(index).bytes()))
        {
            index++;
        }
        entry.commands.get(index).bytes()[MARGIN_OFFSET]++;
        final String name = "command=" + index + " ";
        final AssertionError error = assertThrows(AssertionError.class, () ->
        {
            final EventRecorder recorder = new EventRecorder();
            assertSameFrames(entry, new MatchingEngine(0, recorder), recorder, 0, 0);
        });
        assertTrue(error.getMessage().contains(name), error::getMessage);
    }

    /** A drill of upgrades builds the oldest of them. */
    @Test
    void shouldNameCommitsOfTheHistory() throws Exception
    {
        final List<Path> entries;
        try (Stream<Path> directories = Files.list(CORPUS))
        {
            entries = directories.sorted().toList();
        }
        assumeTrue(isInHistory(entries.getFirst()), "this checkout has no history");
        for (final Path entry : entries)
        {
            assertTrue(isInHistory(entry), () -> "no commit of the history has written this entry: " + entry);
        }
    }

    private static boolean isInHistory(final Path entry) throws Exception
    {
        final String commit = CorpusEntry.read(entry).properties.get("commit");
        try
        {
            return 0 == new ProcessBuilder(
                "git", "-C", CORPUS.toString(), "merge-base", "--is-ancestor", commit, "HEAD").start().waitFor();
        }
        catch (final IOException ignored)
        {
            // There is no git here.
            return false;
        }
    }

    /** What no command of an entry brings about is not kept by it. */
    @Test
    void shouldHaveAnEntryOfThePresentVersionWithEveryMessage() throws Exception
    {
        final Path directory = CORPUS.resolve(CorpusEntry.presentName());
        assertTrue(Files.isDirectory(directory), () -> "The corpus lacks the present version, write it as" +
            " docs/upgrade.md says: entry=" + directory);
        final CorpusEntry entry = CorpusEntry.read(directory);
        final Set<Integer> seen = new TreeSet<>();
        entry.commands.forEach(command -> seen.add(templateId(command.bytes())));
        entry.frames.forEach(frame -> events(frame).forEach(event -> seen.add(templateId(event))));
        final Map<Integer, String> missing = messages();
        missing.keySet().removeAll(seen);
        missing.remove(EventGroupDecoder.TEMPLATE_ID);
        assertEquals(Map.of(), missing, "messages that the entry lacks: CorpusFlow must bring them about");
        assertEquals(FeatureLevels.HIGHEST + 1, entry.snapshots.size());
    }

    private static void assertSameFrames(
        final CorpusEntry entry,
        final MatchingEngine engine,
        final EventRecorder recorder,
        final int firstCommand,
        final int firstFrame)
    {
        int frame = firstFrame;
        for (int i = firstCommand; i < entry.commands.size(); i++)
        {
            final CorpusEntry.Command command = entry.commands.get(i);
            recorder.frames.clear();
            recorder.events.clear();
            recorder.clientRefs.clear();
            command.execute(engine, new UnsafeBuffer(command.bytes()));
            for (final byte[] found : recorder.frames)
            {
                final byte[] recorded = frame < entry.frames.size() ? entry.frames.get(frame) : new byte[0];
                if (!Arrays.equals(recorded, found))
                {
                    throw new AssertionError("This program gives other events than the one that wrote the history:" +
                        " a rule has changed without a feature level, or a layout without a version. entry=" +
                        entry.properties.get("name") + " command=" + i + " templateId=" +
                        templateId(command.bytes()) + " position=" +
                        command.position() + " featureLevel=" + engine.featureLevel() + " frame=" + frame +
                        "\n  recorded: " + texts(recorded) + "\n  found:    " + texts(found));
                }
                frame++;
            }
        }
        assertEquals(entry.frames.size(), frame, "frames of the history");
    }

    private static List<String> texts(final byte[] frame)
    {
        return events(frame).stream().map(event -> EventText.of(new UnsafeBuffer(event), 0)).toList();
    }

    private static List<byte[]> events(final byte[] frame)
    {
        final List<byte[]> events = new ArrayList<>();
        if (0 != frame.length)
        {
            final UnsafeBuffer buffer = new UnsafeBuffer(frame);
            final MessageHeaderDecoder header = new MessageHeaderDecoder();
            final EventGroupDecoder group = new EventGroupDecoder().wrapAndApplyHeader(buffer, 0, header);
            group.skipClientRef();
            int offset = group.limit();
            while (offset < frame.length)
            {
                header.wrap(buffer, offset);
                final int end = offset + MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();
                events.add(Arrays.copyOfRange(frame, offset, end));
                offset = end;
            }
        }
        return events;
    }

    private static int templateId(final byte[] message)
    {
        return new MessageHeaderDecoder().wrap(new UnsafeBuffer(message), 0).templateId();
    }

    private static long rollingHash(final byte[] frame)
    {
        return new EventGroupDecoder()
            .wrapAndApplyHeader(new UnsafeBuffer(frame), 0, new MessageHeaderDecoder()).rollingHash();
    }

    private static Map<Integer, String> messages() throws Exception
    {
        try (InputStream schema = FeatureLevels.class.getResourceAsStream("bourse-engine.xml"))
        {
            final DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            final NodeList nodes = factory.newDocumentBuilder().parse(schema).getElementsByTagNameNS("*", "message");
            final Map<Integer, String> messages = new TreeMap<>();
            for (int i = 0; i < nodes.getLength(); i++)
            {
                final Element message = (Element)nodes.item(i);
                messages.put(Integer.parseInt(message.getAttribute("id")), message.getAttribute("name"));
            }
            return messages;
        }
    }

    private static void write() throws IOException
    {
        Files.createDirectories(CORPUS);
        final CorpusEntry entry = CorpusFlow.record();
        entry.properties.put("name", CorpusEntry.presentName());
        entry.properties.put("commit", commit());
        entry.properties.put("commands", Integer.toString(entry.commands.size()));
        entry.properties.put("frames", Integer.toString(entry.frames.size()));
        entry.properties.put("rollingHash", Long.toHexString(rollingHash(entry.frames.getLast())));
        entry.write(CORPUS.resolve(CorpusEntry.presentName()));
    }

    private static String commit() throws IOException
    {
        final Process git = new ProcessBuilder("git", "-C", CORPUS.toString(), "rev-parse", "HEAD").start();
        return new String(git.getInputStream().readAllBytes()).strip();
    }
}
