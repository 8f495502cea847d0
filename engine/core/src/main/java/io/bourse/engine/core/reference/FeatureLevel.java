// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.SessionEventPublisher;
import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.SetFeatureLevelDecoder;
import io.bourse.engine.protocol.snapshot.FeatureLevelDecoder;
import io.bourse.engine.protocol.snapshot.FeatureLevelEncoder;

/**
 * The feature level of the history: rules that changed an answer hold from their level on, so that older histories
 * replay to the same events.
 */
public final class FeatureLevel implements HashedState, SnapshotPart
{
    private static final int OPERATORS = 0;
    private static final int UNLIMITED = 0xFFFE;

    private final SetFeatureLevelDecoder setFeatureLevel = new SetFeatureLevelDecoder();
    private final SessionEventPublisher publisher;
    private int level = FeatureLevels.BASE;
    /** Highest level that the program knows that leads; not in the hash, because a solo engine has no leader. */
    private int offeredLevel = UNLIMITED;
    private Runnable onRaised;

    public FeatureLevel(final SessionEventPublisher publisher)
    {
        this.publisher = publisher;
    }

    public int level()
    {
        return level;
    }

    /**
     * Another program leads.
     *
     * @param highestLevel that it knows. A level above it is refused: no command can stop all members at once.
     */
    public void offer(final int highestLevel)
    {
        offeredLevel = highestLevel;
    }

    /** Whether the rules of {@link FeatureLevels#BOUNDED} hold. */
    public boolean isBounded()
    {
        return level >= FeatureLevels.BOUNDED;
    }

    /**
     * Enters the command that raises the level.
     *
     * @param table of all commands.
     * @param onRaised is run after every rise.
     */
    public void register(final CommandTable table, final Runnable onRaised)
    {
        this.onRaised = onRaised;
        table.add(new CommandKind(SetFeatureLevelDecoder.TEMPLATE_ID, this::onSetFeatureLevel));
    }

    private RejectReason onSetFeatureLevel(final CommandEnvelope command)
    {
        if (OPERATORS != command.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        command.decode(setFeatureLevel);
        final int newLevel = setFeatureLevel.level();
        if (level + 1 != newLevel || newLevel > offeredLevel)
        {
            return RejectReason.WRONG_STATE;
        }
        if (newLevel > FeatureLevels.HIGHEST)
        {
            throw new UnknownFeatureLevelException(
                "the history goes on at a feature level that this program does not know, run the newer program:" +
                " featureLevel=" + newLevel + " highestKnownLevel=" + FeatureLevels.HIGHEST + " commandPosition=" +
                command.commandPosition);
        }
        level = newLevel;
        onRaised.run();
        publisher.featureLevelSet(newLevel);
        return null;
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        final FeatureLevelEncoder encoder = writer.begin(new FeatureLevelEncoder());
        writer.write(encoder.level(level).offeredLevel(offeredLevel).encodedLength());
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(FeatureLevelDecoder.TEMPLATE_ID, this::read);
    }

    private void read(final SnapshotRecord record)
    {
        final FeatureLevelDecoder decoder = record.decode(new FeatureLevelDecoder());
        level = decoder.level();
        offeredLevel = decoder.offeredLevel();
    }

    /** Histories of before the first level have hashes that do not know of one. */
    @Override
    public void hashInto(final StateHash hash)
    {
        if (FeatureLevels.BASE != level)
        {
            hash.add(level);
        }
    }
}
