// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.sessions;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.LoginConnectionChangedDecoder;
import io.bourse.engine.protocol.LoginGateways;
import io.bourse.engine.security.Principal;

import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What the event stream says of the sessions of logins.
 */
public final class SessionsView implements EventListener
{
    private static final int SECONDS = 60;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final NavigableMap<Integer, Session> sessions = new TreeMap<>();
    private long engineTimeNs;

    /** One login. */
    static final class Session
    {
        private final int[] commandsOfSecond = new int[SECONDS];
        private boolean isConnected;
        private long changedNs;
        private long cancelAtNs;
        private long commands;
        private long rejected;
        private long sequence;
        private long lastCommandNs;
        private long second;

        boolean isConnected()
        {
            return isConnected;
        }

        long changedNs()
        {
            return changedNs;
        }

        long cancelAtNs()
        {
            return cancelAtNs;
        }

        long commands()
        {
            return commands;
        }

        long rejected()
        {
            return rejected;
        }

        long sequence()
        {
            return sequence;
        }

        long lastCommandNs()
        {
            return lastCommandNs;
        }

        private void state(final CheckpointState state)
        {
            for (int i = 0; i < SECONDS; i++)
            {
                commandsOfSecond[i] = state.number(commandsOfSecond[i]);
            }
            isConnected = state.flag(isConnected);
            changedNs = state.number(changedNs);
            cancelAtNs = state.number(cancelAtNs);
            commands = state.number(commands);
            rejected = state.number(rejected);
            sequence = state.number(sequence);
            lastCommandNs = state.number(lastCommandNs);
            second = state.number(second);
        }

        private boolean isOf(final EventGroup group)
        {
            return sequence == group.sequence() && lastCommandNs == group.engineTimeNs();
        }

        private void goTo(final long newSecond)
        {
            if (newSecond - second >= SECONDS)
            {
                Arrays.fill(commandsOfSecond, 0);
            }
            else
            {
                for (long at = second + 1; at <= newSecond; at++)
                {
                    commandsOfSecond[(int)(at % SECONDS)] = 0;
                }
            }
            second = Math.max(second, newSecond);
        }
    }

    /** Null of a login that has never had a session or sent a command. */
    Session session(final int loginId)
    {
        return sessions.get(loginId);
    }

    /** Commands of a session in the last minute of the engine's time. */
    int commandsOfMinute(final Session session)
    {
        session.goTo(engineTimeNs / NS_PER_SECOND);
        return Arrays.stream(session.commandsOfSecond).sum();
    }

    @Override
    public void onGroupBegin(final EventGroup group)
    {
        engineTimeNs = group.engineTimeNs();
        // Sessions of operators are no logins.
        if (group.gatewayId() > 0 && group.gatewayId() <= Principal.MAX_GATEWAY_ID && 0 != group.sessionId())
        {
            final Session session = sessions.computeIfAbsent(group.sessionId(), (loginId) -> new Session());
            session.goTo(engineTimeNs / NS_PER_SECOND);
            session.commandsOfSecond[(int)(engineTimeNs / NS_PER_SECOND % SECONDS)]++;
            session.commands++;
            session.sequence = Math.max(session.sequence, group.sequence());
            session.lastCommandNs = engineTimeNs;
        }
    }

    @Override
    public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
    {
        final Session session = sessions.get(group.sessionId());
        if (null != session && session.isOf(group))
        {
            session.rejected++;
        }
    }

    @Override
    public void onLoginConnectionChanged(final EventGroup group, final LoginConnectionChangedDecoder event)
    {
        final Session session = sessions.computeIfAbsent(event.loginId(), (loginId) -> new Session());
        session.isConnected = LoginGateways.NONE != LoginGateways.after(group, event);
        session.changedNs = group.engineTimeNs();
        session.cancelAtNs = event.cancelAtNs();
    }

    /**
     * All of it.
     *
     * @param state to write to, or to read from when nothing was read of the stream.
     */
    public void state(final CheckpointState state)
    {
        engineTimeNs = state.number(engineTimeNs);
        state.map(sessions, 0, state::number, new Session(), (of) ->
        {
            final Session session = state.isReading() ? new Session() : of;
            session.state(state);
            return session;
        });
    }
}
