// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.session.FixSession;

/**
 * Where sessions come from: asked once for every FIX login of the reference data, when the event stream defines it;
 * called when everything of earlier processes is known.
 */
public interface SessionSource
{
    /**
     * Session of a login.
     *
     * @param loginId from 1.
     * @param name SenderCompID.
     * @param brokerageFirm four characters.
     * @return its session, or null when it cannot be served.
     */
    FixSession define(int loginId, String name, String brokerageFirm);

    /**
     * A gateway process has the sessions from here on in the event stream, before this one.
     *
     * @param epoch of its start.
     */
    void owner(long epoch);

    /**
     * What is to be known of the message numbers of a session before more of them are used.
     *
     * @param loginId of the session, which is known.
     * @param isClaim whether they are wanted in any case.
     * @return mark for the event stream; 0 when none is due.
     */
    long markDue(int loginId, boolean isClaim);

    /**
     * A mark is on its way to the engine.
     *
     * @param loginId of its session.
     * @param mark from {@link #markDue}.
     */
    void marked(int loginId, long mark);

    /**
     * The event stream has been replayed up to the gateway's own barrier.
     *
     * @param commandPosition journal position of the barrier.
     */
    void connected(long commandPosition);

    /**
     * An operator wants a session to end.
     *
     * @param loginId of the session, which is known.
     * @param isReset whether its message numbers begin with 1 again.
     * @param commandPosition of what the operator has sent.
     */
    void end(int loginId, boolean isReset, long commandPosition);

    /**
     * An operator has wanted message numbers to begin with 1 again before this gateway started.
     *
     * @param loginId of the session, which is known.
     * @param commandPosition of what the operator has sent.
     * @param timeNs engine time of that.
     */
    void resetMissed(int loginId, long commandPosition, long timeNs);
}
