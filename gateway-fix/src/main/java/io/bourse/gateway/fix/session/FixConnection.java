// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.channel.ClientChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;

/**
 * A connection of a client: its bytes in both directions, and how far it is. Never blocks.
 */
final class FixConnection
{
    /** States, in the order they may be passed through; every one may be followed by CLOSED. */
    enum State
    {
        /** Nothing but a Logon is awaited. */
        CONNECTED,
        /** Somebody decides about its Logon. */
        CHECKING,
        /** Belongs to a session. */
        ACTIVE,
        /** Says its last words; what it still sends is dropped. */
        CLOSING,
        /** Gone. */
        CLOSED
    }

    private static final int INITIAL_BUFFER = 8 * 1024;
    private static final int MAX_WRITE = 64 * 1024;
    /** Reads of a connection that is closing, in a row: who goes on sending must not hold up the others. */
    private static final int MAX_DRAINS = 16;
    private static final int KEPT_BUFFER = 1024 * 1024;
    private static final long LOGON_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final ClientChannel channel;
    private final InetSocketAddress remote;
    private final long connectedNs;
    private final int maxInput;
    private final int maxUnsent;
    private final FixFramer framer;
    private final ReadPause pause = new ReadPause();
    private State state = State.CONNECTED;
    private SelectionKey key;
    private FixSessionImpl session;
    private LogonDecision decision;
    private byte[] input = new byte[INITIAL_BUFFER];
    private ByteBuffer inputView = ByteBuffer.wrap(input);
    private int inputBegin;
    private int inputEnd;
    private byte[] output = new byte[INITIAL_BUFFER];
    private ByteBuffer outputView = ByteBuffer.wrap(output);
    private int outputBegin;
    private int outputEnd;
    private int ops = SelectionKey.OP_READ;
    private long closingDeadlineNs;
    private long lastProgressNs;
    private int bytesSinceMessage;
    private long receivedBytes;
    private Takeover.Question question;
    private boolean hasBegun;
    private boolean isSkipping;
    private boolean hasLoggedOn;
    private boolean isLogoutAwaited;
    private long logoutSentNs;
    private long lastLogonNs;
    private boolean isOverflown;
    private boolean isOutputShut;

    FixConnection(
        final ClientChannel channel,
        final InetSocketAddress remote,
        final long connectedNs,
        final int maxInput,
        final int maxUnsent)
    {
        this.channel = channel;
        this.remote = remote;
        this.connectedNs = connectedNs;
        this.maxInput = maxInput;
        this.maxUnsent = maxUnsent;
        framer = new FixFramer(maxInput);
    }

    void key(final SelectionKey value)
    {
        key = value;
    }

    State state()
    {
        return state;
    }

    /** Open, and no session has ever begun on it, even if it is closing: it takes a place from those who may log on. */
    boolean isWithoutLogon()
    {
        return State.CLOSED != state && !hasLoggedOn;
    }

    /** Its session has begun. */
    void onLogon()
    {
        hasLoggedOn = true;
    }

    /** Whether a Logon within the session comes at least a second after the one before. */
    boolean takesLogon(final long epochNs)
    {
        final boolean isTaken = Math.abs(epochNs - lastLogonNs) >= LOGON_INTERVAL_NS;
        lastLogonNs = isTaken ? epochNs : lastLogonNs;
        return isTaken;
    }

    /** Whether its client has not answered our Logout for so long; asked in every cycle while it should. */
    boolean isLogoutOverdue(final long nowNs, final long timeoutNs)
    {
        if (!isLogoutAwaited)
        {
            isLogoutAwaited = true;
            logoutSentNs = nowNs;
        }
        return nowNs - logoutSentNs > timeoutNs;
    }

    InetSocketAddress remote()
    {
        return remote;
    }

    long connectedNs()
    {
        return connectedNs;
    }

    FixSessionImpl session()
    {
        return session;
    }

    LogonDecision decision()
    {
        return decision;
    }

    /** A Logon came that somebody decides about. */
    void check(final FixSessionImpl wanted, final LogonDecision pending)
    {
        session = wanted;
        decision = pending;
        state = State.CHECKING;
    }

    /** The Logon goes to the session. */
    void activate()
    {
        decision = null;
        state = State.ACTIVE;
    }

    // ------------------------------------------------- input -------------------------------------------------

    /** Whether the connection began as FIX does; asked once enough has come. */
    boolean beginsRight()
    {
        return hasBegun || FixFramer.mayBegin(input, inputBegin, inputEnd);
    }

    /** A message has come. */
    void onMessage()
    {
        hasBegun = true;
        isSkipping = false;
        bytesSinceMessage = 0;
    }

    /** Something garbled was passed over; true when it is the first since the last message. */
    boolean onGarbled()
    {
        final boolean isFirst = !isSkipping;
        isSkipping = true;
        return isFirst;
    }

    /** Whether more bytes than a message may have came without one. */
    boolean isTooLong()
    {
        return bytesSinceMessage > maxInput;
    }

    /** Reads what is there, not more than the buffer takes; -1 at the end of the client's stream. */
    int read() throws IOException
    {
        if (inputBegin > 0)
        {
            System.arraycopy(input, inputBegin, input, 0, inputEnd - inputBegin);
            inputEnd -= inputBegin;
            inputBegin = 0;
        }
        if (inputEnd == input.length && input.length < maxInput)
        {
            input = Arrays.copyOf(input, Math.min(maxInput, 2 * input.length));
            inputView = ByteBuffer.wrap(input);
        }
        if (inputEnd == input.length)
        {
            return 0;
        }
        inputView.limit(input.length).position(inputEnd);
        final int count = channel.read(inputView);
        inputEnd += Math.max(0, count);
        bytesSinceMessage += Math.max(0, count);
        receivedBytes += Math.max(0, count);
        return count;
    }

