// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.quarantine;

import io.bourse.engine.client.operator.Quarantine;
import io.bourse.engine.protocol.EngineSchema;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The quarantines of a history, by position.
 *
 * @param approved by two people, with good signatures.
 * @param requested and not approved yet.
 */
public record Quarantines(List<Quarantine> approved, List<Quarantine> requested)
{
    /** Of a history that needs none. */
    public static final Quarantines NONE = new Quarantines(List.of(), List.of());

    /**
     * Whether a command is quarantined.
     *
     * @param position journal position after it.
     * @return true when two people have approved that.
     */
    public boolean isApproved(final long position)
    {
        return approved.stream().anyMatch(quarantine -> position == quarantine.position());
    }

    /**
     * A quarantine as text for people.
     *
     * @param quarantine any.
     * @return one line.
     */
    public static String describe(final Quarantine quarantine)
    {
        final String who = quarantine.isApproved() ?
            "by " + quarantine.requester() + " and " + quarantine.approver() + " at " + time(quarantine.approvedNs()) :
            "by " + quarantine.requester() + " at " + time(quarantine.requestedNs());
        return "position=" + quarantine.position() + " template=" + EngineSchema.messageName(quarantine.templateId()) +
            " sha256=" + quarantine.sha256() + " " + who + ": " + quarantine.reason();
    }

    private static Instant time(final long epochNs)
    {
        final long second = TimeUnit.SECONDS.toNanos(1);
        return Instant.ofEpochSecond(epochNs / second, epochNs % second);
    }
}
