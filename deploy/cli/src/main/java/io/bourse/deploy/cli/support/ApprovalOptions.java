// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import picocli.CommandLine.Option;

/**
 * The options of every command of a second person.
 */
public final class ApprovalOptions
{
    @Option(names = "--show", description = "Only show what is to be approved.")
    private boolean isShown;

    @Option(names = "--refuse", description = "Refuse it.")
    private boolean isRefused;

    @Option(names = "--sha256", paramLabel = "DIGITS",
        description = "Digest of what was looked at, or at least its first eight digits.")
    private String sha256;

    /** Whether it is only shown. */
    public boolean isShown()
    {
        return isShown;
    }

    /** Whether it is approved, when it is not only shown. */
    public boolean isApproved()
    {
        return !isRefused;
    }

    /** What has become of it. */
    public String word()
    {
        return isRefused ? "refused    " : "approved   ";
    }

    /** Digest of what was looked at, or its beginning; null: of what there is now. */
    public String sha256()
    {
        return sha256;
    }
}
