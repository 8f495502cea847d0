// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

/** What a process shows of its Java machine, about once a second. */
public enum ProcessCounter
{
    /** Heap in use, bytes. */
    HEAP_USED,
    /** Heap that was taken from the machine, bytes. */
    HEAP_COMMITTED,
    /** Largest heap, bytes. */
    HEAP_MAX,
    /** Memory of direct buffers, bytes. */
    DIRECT_MEMORY,
    /** Live threads. */
    THREADS,
    /** Collections of all garbage collectors. */
    GC_COLLECTIONS,
    /** Time of all collections, milliseconds. */
    GC_TIME_MS,
    /** Processor time used, nanoseconds. */
    CPU_TIME_NS
}
