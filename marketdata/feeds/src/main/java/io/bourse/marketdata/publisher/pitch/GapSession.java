// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.RecoveryWriter;

/**
 * One client of the gap request server.
 */
final class GapSession extends RecoverySession
{
    private final GapServer server;

    GapSession(final GapServer server, final RecoveryAccess access, final AcceptedSocket accepted)
    {
        super(access, accepted);
        this.server = server;
    }

    @Override
    public void onGapRequest(final int unit, final long sequence, final int count)
    {
        final int offset = isLoggedIn() ? reserve() : -1;
        if (offset < 0)
        {
            garbage();
            return;
        }
        final byte status = server.request(login(), unit, sequence, count, nowNs());
        server.count(PitchMessages.ACCEPTED == status);
        commit(RecoveryWriter.gapResponse(sendBuffer(), offset, unit, sequence, count, status));
    }
}
