// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.recovery;

/**
 * How far one consumer came, by what it has on disk.
 *
 * @param name of the consumer.
 * @param journalPosition up to which it knows what happened, in bytes; -1 when it keeps none.
 * @param facts more about it, a phrase.
 */
record ConsumerStand(String name, long journalPosition, String facts)
{
    /** The consumer keeps no position. */
    public static final long NONE = -1;
}
