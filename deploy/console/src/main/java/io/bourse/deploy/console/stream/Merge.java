// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.stream;

/**
 * How answers of several partitions become one.
 */
public enum Merge
{
    /** Rows of all, by their key; each says its partition. */
    ROWS,
    /** The same, but rows that all partitions have alike are one, without a partition. */
    ALIKE,
    /** Rows of all, newest first; what several partitions say in the same words is one, without a partition. */
    NEWEST,
    /** Rows of the recorded streams, by time; where the next answer begins is a cursor of each partition. */
    STREAMS,
    /** That of the first partition that has what is asked for. */
    FIRST,
    /** Of the venue as a whole: any partition gives it. */
    VENUE
}
