// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.QuarantineCommandDecoder;

import java.util.HexFormat;

/**
 * A command that the core cannot execute and that two people take out of the history.
 *
 * @param partition of the engine.
 * @param position journal position after the command.
 * @param templateId of the command.
 * @param sha256 of the command's bytes, hexadecimal.
 * @param requester who asks for it.
 * @param requestedNs when, nanoseconds since the Unix epoch.
 * @param reason in their words.
 * @param approver who approves it; null while it is not approved.
 * @param approvedNs when, nanoseconds since the Unix epoch; 0 while it is not approved.
 * @param signature of all this, hexadecimal; null while it is not approved.
 */
public record Quarantine(
    int partition,
    long position,
    int templateId,
    String sha256,
    String requester,
    long requestedNs,
    String reason,
    String approver,
    long approvedNs,
    String signature)
{
    /** Characters of a name at most. */
    public static final int MAX_NAME = QuarantineCommandDecoder.requesterLength();
    /** Characters of a reason at most. */
    public static final int MAX_REASON = QuarantineCommandDecoder.reasonLength();

    /**
     * Whether a second person has approved it.
     *
     * @return false when it is only asked for.
     */
    public boolean isApproved()
    {
        return null != approver;
    }

    /**
     * Refuses a name that the history cannot hold.
     *
     * @param name of a person.
     * @return the name without blanks around it.
     * @throws IllegalArgumentException when it is empty, too long or not printable ASCII.
     */
    public static String checkedName(final String name)
    {
        return checked("name", name.strip(), MAX_NAME);
    }

    /**
     * Refuses a reason that the history cannot hold.
     *
     * @param reason in words.
     * @return the reason without blanks around it.
     * @throws IllegalArgumentException when it is empty, too long or not printable ASCII.
     */
    public static String checkedReason(final String reason)
    {
        return checked("reason", reason.strip(), MAX_REASON);
    }

    private static String checked(final String what, final String text, final int maxLength)
    {
        if (text.length() > maxLength || !text.matches("[ -~]+"))
        {
            throw new IllegalArgumentException("the " + what + " must be 1 to " + maxLength +
                " characters of printable ASCII: length=" + text.length() + " " + what + "=\"" + text + "\"");
        }
        return text;
    }

    /**
     * The digest.
     *
     * @return its bytes.
     */
    public byte[] digest()
    {
        return HexFormat.of().parseHex(sha256);
    }
}
