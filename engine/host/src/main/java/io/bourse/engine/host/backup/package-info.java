// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A copy of a cluster at another place, and how a venue is made from it.
 *
 * <ol>
 * <li>{@code BackupSite} follows a cluster without taking part in it: {@code ClusterBackup} of Aeron copies the
 * committed log and the snapshots, {@code EventReplicator} the event recording, both from whichever member
 * answers.</li>
 * <li>{@code BackupRestore} makes the data directory of a one-member venue from the copy: what was copied of the events
 * beyond the log is cut off, what is missing of them is made again by replaying the log.</li>
 * <li>{@code PeerCopy} does the same for a member that has lost its directory or a part of its event recording: it gets
 * what it lacks from the others before it joins them.</li>
 * </ol>
 */
package io.bourse.engine.host.backup;
