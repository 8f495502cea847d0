// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

/**
 * Replaying the journal gave other events than those recorded: this program is not the one that wrote them, or it is
 * not deterministic. The engine refuses to start.
 */
public final class DivergenceException extends IllegalStateException
{
    private static final long serialVersionUID = 1L;

    private final long position;

    /**
     * Names the first difference.
     *
     * @param position event stream position after the recorded frame that differs.
     * @param facts what was expected and what was found.
     */
    public DivergenceException(final long position, final String facts)
    {
        super("divergence: replaying the journal does not give the recorded events: position=" + position + " " +
            facts);
        this.position = position;
    }

    /**
     * Where the streams part.
     *
     * @return event stream position, in bytes.
     */
    public long position()
    {
        return position;
    }
}
