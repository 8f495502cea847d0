// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How much of a message's way is QuickFIX/J's: the time in its parser and around its Session, without the time in the
 * handler that the Session calls. One application message of {@value #SAMPLED_OF} is timed, so that the clock costs
 * nothing to speak of; what is reported contains one reading of the clock. Written by the thread of the gateway, read
 * by any.
 */
public final class SessionTimes
{
    /** One message of so many is timed; a prime, so that no pattern of requests hides from it. */
    static final int SAMPLED_OF = 61;
    private static final int SAMPLES = 0;
    private static final int SESSION_NS = 1;
    private static final int HANDLER_NS = 2;

    private final AtomicLongArray sums = new AtomicLongArray(3);
    private int untilSample = SAMPLED_OF;
    private long beganNs;
    private long handlerBeganNs;
    private long handlerNs;
    private boolean isSampling;
    private boolean isHandled;

    SessionTimes()
    {
    }

    /** A message is given to QuickFIX/J. */
    void begin()
    {
        isSampling = 0 == --untilSample;
        if (isSampling)
        {
            untilSample = SAMPLED_OF;
            isHandled = false;
            beganNs = System.nanoTime();
        }
    }

    /** The Session has called the handler. */
    void beginHandler()
    {
        if (isSampling)
        {
            handlerBeganNs = System.nanoTime();
        }
    }

    /** The handler returns to the Session. */
    void endHandler()
    {
        if (isSampling)
        {
            isHandled = true;
            handlerNs = System.nanoTime() - handlerBeganNs;
        }
    }

    /** The Session is done with the message. */
    void end()
    {
        if (isSampling && isHandled)
        {
            final long totalNs = System.nanoTime() - beganNs;
            add(SAMPLES, 1);
            add(SESSION_NS, totalNs - handlerNs);
            add(HANDLER_NS, handlerNs);
        }
        isSampling = false;
    }

    private void add(final int index, final long value)
    {
        sums.setRelease(index, sums.getPlain(index) + value);
    }

    /**
     * Application messages that were timed.
     *
     * @return count.
     */
    public long samples()
    {
        return sums.getAcquire(SAMPLES);
    }

    /**
     * Time of the messages timed that was spent in QuickFIX/J's Session.
     *
     * @return nanoseconds, the sum of all samples.
     */
    public long sessionNs()
    {
        return sums.getAcquire(SESSION_NS);
    }

    /**
     * Time of the messages timed that was spent in the handler: decoding, and publishing the command.
     *
     * @return nanoseconds, the sum of all samples.
     */
    public long handlerNs()
    {
        return sums.getAcquire(HANDLER_NS);
    }
}
