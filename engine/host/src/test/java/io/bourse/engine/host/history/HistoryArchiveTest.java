// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.history;

import com.github.luben.zstd.Zstd;
import org.agrona.BufferUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The directory alone, with segments that are any bytes.
 */
class HistoryArchiveTest
{
    private static final int LENGTH = 3 * 1024 * 1024 + 5;
    private static final long FAST = 1L << 40;

    @TempDir
    private Path dir;
    private final Random random = new Random(1);

    private HistoryArchive archive()
    {
        return HistoryArchive.openOrCreate(dir, dir.resolve(HistoryArchive.NAME));
    }

    private byte[] bytes()
    {
        final byte[] bytes = new byte[LENGTH];
        // Half of it compresses well.
        for (int i = 0; i < LENGTH / 2; i++)
        {
            bytes[i] = (byte)random.nextInt();
        }
        return bytes;
    }

    private Path live(final byte[] bytes) throws IOException
    {
        return Files.write(dir.resolve("live.rec"), bytes);
    }

    private static ArchivedSegment facts(final ArchivedSegment.Stream stream, final int index)
    {
        return new ArchivedSegment(
            stream, 1, (long)index * LENGTH, (index + 1L) * LENGTH, 0, "", 7 + index, 8, 0xFEDC_BA98_7654_3210L);
    }

    private static byte[] read(final HistoryArchive archive, final ArchivedSegment segment)
    {
        final ByteBuffer buffer = archive.read(segment);
        final byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        BufferUtil.free(buffer);
        return bytes;
    }

    @Test
    void shouldGiveBackWhatWasArchived() throws IOException
    {
        assertNull(HistoryArchive.find(dir));
        final byte[] one = bytes();
        final byte[] two = bytes();
        final HistoryArchive archive = archive();
        final ArchivedSegment second =
            archive.add(live(two), facts(ArchivedSegment.Stream.EVENTS, 1), new Pace(FAST));
        final ArchivedSegment first =
            archive.add(live(one), facts(ArchivedSegment.Stream.EVENTS, 0), new Pace(FAST));
        final ArchivedSegment journal =
            archive.add(live(two), facts(ArchivedSegment.Stream.JOURNAL, 0), new Pace(FAST));

        final HistoryArchive found = HistoryArchive.find(dir);
        assertEquals(List.of(journal, first, second), found.segments());
        assertEquals(List.of(first, second), found.segments(ArchivedSegment.Stream.EVENTS, 1));
        assertEquals(List.of(), found.segments(ArchivedSegment.Stream.EVENTS, 2));
        assertEquals(archive.publicKey(), found.publicKey());
        assertEquals(second.sha256(), journal.sha256());
        assertArrayEquals(one, read(found, first));
        assertArrayEquals(two, read(found, second));
        // Any zstd reads it.
        assertArrayEquals(one, Zstd.decompress(Files.readAllBytes(found.file(first)), LENGTH));
        assertEquals(Files.size(found.file(first)), first.bytes());
        assertTrue(first.bytes() < LENGTH * 2L / 3, first::toString);
    }

    @Test
    void shouldRefuseToRestoreWhatWasChangedAndLeaveTheFileAlone() throws IOException
    {
        final HistoryArchive archive = archive();
        final byte[] bytes = bytes();
        final ArchivedSegment segment =
            archive.add(live(bytes), facts(ArchivedSegment.Stream.EVENTS, 0), new Pace(FAST));
        final Path target = Files.write(dir.resolve("target.rec"), new byte[1]);
        archive.restore(segment, target);
        assertArrayEquals(bytes, Files.readAllBytes(target));

        final byte[] shorter = new byte[LENGTH - 1];
        System.arraycopy(bytes, 0, shorter, 0, shorter.length);
        final byte[] longer = new byte[LENGTH + 1];
        System.arraycopy(bytes, 0, longer, 0, LENGTH);
        for (final byte[] wrong : new byte[][]{shorter, longer, bytes()})
        {
            Files.write(archive.file(segment), Zstd.compress(wrong));
            assertTrue(assertThrows(HistoryException.class, () -> archive.restore(segment, target)).getMessage()
                .startsWith("an archived segment is not what was recorded"));
            assertThrows(HistoryException.class, () -> archive.verify(segment, new Pace(FAST)));
        }
        Files.write(archive.file(segment), new byte[100]);
        assertTrue(assertThrows(HistoryException.class, () -> archive.restore(segment, target)).getMessage()
            .startsWith("an archived segment cannot be read"));
        assertArrayEquals(bytes, Files.readAllBytes(target));
    }

