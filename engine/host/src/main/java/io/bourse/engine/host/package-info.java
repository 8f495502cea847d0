// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Runs the core and makes it durable. {@code SoloEngine} is one engine in one process. On its one thread a command goes
 *
 * <ol>
 * <li>from a gateway's {@code RingCommandPublisher}, or from another process through {@code IngressAdapter}, into the
 * {@code CommandRing} (many producers);</li>
 * <li>to {@code SequencerAgent}, which stamps it and offers it to the journal, a recorded Aeron publication;</li>
 * <li>through the archive into the journal's segment files;</li>
 * <li>to {@code MatcherAgent}, which reads the journal up to the recording position and no further, and hands it to the
 * core;</li>
 * <li>as event frames through {@code EventFrameGate} and {@code EventStreamPublisher} into the event stream, recorded
 * as well, where followers read it live.</li>
 * </ol>
 *
 * <p>A start ({@code EngineStart}) holds the data directory's lock, lets {@code JournalInspector} check every frame of
 * both recordings, cuts a torn tail off or refuses damage by name, replays the journal through the core
 * ({@code JournalReplay}), compares the frames with the recorded ones and publishes only those that are missing. With
 * {@code Durability.DISK} the archive has a thread of its own and syncs every write before the matcher sees it.
 *
 * <p>{@code OfflineVenue} does the first half of that without going live, for operators: it names what is wrong
 * ({@code FindingKind}), repairs by the same rules, and replays to any point.
 *
 * <p>Whatever throws on the engine's thread ends the engine ({@code FailStop}).
 */
package io.bourse.engine.host;
