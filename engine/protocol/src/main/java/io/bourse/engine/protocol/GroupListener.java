// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

/**
 * Sees where transactions begin and end. What a listener makes visible to others it makes visible in
 * {@link #onGroupEnd}, never earlier.
 */
public interface GroupListener
{
    /**
     * Whether begin and end of a transaction are all that is wanted. Asked once.
     *
     * @return true: its events are not decoded.
     */
    default boolean isForGroupsOnly()
    {
        return false;
    }

    /**
     * A transaction begins.
     *
     * @param group common to all its events.
     */
    default void onGroupBegin(final EventGroup group)
    {
    }

    /**
     * A transaction is complete.
     *
     * @param group common to all its events.
     */
    default void onGroupEnd(final EventGroup group)
    {
    }
}
