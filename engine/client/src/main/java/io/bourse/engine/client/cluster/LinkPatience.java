// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import java.util.concurrent.TimeUnit;

/**
 * How long an attempt to link to a member on another machine may take: not long at first, as another member may answer
 * sooner. When attempts with all members have taken their whole time in vain, the next ones have more: a slow machine
 * must get in, too. An attempt that fails at once, as all do while the media driver of this process does not run, would
 * not get in with more time either.
 */
final class LinkPatience
{
    private static final long FIRST_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int MOST_DOUBLINGS = 2;

    private final int members;
    private int attempts;

    /**
     * For the first link.
     *
     * @param members that are tried one after the other.
     */
    LinkPatience(final int members)
    {
        this.members = members;
    }

    long timeoutNs()
    {
        return FIRST_NS << Math.min(attempts / members, MOST_DOUBLINGS);
    }

    void onFailure(final long tookNs)
    {
        attempts += tookNs < timeoutNs() ? 0 : 1;
    }

    void onLink()
    {
        attempts = 0;
    }
}
