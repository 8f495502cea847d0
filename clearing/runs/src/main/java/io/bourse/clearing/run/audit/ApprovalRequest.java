// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * A request for an approval, signed by the operator who makes it.
 *
 * @param step that it is about.
 * @param requester who wants it: who gave the run its options, not who took it up later.
 * @param operator who has signed; the requester, or who took the run up.
 * @param file that is to be looked at, in the run directory.
 * @param sha256 of the file.
 * @param atMs milliseconds since 1970 by the clock of the caller.
 * @param signature of {@link #text}, hexadecimal; null in files of an earlier version, which count for nothing.
 */
@JsonPropertyOrder({"runId", "step", "requester", "operator", "file", "sha256", "atMs", "signature"})
public record ApprovalRequest(
    long runId,
    ApprovalStep step,
    String requester,
    String operator,
    String file,
    String sha256,
    long atMs,
    String signature)
{
    private static final int LINES = 9;
    private static final int RUN_ID = 2;

    /** Whether both are about the same, without regard to who asks and when. */
    boolean isSameQuestion(final ApprovalRequest other)
    {
        return null != other && runId == other.runId && step == other.step && file.equals(other.file) &&
            sha256.equals(other.sha256);
    }

    /**
     * The request that a signed text is.
     *
     * @return request without its signature; null when the text is none of the venue.
     */
    public static ApprovalRequest of(final String text, final String venueId)
    {
        final String[] lines = text.split("\n", -1);
        if (LINES == lines.length && lines[RUN_ID].matches("\\d{1,18}") && lines[LINES - 1].matches("\\d{1,18}"))
        {
            for (final ApprovalStep step : ApprovalStep.values())
            {
                final ApprovalRequest request = new ApprovalRequest(Long.parseLong(lines[RUN_ID]), step,
                    lines[RUN_ID + 2], lines[RUN_ID + 3], lines[RUN_ID + 4], lines[RUN_ID + 5],
                    Long.parseLong(lines[LINES - 1]), null);
                if (request.text(venueId).equals(text))
                {
                    return request;
                }
            }
        }
        return null;
    }

    /** What is signed. */
    String text(final String venueId)
    {
        return String.join("\n", "BOURSE-CLEARING-REQUEST-1", venueId, Long.toString(runId), step.text(), requester,
            operator, file, sha256, Long.toString(atMs));
    }

    ApprovalRequest withSignature(final String newSignature)
    {
        return new ApprovalRequest(runId, step, requester, operator, file, sha256, atMs, newSignature);
    }

    /** Whether an operator has to do with the request, and may not approve it. */
    boolean isOf(final String name)
    {
        return requester.equalsIgnoreCase(name) || name.equalsIgnoreCase(operator);
    }
}