    @Test
    void shouldArchiveAgainWhatIsLostAndRefuseWhatIsAnother() throws IOException
    {
        final HistoryArchive archive = archive();
        final byte[] bytes = bytes();
        final ArchivedSegment facts = facts(ArchivedSegment.Stream.JOURNAL, 0);
        final ArchivedSegment segment = archive.add(live(bytes), facts, new Pace(FAST));
        assertEquals(segment, archive.add(live(bytes), facts, new Pace(FAST)));
        Files.delete(archive.file(segment));
        assertEquals(segment, archive.add(live(bytes), facts, new Pace(FAST)));
        bytes[LENGTH - 1] ^= 1;
        assertTrue(assertThrows(HistoryException.class, () -> archive.add(live(bytes), facts, new Pace(FAST)))
            .getMessage().startsWith("a segment is archived already and was another one"));
        assertEquals(List.of(segment), HistoryArchive.find(dir).segments());
        archive.verify(segment, new Pace(FAST));
    }

    /** Two members have archived the same events, each under its own key, and each lacks something. */
    @Test
    void shouldPutArchivesOfFormerMembersTogether() throws IOException
    {
        final Path venue = Files.createDirectory(dir.resolve("venue"));
        final Path history = Files.createDirectory(venue.resolve(HistoryArchive.NAME),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        final byte[][] contents = {bytes(), bytes(), bytes(), bytes()};
        final SequencedMap<String, String> keys = new LinkedHashMap<>();
        keys.put("member-0", member(history, "member-0", contents, 0, 1));
        keys.put("member-1", member(history, "member-1", contents, 1, 2));
        Files.delete(history.resolve("member-0").resolve(facts(ArchivedSegment.Stream.EVENTS, 1).fileName()));
        HistoryArchive.handOn(venue, keys);

        final HistoryArchive archive = HistoryArchive.find(venue);
        assertTrue(archive.isHandedOn());
        assertEquals(4, archive.segments().size());
        // The copy of the recording has another number than that of a member.
        List<ArchivedSegment> events = archive.segments(ArchivedSegment.Stream.EVENTS, 9);
        assertEquals(3, events.size());
        for (int i = 0; i < events.size(); i++)
        {
            assertEquals((long)i * LENGTH, events.get(i).from());
            assertArrayEquals(contents[i], read(archive, events.get(i)));
        }
        // It goes on with its own, also where a former member has archived under the same name.
        final byte[] own = bytes();
        archive.add(live(own), new ArchivedSegment(ArchivedSegment.Stream.EVENTS, 9, 2L * LENGTH, 3L * LENGTH, 0, "",
            9, 8, 1), new Pace(FAST));
        archive.add(live(contents[3]), new ArchivedSegment(ArchivedSegment.Stream.EVENTS, 9, 3L * LENGTH, 4L * LENGTH,
            0, "", 10, 8, 1), new Pace(FAST));
        final HistoryArchive again = HistoryArchive.find(venue);
        events = again.segments(ArchivedSegment.Stream.EVENTS, 9);
        assertEquals(4, events.size());
        assertEquals(archive.publicKey(), again.publicKey());
        again.verify(events.getLast(), new Pace(FAST));
        // Lost in both: it is named.
        Files.delete(history.resolve("member-1").resolve(facts(ArchivedSegment.Stream.EVENTS, 1).fileName()));
        final ArchivedSegment lost = again.segments(ArchivedSegment.Stream.EVENTS, 9).get(1);
        assertTrue(assertThrows(HistoryException.class, () -> again.read(lost)).getMessage().contains(
            "an archived segment is lost"));
    }

    @Test
    void shouldTakeNoFormerArchiveThatItsKeyHasNotSigned() throws IOException
    {
        final Path venue = Files.createDirectory(dir.resolve("venue"));
        final Path history = Files.createDirectory(venue.resolve(HistoryArchive.NAME),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        final byte[][] contents = {bytes(), bytes()};
        final String first = member(history, "member-0", contents, 0);
        final String other = member(history, "member-1", contents, 1);
        final SequencedMap<String, String> keys = new LinkedHashMap<>(Map.of("member-0", other));
        assertThrows(HistoryException.class, () -> HistoryArchive.handOn(venue, keys));
        assertNull(HistoryArchive.find(venue));
        keys.put("member-0", first);
        HistoryArchive.handOn(venue, keys);
        assertEquals(1, HistoryArchive.find(venue).segments().size());
        final Path manifest = history.resolve("member-0").resolve("history.manifest");
        final Path list = history.resolve("history.manifest");
        final String kept = Files.readString(list);
        Files.writeString(list, kept.replace(first, other));
        assertThrows(HistoryException.class, () -> HistoryArchive.find(venue));
        Files.writeString(list, kept);
        Files.writeString(manifest, Files.readString(manifest).replace("recordingId=1", "recordingId=2"));
        assertThrows(HistoryException.class, () -> HistoryArchive.find(venue));
    }

    /** The archive of a member as a copy has it below that of the new venue; returns its public key. */
    private String member(final Path history, final String name, final byte[][] contents, final int... indices)
        throws IOException
    {
        final Path member = Files.createDirectory(dir.resolve(name));
        final HistoryArchive archive = HistoryArchive.openOrCreate(member, member.resolve(HistoryArchive.NAME));
        for (final int index : indices)
        {
            archive.add(live(contents[index]), facts(ArchivedSegment.Stream.EVENTS, index), new Pace(FAST));
        }
        Files.move(member.resolve(HistoryArchive.NAME), history.resolve(name));
        return archive.publicKey();
    }

    /** Everything that a process can leave behind that dies while it makes an archive or a segment. */
    @Test
    void shouldGoOnFromWhatADeadProcessHasLeft() throws IOException
    {
        final Path history = Files.createDirectories(dir.resolve(HistoryArchive.NAME));
        Files.setPosixFilePermissions(history, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(history.resolve("history.manifest"), "without its key");
        Files.writeString(history.resolve("history.manifest.tmp"), "half");
        final byte[] bytes = bytes();
        final ArchivedSegment facts = facts(ArchivedSegment.Stream.JOURNAL, 0);
        final HistoryArchive archive = archive();
        Files.write(history.resolve(facts.fileName() + ".tmp"), new byte[10]);
        Files.write(history.resolve(facts.fileName()), new byte[10]);
        final ArchivedSegment segment = archive.add(live(bytes), facts, new Pace(FAST));
        assertArrayEquals(bytes, read(archive(), segment));
        assertFalse(Files.exists(history.resolve(facts.fileName() + ".tmp")));
        assertFalse(Files.exists(history.resolve("history.manifest.tmp")));
    }

    @Test
    void shouldBelieveNoManifestButItsOwn() throws IOException
    {
        archive().add(live(bytes()), facts(ArchivedSegment.Stream.JOURNAL, 0), new Pace(FAST));
        final Path manifest = dir.resolve(HistoryArchive.NAME).resolve("history.manifest");
        final String text = Files.readString(manifest);
        for (int i = 0; i < text.length() - 4; i += 1 + text.length() / 97)
        {
            final char flipped = (char)(text.charAt(i) ^ 1);
            Files.writeString(manifest, text.substring(0, i) + flipped + text.substring(i + 1));
            assertThrows(HistoryException.class, () -> HistoryArchive.find(dir), "at=" + i);
        }
        // One that another engine has signed.
        final Path other = dir.resolve("other");
        Files.createDirectories(other);
        HistoryArchive.openOrCreate(other, other.resolve(HistoryArchive.NAME));
        Files.copy(other.resolve(HistoryArchive.NAME).resolve("history.manifest"), manifest,
            StandardCopyOption.REPLACE_EXISTING);
        assertThrows(HistoryException.class, () -> HistoryArchive.find(dir));
        Files.writeString(manifest, text);
        assertEquals(1, HistoryArchive.find(dir).segments().size());
    }

    @Test
    void shouldReadNoFasterThanItMay()
    {
        final long startNs = System.nanoTime();
        final Pace pace = new Pace(1_000_000);
        for (int i = 0; i < 10; i++)
        {
            pace.read(10_000);
        }
        assertTrue(System.nanoTime() - startNs >= TimeUnit.MILLISECONDS.toNanos(99));
        Thread.currentThread().interrupt();
        assertTrue(assertThrows(HistoryException.class, () -> pace.read(1)).getMessage()
            .startsWith("the engine stops"));
        assertTrue(Thread.interrupted());
    }
}
