// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

/**
 * Negotiated orders that wait for the mirror image from the firm they are addressed to.
 */
final class Negotiations implements HashedState
{
    void park(final Order order)
    {
    }

    void remove(final Order order)
    {
    }

    @Override
    public void hashInto(final StateHash hash)
    {
    }
}
