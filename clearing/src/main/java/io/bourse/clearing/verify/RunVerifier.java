// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Proves a run from its files: every digest, every table, the checks it passed, the second opinion over every register.
 */
public final class RunVerifier
{
    private RunVerifier()
    {
    }

    /**
     * Verifies a run. What only the run state machine knows (its audit trail, its reports) it adds itself.
     *
     * @param place of the run.
     * @param digests SHA-256 by file name below the run directory, as the state of the run has them.
     * @param options of the second opinion.
     * @return a finding for each part, in a fixed order.
     * @throws IOException when files cannot be read at all.
     */
    public static List<RunFinding> verify(
        final RunPlace place, final Map<String, String> digests, final SecondOpinionOptions options)
        throws IOException
    {
        throw new UnsupportedOperationException("verification of a run comes with the next change");
    }
}
