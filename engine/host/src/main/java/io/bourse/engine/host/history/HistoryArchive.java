// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.history;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import io.bourse.engine.files.OwnDirectory;
import io.bourse.engine.host.storage.DiskAccess;
import org.agrona.BufferUtil;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The archive of an engine's history: {@code DIR/history}, a directory or a link to one on another disk. Each segment
 * is a file of its own, compressed with zstd; {@code history.manifest} lists them, and its last line is a signature
 * over all others with the key in {@code DIR/history.key}. A file is there completely or not at all. For one thread.
 *
 * <p>A venue that was made of a copy has the archives of the former members in directories below its own, as they were
 * signed. Its manifest names them with their public keys, and so says whose signatures count.
 */
public final class HistoryArchive
{
    /** Name of the archive in the data directory. */
    public static final String NAME = "history";

    /** Name of its key there. */
    public static final String KEY = "history.key";

    private static final String MANIFEST = "history.manifest";
    private static final String DRAFT = ".tmp";
    private static final String TITLE = "bourse-history 1\n";
    /** Of one with former archives, which a former version does not understand. */
    private static final String TITLE_WITH_FORMERS = "bourse-history 2\n";
    private static final String FORMER = "former ";
    private static final Pattern FORMER_LINE =
        Pattern.compile("former directory=([A-Za-z0-9][A-Za-z0-9.-]*) key=(\\S+)");
    private static final String SIGNATURE = "signature ";
    private static final String SUFFIX = ".zst";
    private static final int ZSTD_LEVEL = 3;
    private static final int CHUNK = 1024 * 1024;
    private static final Comparator<ArchivedSegment> ORDER =
        Comparator.comparing(ArchivedSegment::stream).thenComparing(ArchivedSegment::from);

    private final Path directory;
    /** Null of a former archive, which is only read. */
    private final HistoryKey key;
    private final byte[] publicKey;
    private final List<ArchivedSegment> segments = new ArrayList<>();
    private final List<HistoryArchive> formers = new ArrayList<>();

    /** A segment, and its file in this archive or in a former one. */
    private record Placed(ArchivedSegment segment, Path file)
    {
    }

    private HistoryArchive(final Path directory, final HistoryKey key, final byte[] publicKey)
    {
        this.directory = directory;
        this.key = key;
        this.publicKey = publicKey;
    }

    /**
     * Opens the archive of a data directory, whether its engine runs or not.
     *
     * @param dataDir of the engine.
     * @return the archive; null when nothing was ever archived.
     * @throws HistoryException when something was archived and the list of it cannot be read, or is not this engine's.
     */
    public static HistoryArchive find(final Path dataDir)
    {
        final Path keyFile = dataDir.resolve(KEY);
        final Path directory = dataDir.resolve(NAME);
        if (!Files.exists(keyFile))
        {
            return null;
        }
        final Path manifest = directory.resolve(MANIFEST);
        try
        {
            if (!Files.exists(manifest))
            {
                throw new HistoryException("history was archived and its manifest is not there, is the disk of the" +
                    " archive mounted? Restore it from a copy: manifest=" + manifest);
            }
            final HistoryKey key = HistoryKey.read(keyFile);
            return read(new HistoryArchive(directory, key, key.publicKey()));
        }
        catch (final IOException | GeneralSecurityException ex)
        {
            throw new HistoryException("the archive of history cannot be read, its key and its manifest are needed:" +
                " key=" + keyFile + " manifest=" + manifest + " reason=\"" + ex.getMessage() + "\"", ex);
        }
    }

