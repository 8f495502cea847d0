// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusterBackup;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class LeaderCopyTest
{
    private static final long[] UNKNOWN = {AeronArchive.NULL_POSITION, 64};
    private static final long[] ENDS = {1024, 64};

    private final List<Integer> asked = new ArrayList<>();
    private long[] ends = ENDS;
    private final LeaderCopy copy = new LeaderCopy(this::ask);

    @Test
    void shouldLookAgainWhenLeaderIsBeingElected()
    {
        ends = UNKNOWN;
        final LogAnswers leader = LogAnswers.NONE.answeredBy(2);
        final LogAnswers later = leader.answeredBy(2).answeredBy(2);
        assertFalse(copy.isEnough(status(512), leader));
        assertFalse(copy.isEnough(status(512), later), "an end that is not known was reached");
        ends = ENDS;
        assertFalse(copy.isEnough(status(512), later));
        assertFalse(copy.isEnough(status(512), later.answeredBy(2)));
        assertFalse(copy.isEnough(status(1024), later.answeredBy(2)));
        assertTrue(copy.isEnough(status(1024), later.answeredBy(2).answeredBy(2)));
        assertEquals(List.of(2, 2, 2), asked);
    }

    @Test
    void shouldLookAgainWhenLeaderDoesNotAnswer()
    {
        ends = null;
        final LogAnswers leader = LogAnswers.NONE.answeredBy(1);
        assertFalse(copy.isEnough(status(2048), leader));
        assertTrue(copy.toString().contains("no longer records events"), copy.toString());
        ends = ENDS;
        assertFalse(copy.isEnough(status(2048), leader));
        assertFalse(copy.isEnough(status(2048), leader));
        assertTrue(copy.isEnough(status(2048), leader.answeredBy(1)));
    }

    @Test
    void shouldBeginAnewWhenLeaderChangesBehindTheCopy()
    {
        final LogAnswers first = LogAnswers.NONE.answeredBy(0);
        assertFalse(copy.isEnough(status(0), first));
        assertFalse(copy.isEnough(status(1024), first));
        // The same member comes back, but was not heard of in between: it may have missed something.
        ends = new long[]{4096, 64};
        final LogAnswers again = first.interrupted().answeredBy(0);
        assertFalse(copy.isEnough(status(1024), again));
        assertFalse(copy.isEnough(status(1024), again.answeredBy(0)));
        final LogAnswers other = again.answeredBy(1);
        assertFalse(copy.isEnough(status(4096), other));
        assertFalse(copy.isEnough(status(4096), other));
        assertTrue(copy.isEnough(status(4096), other.answeredBy(1)));
        assertEquals(List.of(0, 0, 1), asked);
    }

    @Test
    void shouldAskNobodyWhenNobodyLeads()
    {
        assertFalse(copy.isEnough(status(0), LogAnswers.NONE));
        assertFalse(copy.isEnough(status(0), LogAnswers.NONE.answeredBy(1).interrupted()));
        assertEquals(List.of(), asked);
    }

    private long[] ask(final int memberId)
    {
        asked.add(memberId);
        if (null == ends)
        {
            throw new IllegalStateException("the member no longer records events: memberId=" + memberId);
        }
        return ends;
    }

    private static BackupStatus status(final long logPosition)
    {
        return new BackupStatus(
            0, 1, ClusterBackup.State.BACKING_UP.name(), 0, logPosition, logPosition, 0, 0, 64, 64, -1, -1,
            new TreeMap<>(), new TreeMap<>(), "");
    }
}
