// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.gateway.fix.wire.FixReader;

/**
 * What of a request is kept for as long as it goes on has a bounded length.
 */
final class RequestLimits
{
    /** Characters, as of a ClOrdID. */
    static final int MAX_LENGTH = 64;
    /** Ids of requests, and the criteria of lists. */
    private static final int[] TAGS = {262, 320, 324, 335, 644, 167, 461, 311, 336};

    private RequestLimits()
    {
    }

    /** Tag of a field that is too long; {@link FixReader#NONE} if none is. */
    static int tooLong(final FixReader message)
    {
        for (int i = 0; i < message.fieldCount(); i++)
        {
            if (message.length(i) > MAX_LENGTH && isKept(message.tag(i)))
            {
                return message.tag(i);
            }
        }
        return FixReader.NONE;
    }

    private static boolean isKept(final int tag)
    {
        for (final int kept : TAGS)
        {
            if (kept == tag)
            {
                return true;
            }
        }
        return false;
    }
}
