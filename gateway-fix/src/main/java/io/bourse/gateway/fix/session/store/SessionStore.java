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
    private final EpochNanoClock clock;
    private final SessionNumbers numbers;
    private final MessageLog log;
    private boolean isClosed;
    private UncheckedIOException failure;
    private Runnable onReset = () ->
    {
    };

    public SessionStore(final Path directory, final ByteBuffer zeros, final EpochNanoClock clock)
    {
        this.clock = clock;
        try
        {
            Files.createDirectories(directory);
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
        return position < log.lastPosition() || (position == log.lastPosition() && k <= log.lastK());
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
            CloseHelper.closeAll(log, numbers);
        }
    }
}
