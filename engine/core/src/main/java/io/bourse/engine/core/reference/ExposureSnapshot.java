// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import io.bourse.engine.core.pretrade.Exposures;
import io.bourse.engine.core.risk.Exposure;
import io.bourse.engine.core.risk.ExposureTable;
import io.bourse.engine.core.risk.InstrumentExposures;
import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.snapshot.ExposuresDecoder;
import io.bourse.engine.protocol.snapshot.ExposuresEncoder;

import java.util.Objects;

/**
 * Positions in snapshots: every exposure that was ever made, in order of creation, which is the order of the state
 * hash. What is ordered follows from the live orders, what firms and settlement accounts hold from the accounts.
 */
public final class ExposureSnapshot implements SnapshotPart
{
    private static final int NONE = -1;
    private static final int EXPOSURES = SnapshotWriter.entriesPerRecord(
        ExposuresEncoder.BLOCK_LENGTH, ExposuresEncoder.EntriesEncoder.sbeBlockLength());

    private final ExposuresDecoder decoder = new ExposuresDecoder();
    private final ReferenceData referenceData;
    private final Exposures exposures;

    public ExposureSnapshot(final ReferenceData referenceData, final Exposures exposures)
    {
        this.referenceData = referenceData;
        this.exposures = exposures;
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(ExposuresDecoder.TEMPLATE_ID, this::read);
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        write(writer, LimitLevel.SETTLEMENT_ACCOUNT, exposures.settlements());
        write(writer, LimitLevel.BROKERAGE_FIRM, exposures.firms());
        write(writer, LimitLevel.LOGIN, exposures.logins());
        write(writer, LimitLevel.CLIENT, exposures.clients());
    }

    private void write(final SnapshotWriter writer, final LimitLevel level, final ExposureTable table)
    {
        final boolean isSum = LimitLevel.SETTLEMENT_ACCOUNT == level || LimitLevel.BROKERAGE_FIRM == level;
        final ExposuresEncoder encoder = new ExposuresEncoder();
        Exposure exposure = table.first();
        int rest = table.size();
        while (null != exposure)
        {
            final int count = Math.min(EXPOSURES, rest);
            final ExposuresEncoder.EntriesEncoder group = writer.begin(encoder)
                .level(level.value())
                .entriesCount(count);
            for (int i = 0; i < count; i++)
            {
                group.next()
                    .netLots(isSum ? 0 : exposure.netLots())
                    .entity(exposure.entityId())
                    .instrument(referenceData.everDefined(exposure.instrumentId()).index)
                    .above(null == exposure.parent() ? NONE : exposure.parent().entityId());
                exposure = table.next(exposure);
            }
            rest -= count;
            writer.write(encoder.encodedLength());
        }
    }

    private void read(final SnapshotRecord record)
    {
        record.decode(decoder);
        final LimitLevel level = LimitLevel.get(decoder.level());
        final ExposuresDecoder.EntriesDecoder group = decoder.entries();
        while (group.hasNext())
        {
            group.next();
            final Exposure exposure = restore(
                level, group.entity(), group.above(), referenceData.instrumentAt(group.instrument()));
            if (0 != group.netLots())
            {
                restore(level, exposure, group.netLots());
            }
        }
    }

    private static void restore(final LimitLevel level, final Exposure exposure, final long netLots)
    {
        if (LimitLevel.CLIENT == level)
        {
            exposure.moveHeld(netLots);
        }
        else
        {
            exposure.move(netLots);
        }
    }

    /** An exposure under those of the levels above, which were read before. */
    private Exposure restore(
        final LimitLevel level, final int entity, final int above, final Instrument instrument)
    {
        final InstrumentExposures all = instrument.exposures;
        return switch (level)
        {
            case SETTLEMENT_ACCOUNT -> exposures.settlements().add(
                all.settlements,
                all,
                entity,
                exposures.settlementAccounts().get(entity).register,
                instrument.margin,
                null);
            case BROKERAGE_FIRM ->
            {
                final Exposure firm = exposures.firms().add(
                    all.firms, all, entity, referenceData.firmAt(entity).register, instrument.margin, null);
                if (NONE != above)
                {
                    firm.moveUnder(Objects.requireNonNull(all.settlements.find(above), "settlement account"));
                }
                yield firm;
            }
            case LOGIN -> exposures.logins().add(
                all.logins, all, entity, referenceData.login(entity).register, null, null);
            case CLIENT -> exposures.clients().add(
                all.clients,
                all,
                entity,
                exposures.clientRegisters().getOrAdd(entity),
                instrument.margin,
                Objects.requireNonNull(all.firms.find(above), "firm"));
            case NULL_VAL -> throw new IllegalArgumentException("unknown level of an exposure: entity=" + entity);
        };
    }
}
