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
    /** Numbers of messages that processes before this one may have written with these stores are below it; 0: none. */
    private int formerLimit;
    /** Of the last message of before another process came that has got another number. */
    private int formerNumber;
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
        if (numbers.limit() > 0)
        {
            setAsideFrom(numbers.limit());
        }
        formerLimit = Math.max(numbers.limit(), log.lastNumber() + 1);
    }

    /**
     * Reports that the former process has stored under numbers that no client saw wait for others: another process may
     * have used these. What is no report is a gap.
     */
    private void setAsideFrom(final int limit)
    {
        final LogCursor cursor = new LogCursor();
        for (boolean isThere = log.seek(cursor, limit); isThere; isThere = log.next(cursor))
        {
            if (cursor.position() > 0 && !aside.has(cursor.position(), cursor.k()))
            {
                setAside(cursor.position(), cursor.k(), cursor.timeNs(), cursor.msgType(), cursor.body(),
                    cursor.bodyLength());
            }
        }
        log.cut(limit);
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
        // One that has had another number stays counted where it was.
        final boolean isAgain = log.has(position, k);
        log.append(number, isAgain ? 0 : position, isAgain ? 0 : k, timeNs, msgType, body, length);
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

    /** Numbers from this one on are not written to the client for now; 0: all may be. */
    public void limit(final int number)
    {
        numbers.limit(number);
    }

    /**
     * Keeps a mark of the process that has the session, in its place among the reports. When the numbers of another one
     * have begun anew, messages that this one has stored are void.
     */
    public void mark(
        final long position,
        final int nextSender,
        final int nextTarget,
        final boolean isBehind,
        final boolean isOfOthers)
    {
        if (!aside.has(position, 0))
        {
            if (isOfOthers && nextSender < aside.marks().nextSender())
            {
                begin(numbers.creationTimeMs());
            }
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
            numbers.place(0);
        }
        else if (!isBehind())
        {
            final LogCursor cursor = new LogCursor();
            for (boolean isThere = aside.seek(cursor, 1); isThere; isThere = aside.next(cursor))
            {
                if (!log.has(cursor.position(), cursor.k()))
                {
                    append(cursor.position(), cursor.k(), cursor.timeNs(), cursor.msgType(), cursor.body(),
                        cursor.bodyLength());
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

    /**
     * The client waits for this number: the first time it says what it lacks. A number of before another process came
     * may have been used by that one, too, after a reset in its last moment. Then, and when that one has died before it
     * had sent all that was missing, messages of before come again under new numbers.
     */
    public void onAwaited(final int number)
    {
        if (isUnasked())
        {
            final int place = aside.marks().place(number);
            final boolean isUncertain = place > 0 && number < formerLimit;
            if (isUncertain)
            {
                numbers.validFrom(numbers.first());
            }
            numbers.place(isUncertain ? -number : 0 == place ? -1 : place);
        }
    }

    /** Finds the first message from a number on that may be sent again under it; see {@link MessageLog#seek}. */
    public boolean seek(final LogCursor cursor, final int number)
    {
        return log.seek(cursor, Math.max(number, numbers.validFrom()));
    }

    /**
     * Finds the next message that waits for a number and may get one.
     *
     * @param cursor set to it.
     * @return false when there is none.
     */
    public boolean nextAside(final LogCursor cursor)
    {
        if (0 == numbers.place() || numbers.place() < 0 && nextFormer(cursor))
        {
            return 0 != numbers.place();
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

    /** The next one of before another process came; after the last it is the turn of those that are set aside. */
    private boolean nextFormer(final LogCursor cursor)
    {
        final boolean isThere =
            log.seek(cursor, Math.max(-numbers.place(), formerNumber + 1)) && cursor.number < numbers.first();
        formerNumber = isThere ? cursor.number : 0;
        numbers.place(isThere ? -formerNumber : NumberMarks.FIRST_PLACE);
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
        begin(nowMs());
        // Before, the marks say since when the numbers of the process that has the session are new.
        if (isSettled && aside.lastNumber() > 0)
        {
            resetAside();
        }
    }

    private void begin(final long sinceMs)
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
        numbers.begin(sinceMs, log.resets());
        numbers.first(0);
        numbers.place(0);
        formerNumber = 0;
        formerLimit = 0;
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