    /**
     * Opens the archive of a data directory, and makes it when there is none.
     *
     * @param dataDir of the engine.
     * @param directory where its files are.
     * @return the archive.
     * @throws HistoryException when it is elsewhere already, or cannot be made or read.
     */
    public static HistoryArchive openOrCreate(final Path dataDir, final Path directory)
    {
        try
        {
            final Path wanted = directory.toAbsolutePath().normalize();
            final Path name = dataDir.toAbsolutePath().normalize().resolve(NAME);
            OwnDirectory.make(wanted);
            if (!wanted.equals(name) && !Files.exists(name))
            {
                Files.createSymbolicLink(name, wanted);
            }
            if (!name.toRealPath().equals(wanted.toRealPath()))
            {
                throw new HistoryException("the archive of history is elsewhere, move its files to the new directory" +
                    " and remove the link: archive=" + name.toRealPath() + " configured=" + wanted);
            }
            final HistoryArchive found = find(dataDir);
            return null == found ? create(dataDir, name) : found;
        }
        catch (final IOException | GeneralSecurityException ex)
        {
            throw new HistoryException("the archive of history cannot be made: directory=" + directory +
                " reason=\"" + ex.getMessage() + "\"", ex);
        }
    }

    /** The key is the last thing that is made: without it there is no archive. */
    private static HistoryArchive create(final Path dataDir, final Path directory)
        throws IOException, GeneralSecurityException
    {
        for (final Path file : DiskAccess.list("cannot list the archive: directory=" + directory, directory))
        {
            if (file.getFileName().toString().endsWith(SUFFIX))
            {
                throw new HistoryException("there is archived history here, and no key that it is signed with;" +
                    " restore the key from a copy, or name another directory: file=" + file + " key=" +
                    dataDir.resolve(KEY));
            }
        }
        final HistoryKey key = HistoryKey.create();
        final HistoryArchive archive = new HistoryArchive(directory, key, key.publicKey());
        archive.writeManifest();
        write(dataDir.resolve(KEY), bytes(archive.key.text()));
        return archive;
    }

    private static HistoryArchive read(final HistoryArchive archive) throws IOException
    {
        final Path manifest = archive.directory.resolve(MANIFEST);
        final String text = Files.readString(manifest, StandardCharsets.US_ASCII);
        final int end = text.lastIndexOf(SIGNATURE);
        if (!text.startsWith(TITLE) && !text.startsWith(TITLE_WITH_FORMERS) || end < 0 ||
            !HistoryKey.isSignatureOf(archive.publicKey, text.substring(end + SIGNATURE.length()).strip(),
            text.substring(0, end).getBytes(StandardCharsets.US_ASCII)))
        {
            throw new HistoryException("the manifest of archived history is not what this engine has signed, restore" +
                " it from a copy: manifest=" + manifest);
        }
        for (final String line : text.substring(TITLE.length(), end).lines().toList())
        {
            if (line.startsWith(FORMER))
            {
                archive.formers.add(former(archive, line));
            }
            else
            {
                archive.segments.add(ArchivedSegment.of(line));
            }
        }
        return archive;
    }

    private static HistoryArchive former(final HistoryArchive archive, final String line) throws IOException
    {
        final Matcher former = FORMER_LINE.matcher(line);
        if (!former.matches())
        {
            throw new HistoryException("this line names no former archive: line=\"" + line + "\" directory=" +
                archive.directory);
        }
        return read(new HistoryArchive(
            archive.directory.resolve(former.group(1)), null, Base64.getDecoder().decode(former.group(2))));
    }

    /**
     * Makes the archive of a venue that goes on from a copy: it begins with the archives of former members, and has a
     * key of its own. The key is the last thing that is made.
     *
     * @param dataDir of the venue, which has no archive yet.
     * @param keys public keys, as {@link #publicKey} says them, by the directory below {@code DIR/history} where the
     *     archive of a member is.
     * @throws HistoryException when it cannot be made, or one of them is not as its key has signed it.
     */
    public static void handOn(final Path dataDir, final SequencedMap<String, String> keys)
    {
        final Path directory = dataDir.resolve(NAME);
        try
        {
            final HistoryKey key = HistoryKey.create();
            final HistoryArchive archive = new HistoryArchive(directory, key, key.publicKey());
            for (final Map.Entry<String, String> each : keys.entrySet())
            {
                archive.formers.add(former(archive, line(each.getKey(), each.getValue())));
            }
            archive.writeManifest();
            write(dataDir.resolve(KEY), bytes(key.text()));
        }
        catch (final IOException | GeneralSecurityException ex)
        {
            throw new HistoryException("archives of former members cannot be handed on: directory=" + directory +
                " reason=\"" + ex.getMessage() + "\"", ex);
        }
    }

