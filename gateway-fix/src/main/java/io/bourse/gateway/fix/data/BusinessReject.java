// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;

/**
 * BusinessMessageReject(j): the answer to a request that no message of its own kind can refuse.
 *
 * @param refSeqNum number of the refused message.
 * @param id its own id, empty if it has none.
 */
record BusinessReject(long refSeqNum, String refMsgType, String id)
{
    /** BusinessRejectReason(380). */
    static final int OTHER = 0;
    /** BusinessRejectReason(380). */
    static final int NOT_AUTHORIZED = 6;

    /** What a refusal of this message would name. */
    static BusinessReject of(final FixReader message, final int idTag)
    {
        return new BusinessReject(
            Math.max(0, message.number(message.find(34))),
            message.string(message.find(35)),
            message.string(message.find(idTag)));
    }

    void send(final FixSession session, final int reason, final String text)
    {
        final FixWriter writer = new FixWriter().begin("j").number(45, refSeqNum).text(372, refMsgType);
        if (!id.isEmpty())
        {
            writer.text(379, id);
        }
        session.send(writer.number(380, reason).text(58, text));
    }
}
