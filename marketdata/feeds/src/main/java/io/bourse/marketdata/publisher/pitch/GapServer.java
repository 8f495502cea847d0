// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.SequencedUnit;

/**
 * Decides over gap requests (PITCH E.2).
 */
final class GapServer
{
    private final Retransmitter retransmitter;
    private final RecoveryAccess access;
    private final CounterSet<PitchCounter> counters;
    private final GapQuota[] quotas;
    private final int unit;
    private final int unitCount;
    private final int maxMessages;

    GapServer(
        final PitchRecoveryOptions options,
        final Retransmitter retransmitter,
        final RecoveryAccess access,
        final CounterSet<PitchCounter> counters,
        final int unit)
    {
        this.retransmitter = retransmitter;
        this.access = access;
        this.counters = counters;
        this.unit = unit;
        unitCount = options.unitCount();
        maxMessages = options.maxGapMessages();
        quotas = new GapQuota[options.logins().size()];
        for (int i = 0; i < quotas.length; i++)
        {
            quotas[i] =
                new GapQuota(options.maxGapsPerSecond(), options.maxGapsPerMinute(), options.maxGapsPerDay());
        }
    }

    RecoverySession newSession(final AcceptedSocket accepted)
    {
        return new GapSession(this, access, accepted);
    }

    /** Accepts a request, or tells why not. */
    byte request(
        final int login, final int requestUnit, final long wireSequence, final int count, final long nowNs)
    {
        if (requestUnit != unit)
        {
            return 0 < requestUnit && requestUnit <= unitCount ?
                PitchMessages.GAP_UNIT_UNAVAILABLE : PitchMessages.GAP_INVALID_UNIT;
        }
        if (count > maxMessages)
        {
            return PitchMessages.GAP_COUNT_TOO_LARGE;
        }
        final MessageHistory history = retransmitter.history();
        final long sequence = SequencedUnit.expand(wireSequence, history.nextSequence());
        if (0 == count || sequence < history.oldestSequence() || sequence + count > history.nextSequence())
        {
            return PitchMessages.OUT_OF_RANGE;
        }
        final byte status = quotas[login].take(nowNs);
        if (PitchMessages.ACCEPTED == status && !retransmitter.request(sequence, count))
        {
            return PitchMessages.GAP_UNIT_UNAVAILABLE;
        }
        return status;
    }

    void count(final boolean isAccepted)
    {
        counters.increment(isAccepted ? PitchCounter.GAPS_ACCEPTED : PitchCounter.GAPS_REFUSED);
    }
}
