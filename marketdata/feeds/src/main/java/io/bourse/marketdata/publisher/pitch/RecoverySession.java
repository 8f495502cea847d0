// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.net.TcpCloseReason;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.RecoveryListener;
import io.bourse.marketdata.pitch.RecoveryReader;
import io.bourse.marketdata.pitch.RecoveryWriter;
import io.bourse.marketdata.pitch.SequencedUnit;
import io.bourse.marketdata.service.ServiceConnection;
import org.agrona.DirectBuffer;

/**
 * What both recovery protocols have in common: blocks, one login first of all, heartbeats both ways. Who does not log
 * in within as many heartbeat intervals as may be missed is dropped; so is who sends what a client has not to send.
 */
abstract class RecoverySession extends ServiceConnection implements RecoveryListener
{
    /** Heartbeats that may be missed in a row (PITCH E.2). */
    static final int MISSED_HEARTBEATS = 5;

    /** Messages in a second that are no requests: heartbeats, one a second, and the login. */
    static final int OTHERS_PER_SECOND = 20;

    private final RecoveryAccess access;
    private int login;
    private long lastSentNs;
    private long nowNs;
    private boolean isGarbage;

    RecoverySession(final RecoveryAccess access, final AcceptedSocket accepted, final int maxRequestsPerSecond)
    {
        super(accepted, maxRequestsPerSecond + OTHERS_PER_SECOND);
        this.access = access;
        lastSentNs = openedNs();
    }

    @Override
    protected final int onData(final DirectBuffer buffer, final int offset, final int length, final long time)
    {
        nowNs = time;
        final int verdict = SequencedUnit.check(buffer, offset, length);
        if (SequencedUnit.INCOMPLETE == verdict)
        {
            return 0;
        }
        if (SequencedUnit.MALFORMED == verdict)
        {
            return GARBAGE;
        }
        int position = offset + SequencedUnit.HEADER_LENGTH;
        boolean isTooFast = isTooFast(time);
        for (int i = SequencedUnit.count(buffer, offset); 0 < i && !isGarbage && !isTooFast && isOpen(); i--)
        {
            isTooFast = isTooFast(time);
            if (isOfServer(buffer.getByte(position + 1) & 0xFF))
            {
                garbage();
            }
            else
            {
                // A message of a type that is not known is skipped.
                RecoveryReader.readMessage(buffer, position, this);
            }
            position += buffer.getByte(position) & 0xFF;
        }
        return isTooFast ? TOO_FAST : isGarbage ? GARBAGE : SequencedUnit.length(buffer, offset);
    }

    private static boolean isOfServer(final int type)
    {
        return switch (type)
        {
            case PitchMessages.LOGIN_RESPONSE, PitchMessages.GAP_RESPONSE, PitchMessages.SPIN_IMAGE_AVAILABLE,
                PitchMessages.SPIN_RESPONSE, PitchMessages.SPIN_FINISHED -> true;
            default -> false;
        };
    }

    @Override
    protected final int onPoll(final long time)
    {
        nowNs = time;
        if (!isLoggedIn())
        {
            if (nowNs - openedNs() >= MISSED_HEARTBEATS * access.heartbeatIntervalNs())
            {
                drop();
                return 1;
            }
            return 0;
        }
        int workCount = work();
        if (nowNs - lastSentNs >= access.heartbeatIntervalNs())
        {
            final int offset = reserve();
            if (offset >= 0)
            {
                commit(RecoveryWriter.heartbeat(sendBuffer(), offset));
                workCount++;
            }
        }
        return workCount;
    }

    @Override
    protected void onEnd(final TcpCloseReason reason)
    {
        if (isLoggedIn())
        {
            access.leave(login);
        }
    }

    @Override
    public final void onLogin(final String sessionSubId, final String username, final String password)
    {
        final int offset = reserve();
        if (isLoggedIn() || offset < 0)
        {
            garbage();
            return;
        }
        final int result = access.enter(sessionSubId, username, password, address(), nowNs, this::log);
        final boolean isAccepted = result >= 0;
        final byte status = isAccepted ? PitchMessages.ACCEPTED : (byte)-result;
        commit(RecoveryWriter.loginResponse(sendBuffer(), offset, status));
        if (isAccepted)
        {
            login = result;
            loggedIn();
            onLoggedIn();
        }
        else
        {
            closeAfterFlush();
        }
    }

    @Override
    public void onGapRequest(final int unit, final long sequence, final int count)
    {
        garbage();
    }

    @Override
    public void onSpinRequest(final long sequence)
    {
        garbage();
    }

    /** The client may ask from now on. */
    void onLoggedIn()
    {
    }

    /** What is to be done while logged in. */
    int work()
    {
        return 0;
    }

    final int login()
    {
        return login;
    }

    final long nowNs()
    {
        return nowNs;
    }

    /** What came is not what a client sends here. */
    final void garbage()
    {
        isGarbage = true;
    }

    /** Space for one message of {@link RecoveryWriter}, or -1. */
    final int reserve()
    {
        return reserve(RecoveryWriter.MAX_LENGTH);
    }

    @Override
    public final void commit(final int length)
    {
        super.commit(length);
        lastSentNs = nowNs;
    }

    final void sent()
    {
        lastSentNs = nowNs;
    }
}
