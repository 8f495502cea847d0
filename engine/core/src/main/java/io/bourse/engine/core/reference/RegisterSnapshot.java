// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import io.bourse.engine.core.pretrade.Exposures;
import io.bourse.engine.core.risk.LimitMoves;
import io.bourse.engine.core.risk.LimitValues;
import io.bourse.engine.core.risk.Register;
import io.bourse.engine.core.risk.TradingLimits;
import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.RegisterHash;
import io.bourse.engine.core.state.SettlementAccounts;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.SharedLimits;
import io.bourse.engine.protocol.snapshot.CollateralMovesDecoder;
import io.bourse.engine.protocol.snapshot.CollateralMovesEncoder;
import io.bourse.engine.protocol.snapshot.FirmLimitsDecoder;
import io.bourse.engine.protocol.snapshot.FirmLimitsEncoder;
import io.bourse.engine.protocol.snapshot.RegistersDecoder;
import io.bourse.engine.protocol.snapshot.RegistersEncoder;

import java.util.ArrayList;
import java.util.List;

/**
 * Limits of registers in snapshots, with the windows of their order rates, and what they have traded in the session.
 * What else is counted against them follows from positions and live orders.
 */
public final class RegisterSnapshot implements SnapshotPart
{
    private static final int REGISTERS = SnapshotWriter.entriesPerRecord(
        RegistersEncoder.BLOCK_LENGTH, RegistersEncoder.EntriesEncoder.sbeBlockLength());
    private static final int OWN = SnapshotWriter.entriesPerRecord(
        FirmLimitsEncoder.BLOCK_LENGTH, FirmLimitsEncoder.EntriesEncoder.sbeBlockLength());
    private static final int MOVES = SnapshotWriter.entriesPerRecord(
        CollateralMovesEncoder.BLOCK_LENGTH, CollateralMovesEncoder.EntriesEncoder.sbeBlockLength());

    /** What was moved of a limit between this partition and another one. */
    private record Moved(LimitLevel level, int entity, LimitKind kind, LimitMoves moves, int index)
    {
    }

    /** Limits that a firm has set itself. */
    private record FirmLimit(LimitLevel level, int entity, TradingLimits limits)
    {
    }

    private final RegistersEncoder encoder = new RegistersEncoder();
    private final RegistersDecoder decoder = new RegistersDecoder();
    private final ReferenceData referenceData;
    private final Exposures exposures;
    /** Of the snapshot that is written. */
    private final List<FirmLimit> own = new ArrayList<>();
    private final List<Moved> moved = new ArrayList<>();
    private RegistersEncoder.EntriesEncoder group;
    private int entries;

    public RegisterSnapshot(final ReferenceData referenceData, final Exposures exposures)
    {
        this.referenceData = referenceData;
        this.exposures = exposures;
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(RegistersDecoder.TEMPLATE_ID, this::read);
        table.add(FirmLimitsDecoder.TEMPLATE_ID, this::readFirmLimits);
        table.add(CollateralMovesDecoder.TEMPLATE_ID, this::readMoves);
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        own.clear();
        moved.clear();
        begin(writer);
        final SettlementAccounts accounts = exposures.settlementAccounts();
        for (int i = 0; i < accounts.size(); i++)
        {
            write(writer, LimitLevel.SETTLEMENT_ACCOUNT, i, accounts.get(i).register);
        }
        for (int i = 0; i < referenceData.brokerageFirms().size(); i++)
        {
            write(writer, LimitLevel.BROKERAGE_FIRM, i, referenceData.firmAt(i).register);
        }
        for (int i = 0; i < referenceData.loginCount(); i++)
        {
            final Login login = referenceData.loginAt(i);
            write(writer, LimitLevel.LOGIN, login.loginId, login.register);
        }
        exposures.clientRegisters().forEach(
            (accountId, register) -> write(writer, LimitLevel.CLIENT, accountId, register));
        end(writer);
        for (int first = 0; first < own.size(); first += OWN)
        {
            writeFirmLimits(writer, own.subList(first, Math.min(own.size(), first + OWN)));
        }
        for (int first = 0; first < moved.size(); first += MOVES)
        {
            writeMoves(writer, moved.subList(first, Math.min(moved.size(), first + MOVES)));
        }
    }

    private static void writeMoves(final SnapshotWriter writer, final List<Moved> page)
    {
        final CollateralMovesEncoder encoder = new CollateralMovesEncoder();
        final CollateralMovesEncoder.EntriesEncoder group = writer.begin(encoder).entriesCount(page.size());
        for (final Moved each : page)
        {
            group.next()
                .givenKopecks(each.moves.givenAt(each.index))
                .takenKopecks(each.moves.takenAt(each.index))
                .entity(each.entity)
                .partition((short)each.moves.partitionAt(each.index))
                .limitKind(SharedLimits.value(each.kind))
                .level(each.level.value());
        }
        writer.write(encoder.encodedLength());
    }

