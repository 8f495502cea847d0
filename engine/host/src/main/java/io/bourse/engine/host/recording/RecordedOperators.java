// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.checkpoint.Checkpoint;
import io.bourse.engine.client.checkpoint.CheckpointException;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.client.operator.OperatorSpec;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OperatorDefinedDecoder;
import io.bourse.engine.protocol.OperatorFirmSetDecoder;
import io.bourse.engine.protocol.OperatorPolicySetDecoder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The register of operators in the recorded events of a venue, with every change of it; of events that were purged, as
 * a checkpoint has it, or else the newest snapshot. The files alone are read: the venue may run or not.
 */
public final class RecordedOperators
{
    /** Time of a change before the events that are there. */
    public static final long BEFORE = 0;
    /** Beginning of a history that is whole. */
    public static final long WHOLE = Long.MIN_VALUE;
    private static final long NONE = -1;
    private static final String CHECKPOINTS = "checkpoints";
    private static final String COMPONENT = "recorded-operators";
    static final int STATE_VERSION = 1;
    private static final long SHORTEST_TAIL = 16L * 1024 * 1024;
    private static final OperatorSpec NONE_YET = new OperatorSpec(0, "", 0, false, new byte[0]);

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final EventGroupDecoder frame = new EventGroupDecoder();
    private final OperatorDefinedDecoder defined = new OperatorDefinedDecoder();
    private final OperatorFirmSetDecoder firmSet = new OperatorFirmSetDecoder();
    private final OperatorPolicySetDecoder policySet = new OperatorPolicySetDecoder();
    private final List<Change> changes = new ArrayList<>();
    private byte[] venueId;
    private long firstFrame = NONE;
    private long beginNs = WHOLE;
    private int partition;
    private long previousPosition;
    private long position;
    private long rollingHash;
    /** Of the checkpoint; 0 without. */
    private long restoredPosition;

    /**
     * An operator was defined, or roles, state or key replaced.
     *
     * @param operator as it is from then on.
     * @param timeNs engine time; {@link #BEFORE} when the event was purged.
     * @param frameSequence of the event.
     */
    public record Change(OperatorSpec operator, long timeNs, long frameSequence)
    {
    }

    RecordedOperators()
    {
    }

    /**
     * Where {@link #keep} writes checkpoints.
     *
     * @param dataDir of an engine.
     * @return directory, which other components may share.
     */
    public static Path checkpoints(final Path dataDir)
    {
        return dataDir.resolve(CHECKPOINTS);
    }

    /**
     * Reads them from the newest checkpoint that is right and the events after it; else from live events, and what was
     * purged from the newest snapshot.
     *
     * @param dataDir of an engine.
     * @return what is recorded up to the end; empty when there are no events.
     * @throws IllegalStateException when events are damaged, or were purged and no snapshot says what they said.
     */
    public static RecordedOperators read(final Path dataDir)
    {
        final RecordedOperators found = restore(dataDir,
            CheckpointStore.toRead(checkpoints(dataDir), COMPONENT, STATE_VERSION, ""));
        return null == found ? read(dataDir, false) : found;
    }

    /**
     * Reads them like {@link #read} and writes another checkpoint when there are many events after the last one. When
     * there is none that is right, archived events are read too. For one process, and one thread, at a time.
     *
     * @param dataDir of an engine.
     * @param needed see {@link CheckpointStore#onNeeded}.
     * @throws IllegalStateException when events are damaged, or were purged and no snapshot says what they said.
     * @throws io.bourse.engine.host.history.HistoryException when archived history cannot be read.
     */
    public static void keep(final Path dataDir, final Consumer<List<StreamPosition>> needed)
    {
        final CheckpointStore store = new CheckpointStore(checkpoints(dataDir), COMPONENT, STATE_VERSION, "")
            .onNeeded(needed);
        final RecordedOperators kept = restore(dataDir, store);
        final RecordedOperators found = null == kept ? read(dataDir, true) : kept;
        if (found.position - found.restoredPosition >= SHORTEST_TAIL)
        {
            final CheckpointState state = CheckpointState.writing(STATE_VERSION);
            found.state(state);
            store.write(List.of(new StreamPosition(
                found.partition, found.previousPosition, found.position, found.rollingHash)), state);
        }
    }

