// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

/**
 * Decides whether a Logon may begin its session: source, password, blocked or not. Asked on the gateway's thread, which
 * must not wait: what takes time is done on another thread, which then answers, and always does. The logon timeout of
 * the gateway ends with the Logon, because a client that is cut off while its password is changed would not know which
 * one is good. Until the answer comes nothing more is read from the connection.
 */
public interface LogonCheck extends AutoCloseable
{
    /** Admits every client whose CompIDs are known. */
    LogonCheck ACCEPT_ALL = (request, answer) -> answer.accept(LogonAnswer.NO_STATUS);

    /**
     * Checks a Logon of a known session. There may be several at a time: the first one that is
     * accepted gets the session.
     *
     * @param request what came.
     * @param answer to be called once, at once or later, on any thread.
     */
    void check(LogonRequest request, LogonAnswer answer);

    /**
     * Refuses a Logon whose SenderCompID no session has. A check that takes time for a wrong password takes it here
     * too, and gives the same answer: who asks does not learn which sessions there are.
     *
     * @param name SenderCompID.
     * @param request what came, without a session.
     * @param answer to be called once, at once or later, on any thread; by default the connection is closed.
     */
    default void refuse(final String name, final LogonRequest request, final LogonAnswer answer)
    {
        answer.refuse(LogonAnswer.NO_STATUS, "");
    }

    /** Ends it, with the gateway that it was given to. */
    @Override
    default void close()
    {
        // Most hold nothing.
    }
}