    private static String line(final String former, final String publicKey)
    {
        return FORMER + "directory=" + former + " key=" + publicKey;
    }

    /**
     * Where the files are.
     *
     * @return directory.
     */
    public Path directory()
    {
        return directory;
    }

    /**
     * Verifies the manifest.
     *
     * @return X.509 SubjectPublicKeyInfo, in base 64.
     */
    public String publicKey()
    {
        return Base64.getEncoder().encodeToString(publicKey);
    }

    /**
     * Whether it begins with archives of former members.
     *
     * @return false of one that has seen one engine.
     */
    public boolean isHandedOn()
    {
        return !formers.isEmpty();
    }

    /**
     * What is archived, here and by former members: of these a part of a stream may be there more than once.
     *
     * @return by stream and position.
     */
    public List<ArchivedSegment> segments()
    {
        return placed().map(Placed::segment).sorted(ORDER).toList();
    }

    private Stream<Placed> placed()
    {
        return Stream.concat(segments.stream().map((segment) -> new Placed(segment, ownFile(segment))),
            formers.stream().flatMap(HistoryArchive::placed));
    }

    /**
     * What is archived of a recording, each part once. In the archives of former members it had other numbers, and what
     * one of them lacks comes from another one.
     *
     * @param stream of the recording.
     * @param recordingId of the recording.
     * @return by position.
     */
    public List<ArchivedSegment> segments(final ArchivedSegment.Stream stream, final long recordingId)
    {
        final List<ArchivedSegment> own = segments.stream()
            .filter(segment -> segment.stream() == stream && segment.recordingId() == recordingId).toList();
        if (formers.isEmpty())
        {
            return own;
        }
        // A file that is lost counts only when no other one has what was in it.
        final NavigableMap<Long, ArchivedSegment> once = new TreeMap<>();
        Stream.concat(own.stream().map((segment) -> new Placed(segment, ownFile(segment))), formers.stream()
            .flatMap(HistoryArchive::placed).filter((placed) -> placed.segment().stream() == stream))
            .sorted(Comparator.comparing((Placed placed) -> !Files.exists(placed.file()))
            .thenComparing((placed) -> placed.segment().from())).map(Placed::segment)
            .filter((segment) -> !isIn(once, segment)).forEachOrdered((segment) -> once.put(segment.from(), segment));
        return List.copyOf(once.values());
    }

    /** Files end at the same positions on all members; the first one of a member may begin later. */
    private static boolean isIn(final NavigableMap<Long, ArchivedSegment> chosen, final ArchivedSegment segment)
    {
        final Map.Entry<Long, ArchivedSegment> before = chosen.lowerEntry(segment.to());
        return null != before && before.getValue().to() > segment.from();
    }

    /**
     * File of a segment, which may be lost.
     *
     * @param segment of this archive.
     * @return file.
     */
    public Path file(final ArchivedSegment segment)
    {
        if (formers.isEmpty() || segments.contains(segment))
        {
            return ownFile(segment);
        }
        final List<Path> files =
            placed().filter((placed) -> placed.segment().equals(segment)).map(Placed::file).toList();
        return files.stream().filter(Files::exists).findFirst().orElse(files.isEmpty() ? ownFile(segment) :
            files.getFirst());
    }

    private Path ownFile(final ArchivedSegment segment)
    {
        return directory.resolve(segment.fileName());
    }

