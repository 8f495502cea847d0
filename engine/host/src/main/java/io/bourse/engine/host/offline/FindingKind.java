// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

/**
 * Everything that can be found wrong with a data directory, by the name that operators see, with what to do about it.
 */
public enum FindingKind
{
    /** The process died: the catalog does not say where a recording ends. */
    NOT_CLOSED(Verdict.REPAIRABLE, "the end that was found is written into the catalog"),
    /** The last record is half written. */
    TORN_TAIL(Verdict.REPAIRABLE, "the tail is cut off; nothing of it was published"),
    /** Commands are journalled whose events are not recorded, or not completely. */
    EVENTS_BEHIND(Verdict.REPAIRABLE, "the missing events are made again by replaying the journal"),
    /** A snapshot file is not what was written. */
    SNAPSHOT_DAMAGED(Verdict.REPAIRABLE, "it is set aside; a start takes the one before it, or the whole journal"),
    /** The catalog says that a recording ended where good frames follow. */
    CATALOG_BEHIND(Verdict.REPAIRABLE, "the end that was found is written into the catalog; start refuses until then"),

    /** Good frames stand after bad ones. */
    HOLE(Verdict.DAMAGED, "restore the named file from a copy"),
    /** A segment file is missing and later ones are there. */
    MISSING_SEGMENT(Verdict.DAMAGED, "put the named file back, from a copy if need be"),
    /** A frame is intact but does not belong where it stands. */
    MISPLACED(Verdict.DAMAGED,
        "a segment file or the catalog is of another recording or under a wrong name: put the right one back"),
    /** A recording that was closed cleanly ends too early. */
    CLOSED_BUT_SHORT(Verdict.DAMAGED, "restore the named file from a copy"),
    /** Events are of commands that the journal does not hold. */
    JOURNAL_SHORT(Verdict.DAMAGED, "restore the journal from a copy: commands whose results were published are lost"),
    /** The first part of a recording is gone, and no snapshot stands for it. */
    BEGINNING_MISSING(Verdict.DAMAGED,
        "restore the first segment files, or a snapshot: without them nothing can be replayed"),
    /** A segment of archived history is lost, or is not what was recorded. */
    HISTORY_DAMAGED(Verdict.DAMAGED, "put the named file back from a copy; a start does not need it"),
    /** History was archived, and what is listed of it cannot be had. */
    HISTORY_UNREADABLE(Verdict.DAMAGED,
        "mount the disk of the archive, or restore history.manifest and history.key from a copy"),
    /** A snapshot has commands that the journal does not hold. */
    SNAPSHOT_AHEAD(Verdict.DAMAGED,
        "restore the journal from a copy: commands that were executed are lost; the named snapshot has their state"),
    /** A snapshot is of a newer program. */
    SNAPSHOT_NEWER(Verdict.DAMAGED, "run the program that wrote it; it is not damaged"),
    /** The journal leads to another state than a snapshot holds. */
    SNAPSHOT_DIVERGENCE(Verdict.DAMAGED,
        "keep the directory; the snapshot is of another history or another version: find out which"),
    /** The catalog cannot be read, or does not know the files beside it. */
    CATALOG_DAMAGED(Verdict.DAMAGED, "restore archive.catalog from a copy taken together with the segment files"),
    /** The archive holds recordings that are none of this venue's. */
    FOREIGN_RECORDING(Verdict.DAMAGED, "move what is not of this venue out of the archive directory"),
    /** The events are of another partition than expected. */
    WRONG_PARTITION(Verdict.DAMAGED, "name the right data directory, or the right partition"),
    /** A frame of the journal has something in its header that no host writes. */
    FRAME_HEADER(Verdict.DAMAGED, "the journal was changed after it was written: restore the named file from a copy"),
    /** A frame of the journal is not a command. */
    NOT_A_COMMAND(Verdict.DAMAGED, "the journal was not written by this program: find out by which"),
    /** Stamps of the journal go back. */
    STAMP_GOES_BACK(Verdict.DAMAGED, "the journal was not written by this program: find out by which"),
    /** A frame of the event stream is not an event frame. */
    NOT_AN_EVENT_FRAME(Verdict.DAMAGED, "the event stream was not written by this program: find out by which"),
    /** Event frames are not contiguous. */
    EVENT_ORDER(Verdict.DAMAGED, "restore the event stream from a copy"),
    /** The hash that runs through the events does not fit them. */
    ROLLING_HASH(Verdict.DAMAGED, "recorded events were changed: restore the event stream from a copy"),
    /** Replaying the journal gives other events than are recorded. */
    DIVERGENCE(Verdict.DAMAGED, "keep the directory; run the version that wrote it, or restore both from one copy"),
    /** The core cannot execute what is journalled. */
    CORE_FAILED(Verdict.DAMAGED, "keep the directory; run a version that can execute it, or let two people quarantine" +
        " it: bourse recover --quarantine POSITION --reason TEXT"),
    /** An approval of a quarantine cannot be honoured. */
    QUARANTINE_UNFIT(Verdict.DAMAGED, "restore the directory quarantine from a copy; what is not of this venue goes"),
    /** A consumer has seen something that is not there. */
    CONSUMER_AHEAD(Verdict.DAMAGED, "what is lost was published: restore the journal from a copy");

    private final Verdict verdict;
    private final String remedy;

    FindingKind(final Verdict verdict, final String remedy)
    {
        this.verdict = verdict;
        this.remedy = remedy;
    }

    /**
     * How bad it is.
     *
     * @return repairable or damaged.
     */
    public Verdict verdict()
    {
        return verdict;
    }

    /**
     * Whether it is found in archived history alone: a start does not need that, and a repair leaves it as it is.
     *
     * @return true when live files and snapshots are not concerned.
     */
    public boolean isOfArchive()
    {
        return HISTORY_DAMAGED == this || HISTORY_UNREADABLE == this;
    }

    /**
     * What helps.
     *
     * @return a phrase.
     */
    public String remedy()
    {
        return remedy;
    }
}
