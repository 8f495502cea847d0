// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.gateway.fix.wire.FixReader;

/**
 * What the gateway does with the application messages of a session. Called on the gateway's thread; may send on the
 * session at once.
 */
public interface FixMessageHandler
{
    /**
     * Whether messages of this type are checked by {@link #onMessage} itself, so that the dictionary need not be asked
     * first. Such a message is offered to {@link #isPlain} before.
     *
     * @param msgType MsgType(35), one character.
     * @return true for the frequent types.
     */
    boolean isHot(char msgType);

    /**
     * Whether a message of a hot type has only fields that the handler knows, each once, none empty, all required ones
     * and with values of the right format. If not, the dictionary decides first, and its findings are answered by
     * Reject(3).
     *
     * @param message as received.
     * @return true when the dictionary could find nothing.
     */
    boolean isPlain(FixReader message);

    /**
     * An application message, in sequence, of a session that is logged on; valid by the dictionary, or plain.
     *
     * @param session it came on.
     * @param message a view, valid during the call.
     * @param receivedNs when it was read, nanoseconds since the Unix epoch.
     * @return false when messages of this type are not served on this session: it is answered with
     *     BusinessMessageReject(j), reason 3.
     */
    boolean onMessage(FixSession session, FixReader message, long receivedNs);

    /**
     * Whether a message of this session waits for space in the ring. Its next message should not be taken before that
     * is over: it would have to wait as well.
     *
     * @param session of a login.
     * @return true while something waits.
     */
    default boolean isHeld(final FixSession session)
    {
        return false;
    }

    /**
     * A session has logged on.
     *
     * @param session of a login.
     */
    void onLogon(FixSession session);

    /**
     * A session that had logged on has ended, by Logout or with its connection.
     *
     * @param session of a login.
     */
    void onLogout(FixSession session);
}