    /**
     * Archives a segment file: when this returns, it is compressed and listed on the disk and was read back.
     *
     * @param live segment file that is not written any more.
     * @param facts of the segment; bytes and hash are found out here.
     * @param pace of reading.
     * @return what the manifest has now.
     * @throws HistoryException when it is archived already and was another one then.
     */
    public ArchivedSegment add(final Path live, final ArchivedSegment facts, final Pace pace)
    {
        final ArchivedSegment former = segments.stream().filter((segment) -> segment.stream() == facts.stream() &&
            segment.recordingId() == facts.recordingId() && segment.from() == facts.from()).findFirst().orElse(null);
        try
        {
            final MessageDigest digest = sha256();
            if (null != former && Files.exists(ownFile(former)))
            {
                // A purge was interrupted, or this is a copy of another engine's directory.
                try (InputStream in = openLive(live, facts))
                {
                    copy(in, OutputStream.nullOutputStream(), digest, pace);
                }
                if (!former.sha256().equals(HexFormat.of().formatHex(digest.digest())))
                {
                    throw new HistoryException("a segment is archived already and was another one, this is not the" +
                        " directory that was archived; name another directory for its archive: " + former +
                        " live=" + live);
                }
                verify(former, pace);
                return former;
            }
            compress(live, facts, digest, pace);
            final ArchivedSegment segment = new ArchivedSegment(
                facts.stream(), facts.recordingId(), facts.from(), facts.to(), Files.size(ownFile(facts)),
                HexFormat.of().formatHex(digest.digest()), facts.frameSequence(), facts.timeNs(), facts.rollingHash());
            verify(ownFile(segment), segment, pace);
            segments.remove(former);
            segments.add(segment);
            segments.sort(ORDER);
            writeManifest();
            return segment;
        }
        catch (final IOException | GeneralSecurityException ex)
        {
            throw new HistoryException("a segment cannot be archived, it stays where it is: " + facts + " live=" +
                live + " directory=" + directory + " reason=\"" + ex.getMessage() + "\"", ex);
        }
    }

    private void compress(
        final Path live, final ArchivedSegment facts, final MessageDigest digest, final Pace pace) throws IOException
    {
        final Path file = ownFile(facts);
        final Path draft = file.resolveSibling(file.getFileName() + DRAFT);
        try (FileChannel channel = create(draft); InputStream in = openLive(live, facts))
        {
            try (ZstdOutputStream out = new ZstdOutputStream(uncloseable(channel), ZSTD_LEVEL))
            {
                out.setChecksum(true);
                copy(in, out, digest, pace);
            }
            channel.force(true);
        }
        rename(draft, file);
    }

    /** A recording may begin within its first file: what lies before that is nothing. */
    private static InputStream openLive(final Path live, final ArchivedSegment facts) throws IOException
    {
        final InputStream in = Files.newInputStream(live);
        in.skipNBytes(Files.size(live) - (facts.to() - facts.from()));
        return in;
    }

    /** The stream that compresses ends its frame when it is closed, and the channel is still to be forced. */
    private static OutputStream uncloseable(final FileChannel channel)
    {
        return new FilterOutputStream(Channels.newOutputStream(channel))
        {
            @Override
            public void write(final byte[] bytes, final int offset, final int length) throws IOException
            {
                out.write(bytes, offset, length);
            }

            @Override
            public void close() throws IOException
            {
                flush();
            }
        };
    }

    private static void copy(
        final InputStream in, final OutputStream out, final MessageDigest digest, final Pace pace) throws IOException
    {
        final byte[] chunk = new byte[CHUNK];
        for (int length = in.read(chunk); length >= 0; length = in.read(chunk))
        {
            digest.update(chunk, 0, length);
            out.write(chunk, 0, length);
            pace.read(length);
        }
    }

    /**
     * Reads a segment and compares it with what was recorded.
     *
     * @param segment of this archive.
     * @param pace of reading.
     * @throws HistoryException when it is lost or changed.
     */
    public void verify(final ArchivedSegment segment, final Pace pace)
    {
        verify(file(segment), segment, pace);
    }

    private static void verify(final Path file, final ArchivedSegment segment, final Pace pace)
    {
        final MessageDigest digest = sha256();
        try (InputStream in = open(file, segment))
        {
            copy(in, OutputStream.nullOutputStream(), digest, pace);
        }
        catch (final IOException ex)
        {
            throw damaged(segment, ex);
        }
        requireSame(segment, digest);
    }

