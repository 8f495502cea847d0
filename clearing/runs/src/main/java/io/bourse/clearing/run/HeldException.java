// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ClearingException;

import java.nio.file.Path;

/**
 * The run has stopped before its publication by request. Not a failure: it goes on when it is published.
 */
public final class HeldException extends ClearingException
{
    private static final long serialVersionUID = 1L;
    private static final int EXIT_OK = 0;

    HeldException(final long runId, final Path shown)
    {
        super(EXIT_OK, "the run is ready and held, look at the file, then publish it: runId=" + runId + " file=" +
            shown, null);
    }
}
