// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.client;

import quickfix.Message;

/**
 * Receives what a {@link FixClient} decodes; called on a QuickFIX/J thread of the client.
 */
public interface FixClientListener
{
    /** The session is logged on. */
    default void onLogon()
    {
    }

    /** The session was logged out, or its connection lost; the client goes on trying to connect. */
    default void onLogout()
    {
    }

    /**
     * An order changed or was refused.
     *
     * @param execution the report.
     */
    default void onExecution(final FixExecution execution)
    {
    }

    /**
     * A cancel or replace was refused.
     *
     * @param reject the answer.
     */
    default void onCancelReject(final FixCancelReject reject)
    {
    }

    /**
     * Any other application message: an acknowledgement, a report of many orders, a captured trade, market data.
     *
     * @param message as it came.
     */
    default void onMessage(final Message message)
    {
    }

    /**
     * A message was refused as such: session-level Reject(3) or BusinessMessageReject(j).
     *
     * @param reject the answer.
     */
    default void onReject(final Message reject)
    {
    }

    /**
     * A test request was answered.
     *
     * @param id of the request.
     */
    default void onTestAnswered(final String id)
    {
    }
}
