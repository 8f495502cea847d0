// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.bourse.engine.files.OwnDirectory;
import io.bourse.engine.host.storage.DiskAccess;
import io.bourse.engine.host.storage.SiteTerm;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The directory of a venue that has moved to another site, when that of a backup is made of it. Its log may end with
 * commands that the other site never had: all of it is kept under another name.
 */
final class FormerVenue
{
    private static final Logger LOGGER = LoggerFactory.getLogger(FormerVenue.class);
    private static final String BEGINNING = "former-term-";
    private static final String LOCK = "engine.lock";

    private FormerVenue()
    {
    }

    /**
     * Moves a venue that runs elsewhere into a directory below its own; another directory is left as it is. The caller
     * holds the lock.
     *
     * @param dataDir that is to become one of a backup.
     */
    static void setAside(final Path dataDir)
    {
        final SiteTerm term = SiteTerm.read(dataDir);
        if (SiteTerm.State.VENUE == term.state())
        {
            return;
        }
        final Path aside = dataDir.resolve(BEGINNING + term.term());
        DiskAccess.run("the former venue cannot be set aside: dataDir=" + dataDir + " aside=" + aside, () ->
        {
            OwnDirectory.make(aside);
            for (final Path file : DiskAccess.list("cannot list the former venue: dataDir=" + dataDir, dataDir))
            {
                final String name = file.getFileName().toString();
                if (!name.startsWith(BEGINNING) && !name.equals(LOCK) && !name.equals(SiteTerm.FILE_NAME))
                {
                    Files.move(file, aside.resolve(name));
                }
            }
            // Last: until then the next start goes on with this.
            Files.move(dataDir.resolve(SiteTerm.FILE_NAME), aside.resolve(SiteTerm.FILE_NAME));
        });
        LOGGER.warn("the former venue is set aside, a copy of the other site begins: aside={} state={} term={}", aside,
            term.state(), term.term());
    }
}