    private static void writeFirmLimits(final SnapshotWriter writer, final List<FirmLimit> page)
    {
        final FirmLimitsEncoder encoder = new FirmLimitsEncoder();
        final FirmLimitsEncoder.EntriesEncoder group = writer.begin(encoder).entriesCount(page.size());
        for (final FirmLimit own : page)
        {
            final LimitValues values = own.limits.firm();
            group.next()
                .maxPositionLots(values.positionLots())
                .maxOrderLots(values.orderLots())
                .maxOrderNotionalKopecks(values.orderNotionalKopecks())
                .maxActiveOrders(values.activeOrders())
                .entity(own.entity)
                .maxOrdersPerSecond(values.ordersPerSecond())
                .level(own.level.value())
                .isBlocked(SnapshotWriter.flag(own.limits.isBlocked()));
        }
        writer.write(encoder.encodedLength());
    }

    private void begin(final SnapshotWriter writer)
    {
        group = writer.begin(encoder).entriesCount(REGISTERS);
        entries = 0;
    }

    private void end(final SnapshotWriter writer)
    {
        group.resetCountToIndex();
        writer.write(encoder.encodedLength());
    }

    private void write(
        final SnapshotWriter writer, final LimitLevel level, final int entity, final Register register)
    {
        if (!RegisterHash.isSet(register))
        {
            return;
        }
        if (entries == REGISTERS)
        {
            end(writer);
            begin(writer);
        }
        entries++;
        final TradingLimits limits = register.limits();
        final boolean hasLimits = null != limits;
        if (hasLimits && null != limits.firm())
        {
            own.add(new FirmLimit(level, entity, limits));
        }
        for (final LimitKind kind : SharedLimits.KINDS)
        {
            final LimitMoves moves = register.moves(kind);
            for (int i = 0; null != moves && i < moves.size(); i++)
            {
                moved.add(new Moved(level, entity, kind, moves, i));
            }
        }
        final LimitValues values = hasLimits ? limits.venue() : LimitValues.NONE;
        group.next()
            .collateralKopecks(register.collateralKopecks())
            .maxPositionLots(values.positionLots())
            .maxOrderLots(values.orderLots())
            .maxOrderNotionalKopecks(values.orderNotionalKopecks())
            .maxActiveOrders(values.activeOrders())
            .windowStartNs(hasLimits ? limits.windowStartNs() : 0)
            .entity(entity)
            .maxOrdersPerSecond(values.ordersPerSecond())
            .ordersInWindow(hasLimits ? limits.ordersInWindow() : 0)
            .level(level.value())
            .hasCollateral(SnapshotWriter.flag(register.hasCollateral()))
            .hasLimits(SnapshotWriter.flag(hasLimits))
            .tradedUnits(register.tradedUnits());
    }

    private void read(final SnapshotRecord record)
    {
        final RegistersDecoder.EntriesDecoder group = record.decode(decoder).entries();
        while (group.hasNext())
        {
            group.next();
            final Register register = find(LimitLevel.get(group.level()), group.entity());
            if (0 != group.hasCollateral())
            {
                register.collateral(group.collateralKopecks());
            }
            if (0 != group.hasLimits())
            {
                final TradingLimits limits = register.limitsOrAdd();
                limits.set(
                    group.maxPositionLots(),
                    group.maxOrderLots(),
                    group.maxOrderNotionalKopecks(),
                    group.maxActiveOrders(),
                    group.maxOrdersPerSecond());
                limits.restoreWindow(group.windowStartNs(), group.ordersInWindow());
            }
            if (RegistersDecoder.EntriesDecoder.tradedUnitsSinceVersion() <= record.version())
            {
                register.countTraded(group.tradedUnits());
            }
        }
    }

    private void readFirmLimits(final SnapshotRecord record)
    {
        final FirmLimitsDecoder.EntriesDecoder entry = record.decode(new FirmLimitsDecoder()).entries();
        while (entry.hasNext())
        {
            entry.next();
            find(LimitLevel.get(entry.level()), entry.entity()).limitsOrAdd().setFirm(
                new LimitValues(
                    entry.maxPositionLots(),
                    entry.maxOrderLots(),
                    entry.maxOrderNotionalKopecks(),
                    entry.maxActiveOrders(),
                    entry.maxOrdersPerSecond()),
                0 != entry.isBlocked());
        }
    }

    private void readMoves(final SnapshotRecord record)
    {
        final CollateralMovesDecoder.EntriesDecoder entry = record.decode(new CollateralMovesDecoder()).entries();
        while (entry.hasNext())
        {
            entry.next();
            final Register register = find(LimitLevel.get(entry.level()), entry.entity());
            register.restoreMoves(
                SharedLimits.of(entry.limitKind()), entry.partition(), entry.givenKopecks(), entry.takenKopecks());
        }
    }

    private Register find(final LimitLevel level, final int entity)
    {
        return switch (level)
        {
            case SETTLEMENT_ACCOUNT -> exposures.settlementAccounts().get(entity).register;
            case BROKERAGE_FIRM -> referenceData.firmAt(entity).register;
            case LOGIN -> referenceData.login(entity).register;
            case CLIENT -> exposures.clientRegisters().getOrAdd(entity);
            case NULL_VAL -> throw new IllegalArgumentException("unknown level of a register: entity=" + entity);
        };
    }
}
