// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import org.agrona.concurrent.Agent;

import java.nio.file.Path;

/**
 * Writes the status of a copy whenever it is invoked.
 */
final class StatusAgent implements Agent
{
    private final BackupSite site;
    private final Path dataDir;

    StatusAgent(final BackupSite site, final Path dataDir)
    {
        this.site = site;
        this.dataDir = dataDir;
    }

    @Override
    public int doWork()
    {
        site.status().write(dataDir);
        return 0;
    }

    @Override
    public void onClose()
    {
        doWork();
    }

    @Override
    public String roleName()
    {
        return "bourse-backup-status";
    }
}
