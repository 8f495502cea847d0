// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.aeron.Aeron;

/**
 * What members have answered to the question who gives the log. As long as one and the same answers and nothing comes
 * between, it is one term: a leader that was deposed does not answer as one, and another one answers in its place.
 *
 * @param term counts up whenever the source changes or fails.
 * @param memberId that answered last, {@link Aeron#NULL_VALUE} when none does.
 * @param count of its answers within the term.
 */
record LogAnswers(long term, int memberId, long count)
{
    /** No member was asked yet. */
    static final LogAnswers NONE = new LogAnswers(0, Aeron.NULL_VALUE, 0);

    /** The source has failed. */
    LogAnswers interrupted()
    {
        return new LogAnswers(term + 1, Aeron.NULL_VALUE, 0);
    }

    /** A member has answered. */
    LogAnswers answeredBy(final int answeringMemberId)
    {
        return memberId == answeringMemberId ? new LogAnswers(term, memberId, count + 1) :
            new LogAnswers(term + 1, answeringMemberId, 1);
    }
}
