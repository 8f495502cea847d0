// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.recovery;

import io.bourse.engine.host.offline.Finding;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.Verdict;
import io.bourse.engine.host.offline.Verification;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that is known of a data directory whose venue does not run.
 *
 * @param verification of its recordings.
 * @param consumers where they stand.
 * @param findings of both, the recordings' first.
 * @param plan what a repair would do, one sentence per step; empty when nothing is to be done or can be done.
 */
public record Diagnosis(
    Verification verification, List<ConsumerStand> consumers, List<Finding> findings, List<String> plan)
{
    /**
     * Examines a data directory and changes nothing.
     *
     * @param venue to examine.
     * @return what was found.
     * @throws IOException when something of a consumer cannot be read.
     */
    public static Diagnosis of(final OfflineVenue venue) throws IOException
    {
        return of(venue, venue.verify());
    }

    /**
     * Completes a verification that was made already.
     *
     * @param venue that was examined.
     * @return what was found.
     * @throws IOException when something of a consumer cannot be read.
     */
    public static Diagnosis of(final OfflineVenue venue, final Verification verification) throws IOException
    {
        final ConsumerSurvey consumers = ConsumerSurvey.of(verification);
        final List<Finding> findings = new ArrayList<>(verification.findings());
        findings.addAll(consumers.findings());
        final boolean isRepairable = Verdict.REPAIRABLE == Verification.worstOfLive(findings);
        return new Diagnosis(verification, consumers.stands(), findings,
            isRepairable ? venue.plan(verification) : List.of());
    }

    /**
     * What the findings come to.
     *
     * @return the worst of them.
     */
    public Verdict verdict()
    {
        return Verification.worst(findings);
    }
}
