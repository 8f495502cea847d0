// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.testing.BareGroup;

/** The transaction that is being played. */
final class RandomGroup implements BareGroup
{
    static final int CURSOR_STEP = 64;

    /** Another one for every stream. */
    long seed;
    long number;
    int template;

    @Override
    public long cursor()
    {
        return (number + 1) * CURSOR_STEP;
    }

    @Override
    public long engineTimeNs()
    {
        return 1_795_000_000_000_000_000L + number * 1_000_003;
    }

    @Override
    public long rollingHash()
    {
        return 31 * seed + number;
    }

    @Override
    public int commandTemplateId()
    {
        return template;
    }
}