    /**
     * Reads a segment.
     *
     * @param segment of this archive.
     * @return all bytes that were recorded; to be freed by the caller.
     * @throws HistoryException when it is lost or changed.
     */
    public ByteBuffer read(final ArchivedSegment segment)
    {
        final MessageDigest digest = sha256();
        final ByteBuffer buffer = ByteBuffer.allocateDirect((int)(segment.to() - segment.from()));
        try (InputStream in = open(file(segment), segment))
        {
            final byte[] chunk = new byte[CHUNK];
            for (int length = in.read(chunk); length >= 0 && length <= buffer.remaining(); length = in.read(chunk))
            {
                digest.update(chunk, 0, length);
                buffer.put(chunk, 0, length);
            }
            requireSame(segment, digest);
            return buffer.clear();
        }
        catch (final IOException ex)
        {
            BufferUtil.free(buffer);
            throw damaged(segment, ex);
        }
        catch (final HistoryException ex)
        {
            BufferUtil.free(buffer);
            throw ex;
        }
    }

    /**
     * Puts a segment back. The file is there completely or not at all.
     *
     * @param segment of this archive.
     * @param live segment file; one that is there is replaced.
     * @throws HistoryException when it is lost or changed.
     */
    public void restore(final ArchivedSegment segment, final Path live)
    {
        final ByteBuffer bytes = read(segment);
        try
        {
            write(live, bytes);
        }
        catch (final IOException ex)
        {
            throw new HistoryException("a segment cannot be put back: " + segment + " live=" + live + " reason=\"" +
                ex.getMessage() + "\"", ex);
        }
        finally
        {
            BufferUtil.free(bytes);
        }
    }

    private static InputStream open(final Path file, final ArchivedSegment segment) throws IOException
    {
        if (!Files.exists(file))
        {
            throw new HistoryException("an archived segment is lost, put it back from a copy: " + segment);
        }
        return new ZstdInputStream(Files.newInputStream(file));
    }

    private static void requireSame(final ArchivedSegment segment, final MessageDigest digest)
    {
        if (!segment.sha256().equals(HexFormat.of().formatHex(digest.digest())))
        {
            throw new HistoryException(
                "an archived segment is not what was recorded, put it back from a copy: " + segment);
        }
    }

    private static HistoryException damaged(final ArchivedSegment segment, final IOException reason)
    {
        return new HistoryException("an archived segment cannot be read, put it back from a copy: " + segment +
            " reason=\"" + reason.getMessage() + "\"", reason);
    }

    private void writeManifest() throws IOException, GeneralSecurityException
    {
        final StringBuilder text = new StringBuilder(formers.isEmpty() ? TITLE : TITLE_WITH_FORMERS);
        formers.forEach((former) ->
            text.append(line(former.directory.getFileName().toString(), former.publicKey())).append('\n'));
        segments.forEach(segment -> text.append(segment.line()).append('\n'));
        final String signature = key.sign(text.toString().getBytes(StandardCharsets.US_ASCII));
        text.append(SIGNATURE).append(signature).append('\n');
        write(directory.resolve(MANIFEST), bytes(text.toString()));
    }

    private static ByteBuffer bytes(final String text)
    {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void write(final Path file, final ByteBuffer bytes) throws IOException
    {
        final Path draft = file.resolveSibling(file.getFileName() + DRAFT);
        try (FileChannel channel = create(draft))
        {
            while (bytes.hasRemaining())
            {
                channel.write(bytes);
            }
            channel.force(true);
        }
        rename(draft, file);
    }

    private static FileChannel create(final Path draft) throws IOException
    {
        return FileChannel.open(draft,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    private static void rename(final Path draft, final Path file) throws IOException
    {
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        DiskAccess.force(file.getParent());
    }

    private static MessageDigest sha256()
    {
        try
        {
            return MessageDigest.getInstance("SHA-256");
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IllegalStateException("this JDK has no SHA-256", ex);
        }
    }
}
