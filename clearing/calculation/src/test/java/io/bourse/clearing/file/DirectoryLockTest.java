// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.bourse.testing.TestProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

@Tag("venue")
class DirectoryLockTest
{
    @TempDir
    private Path dir;

    @Test
    void shouldKeepOthersOutUntilItIsClosed() throws Exception
    {
        try (DirectoryLock lock = DirectoryLock.tryAcquire(dir))
        {
            assertNotNull(lock);
            assertNull(DirectoryLock.tryAcquire(dir.resolve("..").resolve(dir.getFileName())));
            assertEquals("unknown", DirectoryLock.holderPid(dir.resolve("nowhere")));
            lock.noteHolder();
            final String pid = Long.toString(ProcessHandle.current().pid());
            assertEquals(pid, DirectoryLock.holderPid(dir));
            // Being refused, or asking who holds it, must not have given the lock away.
            final Process refused = otherProcess();
            assertEquals(1, refused.exitValue());
            assertEquals(pid, Files.readString(dir.resolve(DirectoryLock.NAME)));
        }
        final Process other = otherProcess();
        assertEquals(0, other.exitValue());
        assertEquals(Long.toString(other.pid()), DirectoryLock.holderPid(dir));
    }

    private Process otherProcess() throws IOException, InterruptedException
    {
        final Process process = TestProcess.of(Other.class, dir.toString()).inheritIO().start();
        process.waitFor();
        return process;
    }

    /** Ends with 0 if it gets the lock, with 1 if not. */
    public static final class Other
    {
        private Other()
        {
        }

        /** Tries. */
        public static void main(final String[] args) throws IOException
        {
            final DirectoryLock lock = DirectoryLock.tryAcquire(Path.of(args[0]));
            if (null == lock)
            {
                System.exit(1);
            }
            lock.noteHolder();
            System.exit(0);
        }
    }
}
