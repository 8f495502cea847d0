// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.RecoveryWriter;
import io.bourse.marketdata.pitch.SequencedUnit;

/**
 * Decides over gap requests (PITCH E.2).
 */
final class GapServer
{
    private final PitchRecoveryOptions options;
    private final GapRetransmitter retransmitter;
    private final RecoveryAccess access;
    private final CounterSet<PitchCounter> counters;
    private final GapQuota[] quotas;
    private final int unit;

    GapServer(
        final PitchRecoveryOptions options,
        final GapRetransmitter retransmitter,
        final RecoveryAccess access,
        final CounterSet<PitchCounter> counters,
        final int unit)
    {
        this.options = options;
        this.retransmitter = retransmitter;
        this.access = access;
        this.counters = counters;
        this.unit = unit;
        quotas = new GapQuota[options.logins().size()];
        for (int i = 0; i < quotas.length; i++)
        {
            quotas[i] =
                new GapQuota(options.maxGapsPerSecond(), options.maxGapsPerMinute(), options.maxGapsPerDay());
        }
    }

    RecoverySession newSession(final AcceptedSocket accepted)
    {
        return new GapSession(accepted);
    }

    /** Accepts a request, or answers why not. */
    private byte request(
        final int login, final int requestUnit, final long wireSequence, final int count, final long nowNs)
    {
        if (requestUnit != unit)
        {
            return 0 < requestUnit && requestUnit <= options.unitCount() ?
                PitchMessages.GAP_UNIT_UNAVAILABLE : PitchMessages.GAP_INVALID_UNIT;
        }
        if (count > options.maxGapMessages())
        {
            return PitchMessages.GAP_COUNT_TOO_LARGE;
        }
        final long nextSequence = retransmitter.unit().lastSequence() + 1;
        final long sequence = SequencedUnit.expand(wireSequence, nextSequence);
        if (0 == count || sequence < retransmitter.unit().oldestSequence() || sequence + count > nextSequence)
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

    /** One client of the gap request server. */
    private final class GapSession extends RecoverySession
    {
        private GapSession(final AcceptedSocket accepted)
        {
            super(access, accepted, options.maxGapsPerSecond());
        }

        @Override
        public void onGapRequest(final int requestUnit, final long sequence, final int count)
        {
            final int offset = isLoggedIn() ? reserve() : -1;
            if (offset < 0)
            {
                garbage();
                return;
            }
            final byte status = request(login(), requestUnit, sequence, count, nowNs());
            counters.increment(
                PitchMessages.ACCEPTED == status ? PitchCounter.GAPS_ACCEPTED : PitchCounter.GAPS_REFUSED);
            commit(RecoveryWriter.gapResponse(sendBuffer(), offset, requestUnit, sequence, count, status));
        }
    }
}
