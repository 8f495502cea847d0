// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.host.backup.BackupSite;
import io.bourse.engine.security.CredentialStore;
import io.bourse.testing.TestProcess;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A backup in a process of its own, to be killed.
 */
final class BackupProcess implements AutoCloseable
{
    private static final String READY = "READY";

    private final Process process;

    private BackupProcess(final Process process)
    {
        this.process = process;
    }

    static BackupProcess start(final Path dataDir, final int memberCount, final int basePort) throws IOException
    {
        final Process process = TestProcess.of(BackupProcess.class, dataDir.toString(), Integer.toString(memberCount),
            Integer.toString(basePort)).start();
        final BufferedReader reader =
            new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        final StringBuilder output = new StringBuilder();
        for (String line = reader.readLine(); null != line; line = reader.readLine())
        {
            if (line.equals(READY))
            {
                return new BackupProcess(process);
            }
            output.append(line).append('\n');
        }
        process.destroyForcibly();
        throw new IOException("the backup process did not start: " + output);
    }

    /** The process: one backup, until it is killed or its standard input ends. */
    public static void main(final String[] args) throws IOException
    {
        final Path dataDir = Path.of(args[0]);
        try (BackupSite ignored = BackupSite.launch(TestBackups.options(
            MemberEndpoints.loopback(Integer.parseInt(args[1]), Integer.parseInt(args[2])), dataDir,
            (host) -> host.credentials(CredentialStore.in(dataDir.getParent()).createMissing())).build()))
        {
            System.out.println(READY);
            while (System.in.read() >= 0)
            {
                System.out.println(READY);
            }
        }
    }

    /** kill -9. */
    void kill() throws InterruptedException
    {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws InterruptedException
    {
        kill();
    }
}
