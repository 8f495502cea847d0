// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.Verdict;
import io.bourse.engine.host.offline.Verification;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Histories that former programs recorded replay to the same bytes. One directory for each feature level and host holds
 * its recordings; the segment files are cut behind their last frame.
 */
class FormerHistoryTest
{
    private static final long SEGMENT_LENGTH = 128L * 1024 * 1024;

    @TempDir
    private Path dir;

    /** Numbers and hashes are those that the program printed that wrote the history. */
    @ParameterizedTest
    @CsvSource({
        "history-1-solo, 5152, 5161, 2ebc7a10edf8dc3c, 0a00deb9e7c1ae16",
        "history-1-member, 2255, 2259, 85c9bb7f899f0d8f, 2b3621f9b81b5514"})
    void shouldReplayToTheSameBytes(
        final String name, final long commands, final long frames, final String rollingHash, final String stateHash)
        throws IOException
    {
        unpack(name);
        try (OfflineVenue venue = OfflineVenue.open(dir, OfflineVenue.ANY_PARTITION))
        {
            final Verification found = venue.verify();
            assertEquals(List.of(), found.findings());
            assertEquals(Verdict.WHOLE, found.verdict());
            assertEquals(commands, found.replay().commands());
            assertEquals(frames, found.replay().framesIdentical());
            assertEquals(0, found.replay().framesMissing());
            assertEquals(Long.parseUnsignedLong(rollingHash, 16), found.replay().rollingHash());
            assertEquals(Long.parseUnsignedLong(stateHash, 16), found.replay().stateHash());
        }
    }

    private void unpack(final String name) throws IOException
    {
        final Path archive = Files.createDirectory(dir.resolve("archive"));
        try (InputStream owner = open(name + "/owner.properties"))
        {
            Files.copy(owner, dir.resolve("owner.properties"));
        }
        for (final String file : List.of("archive.catalog", "0-0.rec", "1-0.rec"))
        {
            try (InputStream packed = new GZIPInputStream(open(name + "/" + file + ".gz")))
            {
                Files.copy(packed, archive.resolve(file));
            }
        }
        for (final String segment : List.of("0-0.rec", "1-0.rec"))
        {
            try (RandomAccessFile file = new RandomAccessFile(archive.resolve(segment).toFile(), "rw"))
            {
                file.setLength(SEGMENT_LENGTH);
            }
        }
    }

    private static InputStream open(final String name)
    {
        return FormerHistoryTest.class.getResourceAsStream(name);
    }
}
