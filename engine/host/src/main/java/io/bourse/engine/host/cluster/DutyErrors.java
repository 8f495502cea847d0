// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.host.FailStop;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentTerminationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.function.BooleanSupplier;

/**
 * What the threads beside the engine throw: watches, questions to others, retention. An error of the machine ends the
 * process, because the thread may be the one that watches the others. Any other error is logged, and the duty goes on.
 */
public final class DutyErrors implements ErrorHandler
{
    private static final Logger LOGGER = LoggerFactory.getLogger(DutyErrors.class);

    private final String owner;
    private final String duty;
    private final BooleanSupplier isClosing;
    private final FailStop failStop;
    private String lastError = "";

    /**
     * Errors of one thread.
     *
     * @param owner whose thread it is, for people.
     * @param duty name of the thread's agent.
     * @param isClosing true when the owner is about to end: what is thrown then is ignored.
     * @param failStop called with errors of the machine.
     */
    public DutyErrors(
        final String owner, final String duty, final BooleanSupplier isClosing, final FailStop failStop)
    {
        this.isClosing = isClosing;
        this.owner = owner;
        this.duty = duty;
        this.failStop = failStop;
    }

    @Override
    public void onError(final Throwable ex)
    {
        if (ex instanceof AgentTerminationException || isClosing.getAsBoolean())
        {
            LOGGER.debug("{}: {} ends", owner, duty, ex);
            return;
        }
        // A duty runs many times a second: an equal error is logged once.
        final String error = ex.toString();
        if (!error.equals(lastError))
        {
            LOGGER.error("{}: {}", owner, duty, ex);
        }
        lastError = error;
        if (!(ex instanceof Exception))
        {
            failStop.onFailure(duty, ex);
        }
    }
}
