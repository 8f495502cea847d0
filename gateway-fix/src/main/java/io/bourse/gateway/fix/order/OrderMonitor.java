// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.protocol.RejectReason;

/**
 * Counts what happens to requests.
 */
public interface OrderMonitor
{
    /** A request was taken for the engine, or waits for an earlier answer. */
    void onCommand();

    /** The gateway itself has answered a request. */
    void onReport();

    /** A request that a session sent again by itself was passed over, for it had been taken. */
    void onRequestNotRepeated();

    /**
     * The gateway itself has refused a request.
     *
     * @param refusal why.
     */
    void onRefusal(FixRefusal refusal);

    /**
     * The engine has refused a request.
     *
     * @param reason why.
     */
    void onEngineReject(RejectReason reason);
}
