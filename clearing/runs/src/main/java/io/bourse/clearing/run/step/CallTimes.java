// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.collateral.CallKind;
import io.bourse.clearing.collateral.MarginCall;

import java.util.ArrayList;
import java.util.List;

/**
 * From when the deadlines of calls count. What the corrected run has called for keeps its time: of a call that a
 * correction makes only the rest is new.
 *
 * @param fromNs the cut, of a correction when it was begun; nanoseconds since 1970.
 * @param before calls of the corrected run; none for a run that corrects none.
 */
public record CallTimes(long fromNs, List<MarginCall> before)
{
    /**
     * A part of a call.
     *
     * @param kopecks above 0.
     * @param raisedNs when it was made, nanoseconds since 1970.
     * @param deadlineNs when it must be met, nanoseconds since 1970.
     */
    record Part(long kopecks, long raisedNs, long deadlineNs)
    {
    }

    /**
     * Divides a call by the times of its parts.
     *
     * @param settlementAccount code.
     * @param kind of the call.
     * @param kopecks that it is about; up to 0 for none.
     * @param allowedNs time to meet it.
     * @return parts that come to the call, those called for before first.
     */
    List<Part> parts(final String settlementAccount, final CallKind kind, final long kopecks, final long allowedNs)
    {
        final List<Part> parts = new ArrayList<>();
        long left = Math.max(0, kopecks);
        for (final MarginCall call : before)
        {
            final long part = call.settlementAccount().equals(settlementAccount) && kind == call.kind() ?
                Math.min(left, call.kopecks()) : 0;
            if (part > 0)
            {
                // Corrected parameters may allow more time; less of it would come too late.
                parts.add(new Part(part, call.raisedNs(),
                    Math.max(call.deadlineNs(), Math.addExact(call.raisedNs(), allowedNs))));
                left -= part;
            }
        }
        if (left > 0)
        {
            parts.add(new Part(left, fromNs, Math.addExact(fromNs, allowedNs)));
        }
        return List.copyOf(parts);
    }
}
