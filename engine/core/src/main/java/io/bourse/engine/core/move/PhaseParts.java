// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.move;

import io.bourse.engine.core.matching.PhaseChanges;
import io.bourse.engine.core.phase.PhaseCalendars;
import io.bourse.engine.core.phase.PriceLimitWatch;
import io.bourse.engine.core.session.PhaseHandler;
import io.bourse.engine.core.state.DeadlineQueue;

/**
 * What is to come for instruments, and what sees to it.
 */
public record PhaseParts(
    PhaseChanges changes,
    PhaseCalendars calendars,
    PhaseHandler handler,
    PriceLimitWatch priceLimits,
    DeadlineQueue deadlines)
{
}
