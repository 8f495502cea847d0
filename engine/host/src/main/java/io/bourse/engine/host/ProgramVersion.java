// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.bourse.engine.protocol.FeatureLevels;
import org.agrona.SemanticVersion;

/**
 * Version of this program as members of a cluster exchange it, in every term of the log: its minor part is the
 * highest feature level that the program knows. Members of another major do not work together.
 */
public final class ProgramVersion
{
    /** Of this program. */
    public static final int CURRENT = SemanticVersion.compose(0, FeatureLevels.HIGHEST, 0);

    private ProgramVersion()
    {
    }

    /**
     * Feature level of a version.
     *
     * @param version as a term of the log has it.
     * @return highest level that the program knows.
     */
    public static int featureLevel(final int version)
    {
        return SemanticVersion.minor(version);
    }
}
