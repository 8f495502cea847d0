// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

/**
 * Takes the result of a {@link LogonCheck}. Only the first call counts. Thread-safe.
 */
public interface LogonAnswer
{
    /** No SessionStatus(1409) is sent. */
    int NO_STATUS = -1;

    /**
     * The session may begin: the Logon goes to the session layer.
     *
     * @param sessionStatus SessionStatus(1409) of our Logon, or {@link #NO_STATUS}.
     */
    void accept(int sessionStatus);

    /**
     * The session may not begin: answered with Logout, sequence numbers stay as they are, the connection is closed.
     *
     * @param sessionStatus SessionStatus(1409) of our Logout, or {@link #NO_STATUS}.
     * @param text why, for the client; empty for a close without an answer.
     */
    void refuse(int sessionStatus, String text);

    /**
     * As {@link #refuse}, for a client that has not shown who it is: the answer is the same whether there is such a
     * session or not, so it has number 1 and the fields of the default options.
     *
     * @param sessionStatus SessionStatus(1409) of our Logout, or {@link #NO_STATUS}.
     * @param text why, for the client; empty for a close without an answer.
     */
    default void refuseStranger(final int sessionStatus, final String text)
    {
        refuse(sessionStatus, text);
    }
}
