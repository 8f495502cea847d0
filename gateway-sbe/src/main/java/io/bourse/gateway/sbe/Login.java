// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.gateway.sbe.admission.ClOrdIds;
import io.bourse.gateway.sbe.admission.FlowControl;
import io.bourse.gateway.sbe.admission.IdBudget;
import io.bourse.gateway.sbe.twime.MessageHeaderDecoder;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.DirectBuffer;

/**
 * What survives of a login between its connections: message numbers, command numbers and the frames it may ask for
 * again. All of it is a function of the event stream, so that a restarted gateway has the same.
 *
 * <p>Only the session on the trading port counts for the engine: it gets the live messages, and orders are cancelled
 * when it is lost.
 */
final class Login
{
    private static final long NOT_ENDING = Long.MAX_VALUE;

    /** What a login has on one port. */
    private static final class Door
    {
        private TwimeConnection connection;
        private long lastEstablishNs;
        private boolean isEstablishSeen;
    }

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final Door trading = new Door();
    private final Door recovery = new Door();
    final int loginId;
    final LoginAnswers answers;
    private final ConnectionChanges changes;
    /** When the last commands were given to the engine. */
    final OfferTimes offerTimes = new OfferTimes();
    private long commandSequence;
    private long endSequence = NOT_ENDING;
    private boolean isEndAdded;
    private int sessionNumber;
    /**
     * The engines that believe that this login has a connection: bit 0, of several a bit for each. Not 0 at a start
     * only after a sudden end.
     */
    int connectedIn;
    /** Ids that no other order of the login may have. */
    final ClOrdIds clOrdIds;
    private String name = "";
    private String brokerageFirm = "";
    /** What limits the trading messages of the login, over all its connections; null before the first of them. */
    FlowControl flow;

    Login(final int loginId, final AnswerLog answerLog, final ConnectionChanges changes, final IdBudget idBudget)
    {
        this.loginId = loginId;
        this.changes = changes;
        answers = new LoginAnswers(answerLog);
        clOrdIds = new ClOrdIds(idBudget);
    }

    long nextSeqNo()
    {
        return answers.nextSeqNo();
    }

    /** Number of the last command the engine has been given for this login. */
    long commandSequence()
    {
        return commandSequence;
    }

    void onCommandSequence(final long sequence)
    {
        if (sequence > commandSequence)
        {
            commandSequence = sequence;
        }
    }

    /** What goes over into the numbers of another day. */
    void dayState(final CheckpointState state)
    {
        commandSequence = state.number(commandSequence);
        connectedIn = state.number(connectedIn);
        clOrdIds.datedState(state);
    }

    /** The established connection on the trading port, or null. */
    TwimeConnection connection()
    {
        return trading.connection;
    }

    /** The established connection on a port, or null. */
    TwimeConnection connection(final GatewayPort port)
    {
        return door(port).connection;
    }

    void connected(final TwimeConnection connection)
    {
        door(connection.port).connection = connection;
        if (GatewayPort.TRADING == connection.port)
        {
            endSequence = NOT_ENDING;
            isEndAdded = false;
            sessionNumber++;
            changes.add(this, true);
        }
    }

    /**
     * The client ends its trading session: the command goes to the engine while the connection waits for earlier
     * answers.
     */
    void ending()
    {
        isEndAdded = true;
        changes.add(this, false);
    }

    /** A connection is over; one that was never established, or is not the current one, changes nothing. */
    void left(final TwimeConnection connection)
    {
        final Door door = door(connection.port);
        if (connection == door.connection)
        {
            door.connection = null;
            if (trading == door && !isEndAdded)
            {
                changes.add(this, false);
            }
        }
    }

    /** Counts the trading sessions of this life of the gateway. */
    int sessionNumber()
    {
        return sessionNumber;
    }

    /** The engine has been given the end of a trading session as the command of this number. */
    void onEndSubmitted(final int ended, final long sequence)
    {
        if (isEndAdded && sessionNumber == ended)
        {
            endSequence = sequence;
        }
    }

    /** Whether a transaction of this command is after everything that the ending session should still get. */
    boolean isEndReached(final long sequence)
    {
        return sequence >= endSequence;
    }

    /** Everything before the end of a session has left: confirms the client's Terminate, if it still waits. */
    void endReached(final int ended)
    {
        if (sessionNumber != ended)
        {
            return;
        }
        endSequence = NOT_ENDING;
        if (null != trading.connection && TwimeConnection.State.ENDING == trading.connection.state())
        {
            trading.connection.terminate(TerminationCodeEnum.Finished);
        }
    }

    /**
     * Notes a try to establish a session and says whether it came too soon after the one before on this port (A.5.1).
     */
    boolean isTooFastReconnect(final GatewayPort port, final long nowNs, final long reconnectIntervalNs)
    {
        final Door door = door(port);
        final boolean isTooFast = door.isEstablishSeen && nowNs - door.lastEstablishNs < reconnectIntervalNs;
        if (!isTooFast)
        {
            door.isEstablishSeen = true;
            door.lastEstablishNs = nowNs;
        }
        return isTooFast;
    }

    /** The login as clients name it. */
    String name()
    {
        return name;
    }

    /** Firm the login trades for. */
    String brokerageFirm()
    {
        return brokerageFirm;
    }

    Login identity(final String loginName, final String firm)
    {
        name = loginName;
        brokerageFirm = firm;
        return this;
    }

    /**
     * Takes an answer: numbers it if it is an application message, and sends it if the login is connected.
     */
    void onAnswer(final DirectBuffer buffer, final int offset, final int length, final long nowNs)
    {
        if (TwimeFrames.isNumbered(header.wrap(buffer, offset).templateId()))
        {
            answers.add(buffer, offset, length);
        }
        if (null != trading.connection)
        {
            trading.connection.send(buffer, offset, length, nowNs);
        }
    }

    /** Begins with number 1 again; who is connected has to come again and see it (A.5.8). */
    void resetNumbers()
    {
        answers.reset();
        terminate(trading);
        terminate(recovery);
    }

    private static void terminate(final Door door)
    {
        if (null != door.connection)
        {
            door.connection.count(GatewayCounter.SEQUENCE_RESETS);
            door.connection.terminate(TerminationCodeEnum.SequenceReset);
        }
    }

    private Door door(final GatewayPort port)
    {
        return GatewayPort.TRADING == port ? trading : recovery;
    }
}