    /** Null when no checkpoint is right. */
    private static RecordedOperators restore(final Path dataDir, final CheckpointStore store)
    {
        for (final Checkpoint checkpoint : store.read((read) -> requireSame(dataDir, read.positions().getFirst())))
        {
            try
            {
                final RecordedOperators found = new RecordedOperators();
                found.state(checkpoint.state());
                checkpoint.state().end();
                found.restoredPosition = found.position;
                requireWhole(dataDir, found.walk(events(dataDir, found.position), found.position));
                return found;
            }
            catch (final CheckpointException ex)
            {
                store.refused(checkpoint.file(), ex);
            }
        }
        return null;
    }

    /** Live events, with archived ones when the cursor lies in those. */
    private static RecordedStream events(final Path dataDir, final long cursor)
    {
        final RecordedStream archived = ArchivedEvents.archived(dataDir, cursor);
        return null == archived ? ArchivedEvents.live(dataDir) : archived;
    }

    /** The frame before a checkpoint carries the hash of all that was before it. */
    private static void requireSame(final Path dataDir, final StreamPosition expected)
    {
        final RecordedStream stream = events(dataDir, expected.previousCursor());
        final RecordedEvents.Frame last =
            null == stream ? null : RecordedEvents.lastFrame(stream, expected.cursor());
        if (null == last || last.beginPosition() != expected.previousCursor() ||
            last.endPosition() != expected.cursor())
        {
            throw new CheckpointException("no recorded event ends there: position=" + expected);
        }
        final EventGroupDecoder group = new EventGroupDecoder();
        group.wrapAndApplyHeader(new UnsafeBuffer(last.payload()), 0, new MessageHeaderDecoder());
        if (group.rollingHash() != expected.rollingHash())
        {
            throw new CheckpointException("it is of another event stream: position=" + expected +
                " foundRollingHash=" + group.rollingHash());
        }
    }

    /**
     * Reads them from archived events too, so that keys are known that were replaced long ago. Takes as long as all of
     * the history.
     *
     * @param dataDir of an engine.
     * @return what was recorded from the beginning to the end; empty when there are no events.
     * @throws IllegalStateException when events are damaged, or were purged and no snapshot says what they said.
     * @throws io.bourse.engine.host.history.HistoryException when archived history cannot be read.
     */
    public static RecordedOperators readWithHistory(final Path dataDir)
    {
        return read(dataDir, true);
    }

    private static RecordedOperators read(final Path dataDir, final boolean withHistory)
    {
        final Path archiveDir = EngineDirectories.archiveDir(dataDir);
        RecordedStream live = ArchivedEvents.live(dataDir);
        while (null != live)
        {
            final RecordedStream stream = live.withHistory(withHistory ? HistoryArchive.find(dataDir) : null);
            final RecordedOperators found = new RecordedOperators();
            final String damage = found.walk(stream, stream.startPosition());
            final SnapshotOperators snapshot =
                0 == stream.startPosition() ? null : SnapshotOperators.newest(dataDir, archiveDir, stream);
            final RecordedStream now = ArchivedEvents.live(dataDir);
            if (null != now && now.startPosition() == live.startPosition())
            {
                found.complete(dataDir, stream, damage, snapshot);
                return found;
            }
            // A host that runs has purged events meanwhile.
            live = now;
        }
        return new RecordedOperators();
    }

    /** Damage before what was written last; null when there is none. */
    private String walk(final RecordedStream stream, final long from)
    {
        try (RecordingWalker walker = new RecordingWalker(stream, from, Long.MAX_VALUE))
        {
            while (walker.nextData())
            {
                onFrame(walker.buffer(), walker.payloadOffset());
                previousPosition = walker.frameBegin();
                position = walker.position();
            }
            // What is written this moment is at the end. A register that ends before would lack what came later.
            return null != walker.reason() && walker.findGoodFrameBeyond() >= 0 ?
                "position=" + walker.position() + " reason=" + walker.reason() : null;
        }
    }

    private void complete(
        final Path dataDir, final RecordedStream stream, final String damage, final SnapshotOperators snapshot)
    {
        requireWhole(dataDir, damage);
        if (stream.startPosition() > 0)
        {
            if (null == snapshot || NONE == firstFrame || snapshot.frameSequence() < firstFrame - 1)
            {
                throw new IllegalStateException("the register of operators cannot be read, its events were purged " +
                    "and no snapshot is good: dataDir=" + dataDir + " startPosition=" + stream.startPosition() +
                    " firstFrameSequence=" + firstFrame + " snapshotFrameSequence=" +
                    (null == snapshot ? "none" : snapshot.frameSequence()));
            }
            addPurged(snapshot);
        }
    }

