// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Sessions of a gateway, counted by their class. For the gateway's thread only; nothing is counted of a message.
 */
public final class SessionCounters
{
    private final Map<SessionClass, CounterSet<SessionCounter>> byClass = new EnumMap<>(SessionClass.class);

    /**
     * Counters at zero.
     *
     * @param classes that the gateway has.
     */
    public SessionCounters(final Set<SessionClass> classes)
    {
        classes.forEach((sessionClass) -> byClass.put(sessionClass, CountersFile.labelled(
            "class=" + sessionClass.name().toLowerCase(Locale.ROOT), () -> new CounterSet<>(SessionCounter.class))));
    }

    /**
     * Counts.
     *
     * @param sessionClass of the session.
     * @param counter what became of it.
     */
    public void increment(final SessionClass sessionClass, final SessionCounter counter)
    {
        byClass.get(sessionClass).increment(counter);
    }
}
