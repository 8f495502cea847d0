// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

import org.agrona.CloseHelper;
import org.agrona.concurrent.EpochNanoClock;
import quickfix.MessageStore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.TimeZone;

/**
 * What one session must know after a restart: its next numbers, and the messages that its client may ask for again.
 * A projection of the event stream: every report is stored with its transaction and its number within it, so that no
 * replay stores one twice. QuickFIX/J sees the numbers only; messages are stored and sent again by ourselves.
 */
public final class SessionStore implements MessageStore, AutoCloseable
{
    /** Files of messages that are kept: 1 GiB. */
    private static final int MAX_FILES = 256;
    private static final long NS_PER_MS = 1_000_000;
    private static final String ASIDE = "aside";
    private final EpochNanoClock clock;
    private final SessionNumbers numbers;
    private final MessageLog log;
    /** Reports that have no number yet, under their places, and marks. */
    private final MessageLog aside;
    private boolean isSettled;
    private boolean isClosed;
    private UncheckedIOException failure;
    private Runnable onReset = () ->
    {
    };

    public SessionStore(final Path directory, final ByteBuffer zeros, final EpochNanoClock clock)
    {
        this.clock = clock;
        final Path asideDirectory = directory.resolve(ASIDE);
        try
        {
            Files.createDirectories(asideDirectory);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("directory of a FIX session cannot be made: directory=" + directory, ex);
        }
        numbers = new SessionNumbers(directory, nowMs());
        boolean isMade = false;
        try
        {
            log = new MessageLog(directory, zeros, MAX_FILES);
            aside = new MessageLog(asideDirectory, zeros, MAX_FILES);
            isMade = true;
        }
        finally
        {
            if (!isMade)
            {
                numbers.close();
            }
        }
        if (numbers.resets() < log.resets())
        {
            // The process died within a reset.
            numbers.begin(nowMs(), log.resets());
        }
        if (log.lastNumber() >= numbers.nextSender())
        {
            // The process died between the message and its number.
            numbers.nextSender(log.lastNumber() + 1);
        }
    }

    /** Who knows of numbers that a reset makes void. */
    public void onReset(final Runnable listener)
    {
        onReset = listener;
    }

    private long nowMs()
    {
        return clock.nanoTime() / NS_PER_MS;
    }

    public int nextSender()
    {
        return numbers.nextSender();
    }

    public int nextTarget()
    {
        return numbers.nextTarget();
    }

    /** A number is given to a message that is not stored. */
    public int takeNumber()
    {
        final int number = numbers.nextSender();
        numbers.nextSender(number + 1);
        return number;
    }

    /** Stores a message under the next number and returns that; see {@link MessageLog#append}. */
    public int append(
        final long position,
        final int k,
        final long timeNs,
        final int msgType,
        final byte[] body,
        final int length)
    {
        final int number = numbers.nextSender();
        log.append(number, position, k, timeNs, msgType, body, length);
        numbers.nextSender(number + 1);
        return number;
    }

    /** Whether a report was stored in this life or a former one. */
    public boolean has(final long position, final int k)
    {
        return log.has(position, k) || aside.has(position, k);
    }

    /** Transaction of the last report that is stored; 0 for none. */
    public long lastPosition()
    {
        return Math.max(log.lastPosition(), aside.lastPosition());
    }

    /**
     * Whether reports get no number for now: it is not known yet which process has the session, or what the client
     * lacks of what another one has sent.
     */
    public boolean isAside()
    {
        return !isSettled || isBehind();
    }

    /** Whether reports of before this process wait for a number. */
    public boolean isBehind()
    {
        return 0 != numbers.first();
    }

    /** Whether reports wait until the client says what it lacks. */
    public boolean isUnasked()
    {
        return isBehind() && 0 == numbers.place();
    }

    /** Stores a report without a number. */
    public void setAside(
        final long position,
        final int k,
        final long timeNs,
        final int msgType,
        final byte[] body,
        final int length)
    {
        aside.append(aside.lastNumber() + 1, position, k, timeNs, msgType, body, length);
    }

    /** Keeps a mark of the process that has the session, in its place among the reports. */
    public void mark(final long position, final int nextSender, final int nextTarget, final boolean isBehind)
    {
        if (!aside.has(position, 0))
        {
            aside.mark(position, nextSender, nextTarget, isBehind);
        }
    }

    /** Whether another process has ever said something of the numbers. */
    public boolean isMarked()
    {
        return 0 != aside.marks().nextSender();
    }