    private static void requireWhole(final Path dataDir, final String damage)
    {
        if (null != damage)
        {
            throw new IllegalStateException("the register of operators cannot be read, recorded events are damaged; " +
                "see `bourse verify-journal`: dataDir=" + dataDir + " " + damage);
        }
    }

    /** Reads or writes what a checkpoint holds. */
    void state(final CheckpointState state)
    {
        partition = state.number(partition);
        previousPosition = state.number(previousPosition);
        position = state.number(position);
        rollingHash = state.number(rollingHash);
        firstFrame = state.number(firstFrame);
        beginNs = state.number(beginNs);
        final byte[] id = state.bytes(null == venueId ? new byte[0] : venueId);
        venueId = 0 == id.length ? null : id;
        state.collection(changes, new Change(NONE_YET, 0, 0), (change) ->
        {
            final OperatorSpec operator = change.operator();
            final OperatorSpec read = new OperatorSpec(state.number(operator.operatorId()),
                state.text(operator.name()), state.number(operator.roles()), state.flag(operator.isActive()),
                state.bytes(operator.publicKey()));
            final String firm = state.text(null == operator.firm() ? "" : operator.firm());
            return new Change(firm.isEmpty() ? read : read.ofFirm(firm),
                state.number(change.timeNs()), state.number(change.frameSequence()));
        });
    }

    private void addPurged(final SnapshotOperators snapshot)
    {
        final List<Change> before = new ArrayList<>();
        for (final OperatorSpec operator : snapshot.operators())
        {
            // What the events before the snapshot say is in them.
            if (changes.stream().noneMatch((change) -> change.operator().operatorId() == operator.operatorId() &&
                change.frameSequence() <= snapshot.frameSequence()))
            {
                before.add(new Change(operator, BEFORE, 0));
            }
        }
        changes.addAll(0, before);
        venueId = null == venueId ? snapshot.venueId() : venueId;
    }

    /** Whether anything was read: without it nothing is known of operators. */
    public boolean hasEvents()
    {
        return NONE != firstFrame;
    }

    /** Every change, in its order. */
    public List<Change> changes()
    {
        return List.copyOf(changes);
    }

    /**
     * Engine time of the first event that is there, nanoseconds since 1970: keys that were replaced before it are not
     * known. {@link #WHOLE} when none was purged.
     */
    public long knownSinceNs()
    {
        return beginNs;
    }

    /** Id that signatures are for; null when the venue has no policy of operators. */
    public byte[] venueId()
    {
        return null == venueId ? null : venueId.clone();
    }

    /** A recorded frame of events. */
    void onFrame(final DirectBuffer buffer, final int offset)
    {
        frame.wrapAndApplyHeader(buffer, offset, header);
        final int eventCount = frame.eventCount();
        final long timeNs = frame.engineTimeNs();
        partition = frame.partition();
        rollingHash = frame.rollingHash();
        if (NONE == firstFrame)
        {
            firstFrame = frame.frameSequence();
            beginNs = 1 == firstFrame ? WHOLE : timeNs;
        }
        int at = EventFrames.firstEventOffset(frame, offset);
        for (int i = 0; i < eventCount; i++)
        {
            header.wrap(buffer, at);
            if (OperatorDefinedDecoder.TEMPLATE_ID == header.templateId())
            {
                defined.wrapAndApplyHeader(buffer, at, header);
                final byte[] publicKey = new byte[OperatorDefinedDecoder.publicKeyLength()];
                defined.getPublicKey(publicKey, 0, publicKey.length);
                changes.add(new Change(new OperatorSpec(defined.operatorId(), defined.name(),
                    defined.roles().getRaw(), 0 != defined.state(), publicKey), timeNs,
                    frame.frameSequence()));
            }
            else if (OperatorFirmSetDecoder.TEMPLATE_ID == header.templateId())
            {
                // Behind its definition.
                final Change last = changes.removeLast();
                changes.add(new Change(
                    last.operator().ofFirm(firmSet.wrapAndApplyHeader(buffer, at, header).brokerageFirm()),
                    last.timeNs(), last.frameSequence()));
            }
            else if (OperatorPolicySetDecoder.TEMPLATE_ID == header.templateId())
            {
                policySet.wrapAndApplyHeader(buffer, at, header);
                venueId = new byte[OperatorPolicySetDecoder.venueIdLength()];
                policySet.getVenueId(venueId, 0, venueId.length);
            }
            header.wrap(buffer, at);
            at += MessageHeaderDecoder.ENCODED_LENGTH + header.blockLength();
        }
    }
}
