// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.marketdata.net.TcpCloseReason;
import io.bourse.marketdata.net.TcpConnection;
import io.bourse.marketdata.net.TcpConnectionHandler;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.RecoveryListener;
import io.bourse.marketdata.pitch.RecoveryReader;
import io.bourse.marketdata.pitch.RecoveryWriter;
import io.bourse.marketdata.pitch.SequencedUnit;

import org.agrona.DirectBuffer;

/**
 * What both recovery protocols have in common: blocks, one login first of all, heartbeats both ways. Who does not log
 * in within as many heartbeat intervals as may be missed is dropped; so is who sends what a client has not to send.
 */
abstract class RecoverySession implements TcpConnectionHandler, RecoveryListener
{
    /** Heartbeats that may be missed in a row (sheet E.2). */
    static final int MISSED_HEARTBEATS = 5;

    private static final int NOT_LOGGED_IN = -1;

    private final RecoveryAccess access;
    private final TcpConnection connection;
    private int login = NOT_LOGGED_IN;
    private long lastSentNs;
    private long nowNs;
    private boolean isGarbage;

    RecoverySession(final RecoveryAccess access, final TcpConnection connection)
    {
        this.access = access;
        this.connection = connection;
        lastSentNs = connection.openedNs();
    }

    @Override
    public final int onData(
        final TcpConnection from, final DirectBuffer buffer, final int offset, final int length, final long time)
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
        for (int i = SequencedUnit.count(buffer, offset); 0 < i && !isGarbage && connection.isOpen(); i--)
        {
            // A message of a type that is not known is skipped.
            RecoveryReader.readMessage(buffer, position, this);
            position += buffer.getByte(position) & 0xFF;
        }
        return isGarbage ? GARBAGE : SequencedUnit.length(buffer, offset);
    }

    @Override
    public final int onPoll(final TcpConnection to, final long time)
    {
        nowNs = time;
        if (!isLoggedIn())
        {
            if (nowNs - connection.openedNs() >= MISSED_HEARTBEATS * access.heartbeatIntervalNs())
            {
                connection.drop();
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
                commit(RecoveryWriter.heartbeat(connection.sendBuffer(), offset));
                workCount++;
            }
        }
        return workCount;
    }

    @Override
    public final boolean isAnonymous()
    {
        return !isLoggedIn();
    }

    @Override
    public void onClosed(final TcpConnection from, final TcpCloseReason reason)
    {
        if (isLoggedIn())
        {
            access.leave(login);
            login = NOT_LOGGED_IN;
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
        final int result = access.enter(sessionSubId, username, password);
        final boolean isAccepted = result >= 0;
        final byte status = isAccepted ? PitchMessages.ACCEPTED : (byte)-result;
        commit(RecoveryWriter.loginResponse(connection.sendBuffer(), offset, status));
        if (isAccepted)
        {
            login = result;
            onLoggedIn();
        }
        else
        {
            connection.closeAfterFlush();
        }
    }

    @Override
    public void onLoginResponse(final byte status)
    {
        garbage();
    }

    @Override
    public void onGapRequest(final int unit, final long sequence, final int count)
    {
        garbage();
    }

    @Override
    public final void onGapResponse(final int unit, final long sequence, final int count, final byte status)
    {
        garbage();
    }

    @Override
    public final void onSpinImageAvailable(final long sequence)
    {
        garbage();
    }

    @Override
    public void onSpinRequest(final long sequence)
    {
        garbage();
    }

    @Override
    public final void onSpinResponse(final long sequence, final long orderCount, final byte status)
    {
        garbage();
    }

    @Override
    public final void onSpinFinished(final long sequence)
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

    final boolean isLoggedIn()
    {
        return NOT_LOGGED_IN != login;
    }

    final int login()
    {
        return login;
    }

    final long nowNs()
    {
        return nowNs;
    }

    final TcpConnection connection()
    {
        return connection;
    }

    /** What came is not what a client sends here. */
    final void garbage()
    {
        isGarbage = true;
    }

    /** Room for one message of {@link RecoveryWriter}, or -1. */
    final int reserve()
    {
        return connection.reserve(RecoveryWriter.MAX_LENGTH);
    }

    final void commit(final int length)
    {
        connection.commit(length);
        lastSentNs = nowNs;
    }

    final void sent()
    {
        lastSentNs = nowNs;
    }
}
