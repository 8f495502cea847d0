// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Runs the core as a service of Aeron Cluster: one member embedded, or several as processes, of which a majority must
 * live. A command goes
 *
 * <ol>
 * <li>from {@code client.cluster.ClusterEngineClient} to the leader, who stamps it with its nanosecond clock and
 * appends it to the replicated log;</li>
 * <li>once a majority of members has it, to the {@code EngineService} of every member, which hands it to the core;</li>
 * <li>as event frames into the member's own event recording ({@code EventRecording} of the package above), which is the
 * same on all members byte for byte.</li>
 * </ol>
 *
 * <p>Deadlines of the core are timers of the cluster: that one has fired is in the log, and every member lets an
 * {@code AdvanceTime} follow from it. Sessions get no answers; a client that needs the outcome of a command
 * reads the event stream of any member.
 *
 * <p>Whatever throws while a command is executed ends the member ({@code FailStop}); {@code MemberWatch} ends one whose
 * service stands still although its consensus module goes on.
 */
package io.bourse.engine.host.cluster;
