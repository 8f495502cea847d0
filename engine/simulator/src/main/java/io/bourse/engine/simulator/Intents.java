// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import java.util.ArrayList;
import java.util.List;

/**
 * All requests of one schedule.
 */
final class Intents
{
    private final List<Intent> all = new ArrayList<>();

    Intent add(final int gatewayId, final int sessionId, final byte[] command)
    {
        final Intent intent = new Intent(all.size() + 1, gatewayId, sessionId, command);
        all.add(intent);
        return intent;
    }

    Intent get(final long id)
    {
        if (id < 1 || id > all.size())
        {
            throw new ScheduleFailedException("an event of a command that was never sent: receivedNs=" + id);
        }
        return all.get((int)id - 1);
    }

    int size()
    {
        return all.size();
    }
}
