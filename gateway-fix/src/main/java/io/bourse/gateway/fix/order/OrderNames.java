// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.protocol.EventGroup;
import io.bourse.gateway.fix.field.FixText;

/**
 * What orders and requests of a transaction are called: by the text that its command carried, or by the number that
 * the engine knows.
 */
final class OrderNames
{
    private final FixText text = new FixText();
    private final FixText former = new FixText();

    /** The name in use until the next call. */
    FixText of(final EventGroup group, final boolean hasText, final long number)
    {
        return hasText && group.clientRefLength() > 0 ?
            text.set(group.clientRefBuffer(), group.clientRefOffset(), group.clientRefLength()) :
            text.setUnsigned(number);
    }

    /** A name that is about to change. */
    FixText former(final FixText name)
    {
        return former.set(name);
    }
}