    /**
     * The event stream is read up to the start of this process, which has the session from here on.
     *
     * @param reserved when another process had it before: how many numbers behind its last mark it may have used; else
     *     0, and what was set aside gets its numbers.
     */
    public void settle(final int reserved)
    {
        isSettled = true;
        if (reserved > 0 && isMarked())
        {
            numbers.nextSender(Math.max(numbers.nextSender(), aside.marks().nextSender() + reserved + 1));
            numbers.nextTarget(aside.marks().nextTarget());
            numbers.first(numbers.nextSender());
        }
        else if (!isBehind())
        {
            final LogCursor cursor = new LogCursor();
            for (boolean isThere = aside.seek(cursor, 1); isThere; isThere = aside.next(cursor))
            {
                if (!log.has(cursor.position(), cursor.k()))
                {
                    final byte[] body = new byte[cursor.bodyLength()];
                    cursor.getBody(body);
                    append(
                        cursor.position(), cursor.k(), cursor.timeNs(), cursor.msgType(), body, cursor.bodyLength());
                }
            }
            resetAside();
        }
    }

    /** A client logs on with this number. If it has begun anew since the last mark, it is asked for all again. */
    public void onLogon(final long number)
    {
        if (isUnasked() && number < numbers.nextTarget())
        {
            numbers.nextTarget(1);
        }
    }

    /** The client waits for this number: the first time it says what it lacks. */
    public void onAwaited(final int number)
    {
        if (isUnasked())
        {
            numbers.place(aside.marks().place(number));
        }
    }

    /**
     * Finds the next report that waits for a number and may get one.
     *
     * @param cursor set to it.
     * @return false when there is none.
     */
    public boolean nextAside(final LogCursor cursor)
    {
        if (0 == numbers.place())
        {
            return false;
        }
        boolean isThere = aside.seek(cursor, numbers.place());
        while (isThere && log.has(cursor.position(), cursor.k()))
        {
            isThere = aside.next(cursor);
        }
        if (isThere)
        {
            numbers.place(cursor.number);
        }
        else
        {
            numbers.first(0);
            numbers.place(0);
            resetAside();
        }
        return isThere;
    }

    /** The last mark stays: it is what is known of the numbers when this process dies in the next moment. */
    private void resetAside()
    {
        final int nextSender = aside.marks().nextSender();
        final int nextTarget = aside.marks().nextTarget();
        aside.closeReading();
        aside.reset(clock.nanoTime());
        if (nextSender > 0)
        {
            aside.mark(0, nextSender, nextTarget, false);
        }
    }

    public MessageLog log()
    {
        return log;
    }

    /**
     * Whether the numbers are still those of before a command of an operator that let them begin again.
     *
     * @param position of the command in the journal.
     * @param timeMs of the command.
     */
    public boolean hasMissedReset(final long position, final long timeMs)
    {
        return numbers.askedPosition() < position && numbers.creationTimeMs() < timeMs;
    }

    /** Keeps that the numbers have begun again as a command of an operator wants. */
    public void resetDone(final long position)
    {
        numbers.askedPosition(position);
    }

    /** Throws what went wrong while QuickFIX/J called, which answers everything that is thrown and goes on. */
    public void rethrow()
    {
        if (null != failure)
        {
            final UncheckedIOException thrown = failure;
            failure = null;
            throw thrown;
        }
    }

    @Override
    public void reset()
    {
        onReset.run();
        try
        {
            log.reset(clock.nanoTime());
        }
        catch (final UncheckedIOException ex)
        {
            failure = ex;
            throw ex;
        }
        numbers.begin(nowMs(), log.resets());
        numbers.first(0);
        numbers.place(0);
        // Before, the marks say since when the numbers of the process that has the session are new.
        if (isSettled && aside.lastNumber() > 0)
        {
            resetAside();
        }
    }

    @Override
    public boolean set(final int sequence, final String message)
    {
        return true;
    }

    @Override
    public void get(final int startSequence, final int endSequence, final Collection<String> messages)
    {
        // QuickFIX/J sends nothing again: see ResendServer.
    }

    @Override
    public int getNextSenderMsgSeqNum()
    {
        return numbers.nextSender();
    }

    @Override
    public int getNextTargetMsgSeqNum()
    {
        return numbers.nextTarget();
    }

    @Override
    public void setNextSenderMsgSeqNum(final int next)
    {
        if (next <= log.lastNumber())
        {
            final int target = numbers.nextTarget();
            reset();
            numbers.nextTarget(target);
        }
        numbers.nextSender(next);
    }

    @Override
    public void setNextTargetMsgSeqNum(final int next)
    {
        numbers.nextTarget(next);
    }

    @Override
    public void incrNextSenderMsgSeqNum()
    {
        numbers.nextSender(numbers.nextSender() + 1);
    }

    @Override
    public void incrNextTargetMsgSeqNum()
    {
        numbers.nextTarget(numbers.nextTarget() + 1);
    }

    @Override
    public Date getCreationTime()
    {
        return new Date(numbers.creationTimeMs());
    }

    @Override
    public Calendar getCreationTimeCalendar()
    {
        final Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
        calendar.setTimeInMillis(numbers.creationTimeMs());
        return calendar;
    }

    @Override
    public void refresh()
    {
        // There is no other writer.
    }

    @Override
    public void close()
    {
        if (!isClosed)
        {
            isClosed = true;
            CloseHelper.closeAll(aside, log, numbers);
        }
    }
}
