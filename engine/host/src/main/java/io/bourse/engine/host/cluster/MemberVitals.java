// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

/**
 * What shows whether a member is whole.
 */
interface MemberVitals
{
    /** Log position up to which the service may go. */
    long commitPosition();

    /** True while the archive records the event stream. */
    boolean isRecording();

    /** Where the event stream ends. */
    long eventPosition();

    /** How far the archive has recorded it. */
    long recordedPosition();

    /** Duty cycles of the archive. */
    long archiveBeats();

    /** True while the media driver and the member's own client know each other. */
    boolean isConnected();

    /**
     * Checks the disk.
     *
     * @throws io.bourse.engine.host.storage.StorageException when there is too little space on it.
     */
    void requireSpace();
}