    /** What has come so far. */
    long receivedBytes()
    {
        return receivedBytes;
    }

    /** The last question whether it is alive; of a connection without a session the one that it waits for. */
    Takeover.Question question()
    {
        return question;
    }

    void question(final Takeover.Question value)
    {
        question = value;
    }

    FixFramer framer()
    {
        return framer;
    }

    byte[] input()
    {
        return input;
    }

    int inputBegin()
    {
        return inputBegin;
    }

    int inputEnd()
    {
        return inputEnd;
    }

    void consumed(final int toOffset)
    {
        inputBegin = toOffset;
    }

    /** Whether it is read. */
    ReadPause pause()
    {
        return pause;
    }

    boolean isReadDue()
    {
        return channel.isReadDue();
    }

    boolean isFailed()
    {
        return channel.isFailed();
    }

    // ------------------------------------------------- output -------------------------------------------------

    /** Whether so many bytes can be written now; if not, the client is too slow and is given up. */
    boolean reserve(final int length)
    {
        if (State.ACTIVE != state && State.CHECKING != state || isOverflown)
        {
            return false;
        }
        if (unsent() + length > maxUnsent)
        {
            isOverflown = true;
            return false;
        }
        if (outputEnd + length > output.length)
        {
            makeRoom(length);
        }
        return true;
    }

    private void makeRoom(final int length)
    {
        final int rest = outputEnd - outputBegin;
        if (rest + length > output.length)
        {
            final byte[] larger = new byte[Math.min(maxUnsent, Math.max(2 * output.length, rest + length))];
            System.arraycopy(output, outputBegin, larger, 0, rest);
            output = larger;
            outputView = ByteBuffer.wrap(output);
        }
        else
        {
            System.arraycopy(output, outputBegin, output, 0, rest);
        }
        outputBegin = 0;
        outputEnd = rest;
    }

    /** Where to write what was reserved. */
    byte[] output()
    {
        return output;
    }

    int outputEnd()
    {
        return outputEnd;
    }

    void wrote(final int length)
    {
        outputEnd += length;
    }

    void write(final byte[] bytes)
    {
        if (reserve(bytes.length))
        {
            System.arraycopy(bytes, 0, output, outputEnd, bytes.length);
            outputEnd += bytes.length;
        }
    }

    int unsent()
    {
        return outputEnd - outputBegin;
    }

    boolean isOverflown()
    {
        return isOverflown;
    }

    /** Writes as much as the socket takes; bytes written. */
    int flush() throws IOException
    {
        int total = 0;
        if (channel.hasOwnOutput())
        {
            channel.flush();
        }
        while (outputBegin < outputEnd)
        {
            outputView.limit(Math.min(outputEnd, outputBegin + MAX_WRITE)).position(outputBegin);
            final int count = channel.write(outputView);
            outputBegin += count;
            total += count;
            if (outputView.hasRemaining())
            {
                break;
            }
        }
        if (outputBegin == outputEnd)
        {
            outputBegin = 0;
            outputEnd = 0;
            if (output.length > KEPT_BUFFER)
            {
                // A burst is over.
                output = new byte[INITIAL_BUFFER];
                outputView = ByteBuffer.wrap(output);
            }
        }
        return total;
    }

    /** Whether the client has read nothing for so long although bytes wait for it. */
    boolean isStalled(final int justWritten, final long nowNs, final long timeoutNs)
    {
        if (justWritten > 0 || 0 == unsent())
        {
            lastProgressNs = nowNs;
        }
        return nowNs - lastProgressNs > timeoutNs;
    }

    void onWritable()
    {
        channel.onWritable();
    }

    // -------------------------------------------------- end --------------------------------------------------

    /** Nothing more is said than what waits already; closed when that is out and the client has closed as well. */
    void closeGently(final long deadlineNs)
    {
        if (state.compareTo(State.CLOSING) < 0)
        {
            state = State.CLOSING;
            closingDeadlineNs = deadlineNs;
            session = null;
            decision = null;
        }
    }

    /** Goes on closing. */
    void onClosing(final long nowNs) throws IOException
    {
        flush();
        if (!isOutputShut && 0 == unsent() && !channel.hasOwnOutput())
        {
            isOutputShut = true;
            channel.shutdownOutput();
        }
        if (nowNs - closingDeadlineNs > 0)
        {
            close();
        }
    }

    /** Drops what still comes; closes at the end of the client's stream. */
    void drain() throws IOException
    {
        int count = 1;
        for (int i = 0; i < MAX_DRAINS && count > 0; i++)
        {
            inputView.clear();
            count = channel.read(inputView);
        }
        if (count < 0)
        {
            close();
        }
    }

    void close()
    {
        state = State.CLOSED;
        session = null;
        decision = null;
        CloseHelper.quietClose(channel);
    }

    /** Tells the selector what to wait for. */
    void updateInterest()
    {
        if (null == key || !key.isValid())
        {
            return;
        }
        final int open = State.CHECKING == state ? 0 : channel.interestOps(unsent() > 0 || channel.hasOwnOutput());
        final int wanted = pause.isOn() ? open & ~SelectionKey.OP_READ : open;
        if (wanted != ops)
        {
            ops = wanted;
            key.interestOps(wanted);
        }
    }
}
