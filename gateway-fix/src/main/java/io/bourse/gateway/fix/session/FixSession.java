// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.telemetry.SessionClass;
import io.bourse.gateway.fix.wire.FixWriter;

/**
 * The session of one FIX login of the reference data, whether or not its client is connected. Belongs to the gateway's
 * thread.
 */
public interface FixSession
{
    /**
     * Login of the reference data.
     *
     * @return from 1; the sessionId of its commands.
     */
    int loginId();

    /**
     * SenderCompID of the client.
     *
     * @return name of the login.
     */
    String name();

    /**
     * Firm of the login.
     *
     * @return four characters.
     */
    String brokerageFirm();

    /**
     * What the configuration says of it.
     *
     * @return options, never null.
     */
    FixSessionOptions options();

    /**
     * Whether its client is there.
     *
     * @return true from Logon to Logout or the end of the connection.
     */
    boolean isLoggedOn();

    /**
     * Sends an answer that the event stream does not know of, for instance a refusal by the gateway: it gets the next
     * number, is stored, and leaves now if the client is there; otherwise when it asks for it.
     *
     * @param message whose body is written; copied.
     */
    void send(FixWriter message);

    /**
     * Sends what is worth nothing later, for instance a book: it gets the next number but is not stored; a client that
     * asks for it again gets a gap fill. Nothing happens when the client is not there.
     *
     * @param message whose body is written; copied.
     */
    void sendVolatile(FixWriter message);

    /**
     * Bytes that wait for the client to read them. A sender of many messages checks it first.
     *
     * @return bytes.
     */
    long unsentBytes();

    /**
     * Ends the session by Logout.
     *
     * @param text why, for the client.
     */
    void logout(String text);

    /**
     * Of which class what is counted of a session is.
     *
     * @param session or null, when it is not known or does not exist.
     * @return class, {@link SessionClass#UNKNOWN} without a session.
     */
    static SessionClass classOf(final FixSession session)
    {
        return null == session ? SessionClass.UNKNOWN : session.options().sessionClass();
    }
}
