// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import org.agrona.DirectBuffer;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/**
 * Whose session with a cluster it is, as the log of the cluster says when the session opens. The log is the same on
 * all members and at every replay, and so is what this admits.
 *
 * @param principals that have proven themselves, see {@link ChallengedCredentials}.
 * @param key of the session's seals.
 * @param isSealBehind whether the seals stand behind the commands, as they once did, and not in them.
 */
public record SessionIdentity(List<Principal> principals, SealKey key, boolean isSealBehind)
{
    /** A session of a log from before there were principals: what its commands say of their sender is believed. */
    public static final SessionIdentity CLAIMED = new SessionIdentity(null, null, false);
    /** A session whose principal cannot be read: nothing is admitted. */
    public static final SessionIdentity UNKNOWN = new SessionIdentity(List.of(), new SealKey(0, 0));

    private static final String SEPARATOR = "\n";
    private static final String SEAL_INSIDE = "inside";
    private static final int KEY_DIGITS = 2 * Long.BYTES;

    /** Of a session that is opened now. */
    SessionIdentity(final List<Principal> principals, final SealKey key)
    {
        this(principals, key, false);
    }

    /**
     * Reads what stands in the log.
     *
     * @param encodedPrincipal of the session.
     * @return identity.
     */
    public static SessionIdentity of(final byte[] encodedPrincipal)
    {
        if (0 == encodedPrincipal.length)
        {
            return CLAIMED;
        }
        final String[] lines = new String(encodedPrincipal, StandardCharsets.US_ASCII).split(SEPARATOR, -1);
        final List<Principal> principals = Principal.parseAll(lines[0]);
        if (null == principals || lines.length < 2 || !lines[1].matches("[0-9a-f]{32}") || lines.length > 2 &&
            !(3 == lines.length && SEAL_INSIDE.equals(lines[2])))
        {
            return UNKNOWN;
        }
        return new SessionIdentity(principals, new SealKey(
            HexFormat.fromHexDigitsToLong(lines[1], 0, KEY_DIGITS),
            HexFormat.fromHexDigitsToLong(lines[1], KEY_DIGITS, 2 * KEY_DIGITS)), 2 == lines.length);
    }

    /** The form in which it stands in the log. */
    byte[] encode()
    {
        return String.join(SEPARATOR, Principal.texts(principals),
            HexFormat.of().toHexDigits(key.first()) + HexFormat.of().toHexDigits(key.second()), SEAL_INSIDE)
            .getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Whether the session has proven whose it is.
     *
     * @return false of a session from before there were principals.
     */
    public boolean isAuthenticated()
    {
        return null != principals;
    }

    /**
     * Length of the command in a message.
     *
     * @param length of the message.
     * @return length without the seal after it; negative when the message is too short for one.
     */
    public int commandLength(final int length)
    {
        return isSealBehind ? length - Long.BYTES : length;
    }

    /**
     * Whether a command was sent by the owner of the session.
     *
     * @param buffer that holds it, see {@code CommandForm.isCommand}.
     * @param offset of its message header.
     * @param length of it, see {@link #commandLength}.
     * @return false when it is forged or damaged.
     */
    public boolean isSealed(final DirectBuffer buffer, final int offset, final int length)
    {
        if (!isAuthenticated())
        {
            return true;
        }
        final int sealOffset = isSealBehind ? length : SealKey.SEAL_OFFSET;
        return key.hash(buffer, offset, length, isSealBehind ? SealKey.NO_SEAL : sealOffset) ==
            buffer.getLong(offset + sealOffset, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Whether one of the principals sends a command and may. Allocates nothing.
     *
     * @param buffer that holds a command, see {@code CommandForm.isCommand}.
     * @param offset of its message header.
     * @return false when the command names another sender or is not one of the role.
     */
    public boolean admits(final DirectBuffer buffer, final int offset)
    {
        if (!isAuthenticated())
        {
            return true;
        }
        for (int i = 0; i < principals.size(); i++)
        {
            if (CommandGate.admits(principals.get(i), buffer, offset))
            {
                return true;
            }
        }
        return false;
    }
}
