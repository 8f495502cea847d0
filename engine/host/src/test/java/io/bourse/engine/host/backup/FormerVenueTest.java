// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.bourse.engine.host.storage.SiteTerm;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class FormerVenueTest
{
    @TempDir
    private Path dir;

    private Path venue;

    @BeforeEach
    void makeVenue() throws IOException
    {
        venue = Files.createDirectory(dir.resolve("venue"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createDirectory(venue.resolve("archive"));
        Files.writeString(venue.resolve("archive").resolve("0-0.rec"), "commands that only this site has");
    }

    @Test
    void shouldKeepAllOfAVenueThatRunsElsewhereUnderAnotherName() throws IOException
    {
        new SiteTerm(3, SiteTerm.State.DEPOSED, 64, 128).write(venue);
        FormerVenue.setAside(venue);
        assertEquals("commands that only this site has",
            Files.readString(venue.resolve("former-term-3").resolve("archive").resolve("0-0.rec")));
        assertEquals(new SiteTerm(3, SiteTerm.State.DEPOSED, 64, 128), SiteTerm.read(venue.resolve("former-term-3")));
        assertFalse(Files.exists(venue.resolve("archive")));
        assertEquals(SiteTerm.FIRST, SiteTerm.read(venue));
    }

    @Test
    void shouldLeaveAVenueAsItIs()
    {
        FormerVenue.setAside(venue);
        assertTrue(Files.exists(venue.resolve("archive").resolve("0-0.rec")));
    }

    @Test
    void shouldStartNoEngineWhereTheVenueRunsElsewhere() throws IOException
    {
        new SiteTerm(1, SiteTerm.State.HANDED_OVER, 0, 0).write(venue);
        assertRefused("was handed over to the other site");
        new SiteTerm(1, SiteTerm.State.DEPOSED, 0, 0).write(venue);
        assertRefused("the other site has taken over");
        Files.writeString(venue.resolve(SiteTerm.FILE_NAME), "term=1\nstate=something\n");
        assertRefused("this is not the term of a venue");
        new SiteTerm(2, SiteTerm.State.VENUE, 64, 128).write(venue);
        SiteTerm.requireVenue(venue);
    }

    private void assertRefused(final String reason)
    {
        final IllegalStateException refused =
            assertThrows(IllegalStateException.class, () -> SiteTerm.requireVenue(venue));
        assertTrue(refused.getMessage().contains(reason), refused::toString);
    }
}
