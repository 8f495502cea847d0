// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.operators.forms.FormException;

import java.io.IOException;

/**
 * What an operator does to a running venue. The components of a record that is one are its form: the fields of its
 * JSON. Its constructor throws {@link FormException} for what is wrong whatever the venue.
 *
 * @param <R> what there is to be said when it is done: a record, or Void.
 */
@FunctionalInterface
public interface Act<R>
{
    /**
     * Executes it.
     *
     * @param context venue and operator.
     * @return what there is to be said.
     * @throws IOException when files of the venue cannot be read.
     * @throws IllegalStateException when the venue is not in the state that it needs; nothing was done.
     * @throws io.bourse.engine.client.operator.CommandRefusedException when the engine refuses.
     * @throws io.bourse.engine.client.operator.CommandTimeoutException when the engine does not answer.
     */
    R execute(ActContext context) throws IOException;

    /**
     * Name of what a dangerous act hits: it has to be typed again before it is executed.
     *
     * @param context venue and operator.
     * @return name as people know it; null when the act is not dangerous.
     */
    default String target(final ActContext context)
    {
        return null;
    }

    /**
     * What of it one of several partitions executes.
     *
     * @param partition which.
     * @param count of partitions that it is executed in.
     * @return itself, unless it gives what all partitions share.
     */
    default Act<R> part(final int partition, final int count)
    {
        return this;
    }

    /**
     * What was in force before an act.
     *
     * @param before as people read it.
     */
    record Before(String before)
    {
    }
}
