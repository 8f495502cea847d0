// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.bourse.engine.host.storage.StorageException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends an engine whose state can no longer be trusted. A half-executed command must never be followed by another one:
 * better a dead process than a diverged one.
 */
@FunctionalInterface
public interface FailStop
{
    /** Exit status of a process that was halted. */
    int EXIT_STATUS = 70;

    /**
     * Called once, on the thread that failed. If it returns, the engine's thread ends.
     *
     * @param where the part of the engine that failed.
     * @param cause what happened.
     */
    void onFailure(String where, Throwable cause);

    /**
     * Logs the diagnostic and halts the process without running shutdown hooks.
     *
     * @return the default for production.
     */
    static FailStop halting()
    {
        return (where, cause) ->
        {
            final Logger logger = LoggerFactory.getLogger(FailStop.class);
            logger.error("the engine cannot go on and halts the process: where={} exitStatus={} reason={}", where,
                EXIT_STATUS, cause.getMessage(), cause instanceof StorageException ? null : cause);
            // The line above may still be on its way through another thread when the process is gone.
            System.err.println("bourse: halted: where=" + where + " exitStatus=" + EXIT_STATUS + " reason=" + cause);
            System.err.flush();
            Runtime.getRuntime().halt(EXIT_STATUS);
        };
    }
}
