// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import org.agrona.DirectBuffer;

import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Whose session with a cluster it is, as the log of the cluster says when the session opens. The log is the same on
 * all members and at every replay, and so is what this admits.
 *
 * @param principal that has proven itself.
 * @param key of the session's seals.
 */
public record SessionIdentity(Principal principal, SealKey key)
{
    /** A session of a log from before there were principals: what its commands say of their sender is believed. */
    public static final SessionIdentity CLAIMED = new SessionIdentity(null, null);
    /** A session whose principal cannot be read: nothing is admitted. */
    public static final SessionIdentity UNKNOWN = new SessionIdentity(Principal.READER, new SealKey(0, 0));

    private static final char SEPARATOR = '\n';

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
        final String text = new String(encodedPrincipal, StandardCharsets.US_ASCII);
        final int separator = text.indexOf(SEPARATOR);
        final Principal principal = Principal.parse(separator < 0 ? text : text.substring(0, separator));
        if (separator < 0 || null == principal || !text.substring(separator + 1).matches("[0-9a-f]{32}"))
        {
            return UNKNOWN;
        }
        return new SessionIdentity(principal, new SealKey(
            HexFormat.fromHexDigitsToLong(text, separator + 1, separator + 1 + 2 * Long.BYTES),
            HexFormat.fromHexDigitsToLong(text, separator + 1 + 2 * Long.BYTES, text.length())));
    }

    /** The form in which it stands in the log. */
    byte[] encode()
    {
        return (principal.text() + SEPARATOR + HexFormat.of().toHexDigits(key.first()) +
            HexFormat.of().toHexDigits(key.second())).getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Whether the session has proven whose it is.
     *
     * @return false of a session from before there were principals.
     */
    public boolean isAuthenticated()
    {
        return null != principal;
    }

    /**
     * Length of the command in a message.
     *
     * @param length of the message.
     * @return what is left without the seal; negative when there is no room for one.
     */
    public int commandLength(final int length)
    {
        return isAuthenticated() ? length - SealKey.SEAL_LENGTH : length;
    }

    /**
     * Tells whether a message was sent by the owner of the session. Call it for a message with room for a seal.
     *
     * @param buffer that holds it.
     * @param offset of the command.
     * @param commandLength of the command, see {@link #commandLength}.
     * @return false when it is forged or damaged.
     */
    public boolean isSealed(final DirectBuffer buffer, final int offset, final int commandLength)
    {
        return !isAuthenticated() || key.seal(buffer, offset, commandLength) ==
            buffer.getLong(offset + commandLength, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Tells whether the principal may send a command.
     *
     * @param buffer that holds a command, see {@code CommandForm.isCommand}.
     * @param offset of its message header.
     * @return false when the command names another sender or is not one of the role.
     */
    public boolean admits(final DirectBuffer buffer, final int offset)
    {
        return !isAuthenticated() || CommandGate.admits(principal, buffer, offset);
    }
}
