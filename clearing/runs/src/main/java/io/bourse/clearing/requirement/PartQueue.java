// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Parts that threads finish in any order and that are taken in theirs, one at a time, by whichever thread has finished
 * the next one: no thread waits. After a part that never comes none is taken.
 */
final class PartQueue
{
    private final Consumer<RegisterPart> taker;
    private final Map<Integer, RegisterPart> finished = new HashMap<>();
    private int next;
    private boolean isTaking;

    PartQueue(final Consumer<RegisterPart> taker)
    {
        this.taker = taker;
    }

    /**
     * Takes a part, and those after it that had to wait for it, unless it has to wait itself.
     *
     * @param index of the part, from 0.
     * @param part that is finished.
     */
    void finish(final int index, final RegisterPart part)
    {
        for (RegisterPart taken = first(index, part); null != taken; taken = following())
        {
            taker.accept(taken);
        }
    }

    private synchronized RegisterPart first(final int index, final RegisterPart part)
    {
        finished.put(index, part);
        return isTaking ? null : following();
    }

    private synchronized RegisterPart following()
    {
        final RegisterPart taken = finished.remove(next);
        isTaking = null != taken;
        next += isTaking ? 1 : 0;
        return taken;
    }
}
