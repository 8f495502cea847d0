// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.move;

import io.bourse.engine.core.phase.PhaseCalendar;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.snapshot.MovedNameDecoder;

/**
 * Sees what comes or has gone, in the order of its records.
 */
interface MoveObserver
{
    /** Publishes nothing: it was not published that it had gone. */
    MoveObserver SILENT = new MoveObserver()
    {
    };

    /** An instrument; its former phase is the one that others know of. */
    default void onInstrument(final Instrument instrument, final Phase formerPhase)
    {
    }

    /** All instruments have been seen. */
    default void onInstruments()
    {
    }

    default void onLegs(final Instrument strategy)
    {
    }

    default void onCalendar(final PhaseCalendar calendar)
    {
    }

    default void onPosition(
        final Instrument instrument, final int accountId, final long accountCode, final long lots)
    {
    }

    /** The next name of the order that follows. */
    default void onName(final MovedNameDecoder name)
    {
    }

    /** An order; of one that has gone nothing but its fields. */
    default void onOrder(final Order order)
    {
    }
}
