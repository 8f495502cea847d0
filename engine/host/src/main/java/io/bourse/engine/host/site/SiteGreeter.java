// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.site;

import io.bourse.engine.host.storage.SiteTerm;
import io.bourse.engine.security.CredentialStore;
import org.agrona.concurrent.Agent;

import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * Lets a venue hear that its backup is there, whenever it is invoked: each time on a connection of its own, so that
 * neither long files nor what a network delivers late count.
 */
public final class SiteGreeter implements Agent
{
    private static final int SILENCE_MS = 2_000;

    private final InetSocketAddress venue;
    private final CredentialStore credentials;
    private final Path backupDir;

    /**
     * Says nothing yet.
     *
     * @param venue where it listens for its backup.
     * @param credentials of the venue.
     * @param backupDir of the backup.
     */
    public SiteGreeter(final InetSocketAddress venue, final CredentialStore credentials, final Path backupDir)
    {
        this.venue = venue;
        this.credentials = credentials;
        this.backupDir = backupDir;
    }

    @Override
    public int doWork()
    {
        return SiteFollower.termOf(venue, credentials, SiteTerm.read(backupDir).term(), SILENCE_MS).isPresent() ? 1 : 0;
    }

    @Override
    public String roleName()
    {
        return "bourse-site-greeter";
    }
}
