// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.ring;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Where commands are sent.
 */
@FunctionalInterface
interface CommandTarget
{
    /**
     * Takes a command.
     *
     * @param buffer that holds it.
     * @param offset of its message header.
     * @param length of the whole message.
     */
    void send(UnsafeBuffer buffer, int offset, int length);
}
