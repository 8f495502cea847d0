// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

/**
 * Records of answers that a connection has queued and not yet written, oldest first. Only the ends: the records are in
 * {@link RequestStamps}.
 */
final class UnwrittenAnswers
{
    static final int NONE = -1;

    int head = NONE;
    int tail = NONE;

    boolean isEmpty()
    {
        return NONE == head;
    }
}
