// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.watch;

/**
 * How far what is shown can be trusted.
 */
public enum WatchState
{
    /** No book yet: the instrument or the first snapshot has not come. */
    JOINING("joining"),
    /** The book is right. */
    LIVE("live"),
    /** Packets are missing; the book stands still, and whether the instrument is concerned is not known. */
    RECOVERING("recovering"),
    /** Changes of this book were missed: it is not right until it was recovered. */
    STALE("stale"),
    /** Not even heartbeats come: the publishers or the network are down. */
    SILENT("silent");

    private final String text;

    WatchState(final String text)
    {
        this.text = text;
    }

    @Override
    public String toString()
    {
        return text;
    }
}
