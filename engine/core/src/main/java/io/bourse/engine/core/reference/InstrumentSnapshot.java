// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.ContractTerms;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.PriceControls;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.StrategyLegs;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.DefineContractDecoder;
import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.snapshot.InstrumentDecoder;
import io.bourse.engine.protocol.snapshot.InstrumentEncoder;
import io.bourse.engine.protocol.snapshot.StrategyLegsDecoder;
import io.bourse.engine.protocol.snapshot.StrategyLegsEncoder;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * Instruments in snapshots, with prices, phase, controls, margin and legs; without their orders.
 */
public final class InstrumentSnapshot implements SnapshotPart
{
    private static final byte[] NO_CONTRACT = new byte[0];

    private final InstrumentDecoder decoder = new InstrumentDecoder();
    private final StrategyLegsDecoder legsDecoder = new StrategyLegsDecoder();
    private final ReferenceData referenceData;
    private final Supplier<OrderBook<Order>> bookSupplier;

    public InstrumentSnapshot(final ReferenceData referenceData, final Supplier<OrderBook<Order>> bookSupplier)
    {
        this.referenceData = referenceData;
        this.bookSupplier = bookSupplier;
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(InstrumentDecoder.TEMPLATE_ID, this::readInstrument);
        table.add(StrategyLegsDecoder.TEMPLATE_ID, this::readLegs);
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        final InstrumentEncoder encoder = new InstrumentEncoder();
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            write(writer, encoder, referenceData.instrumentAt(i));
        }
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            if (null != referenceData.instrumentAt(i).legs)
            {
                writeLegs(writer, referenceData.instrumentAt(i), instrument -> instrument.index);
            }
        }
    }

    /** Writes an instrument without legs. */
    public static void write(
        final SnapshotWriter writer, final InstrumentEncoder encoder, final Instrument instrument)
    {
        writer.begin(encoder);
        encode(encoder, instrument);
        encode(encoder, instrument.controls);
        encoder.putDefinition(instrument.definition, 0, instrument.definition.length);
        final byte[] contract = null == instrument.contract ? NO_CONTRACT : instrument.contract.definition;
        encoder.putContract(contract, 0, contract.length);
        writer.write(encoder.encodedLength());
    }

    private static void encode(final InstrumentEncoder encoder, final Instrument instrument)
    {
        encoder
            .tickValueE5(instrument.tickValueE5)
            .lowLimitE5(instrument.lowLimitE5)
            .highLimitE5(instrument.highLimitE5)
            .settlementPriceE5(instrument.settlementPriceE5)
            .lastTicks(instrument.lastTicks)
            .auctionTicks(instrument.auctionTicks)
            .longMarginKopecks(instrument.margin.longKopecks())
            .shortMarginKopecks(instrument.margin.shortKopecks())
            .auctionSessionId(instrument.auctionSessionId)
            .phase(instrument.phase.value())
            .hasLast(SnapshotWriter.flag(instrument.hasLast))
            .sessionTrades(instrument.sessionTrades)
            .sessionLots(instrument.sessionLots)
            .trades(instrument.trades)
            .isExpired(SnapshotWriter.flag(instrument.isExpired))
            .unitsOfLot(instrument.exposures.unitsOfLot)
            .isMoved(SnapshotWriter.flag(instrument.isMoved));
    }

    private static void encode(final InstrumentEncoder encoder, final PriceControls controls)
    {
        encoder
            .collarE5(controls.collarE5)
            .protectionE5(controls.protectionE5)
            .dynamicRangeE5(controls.dynamicRangeE5)
            .staticRangeE5(controls.staticRangeE5)
            .volatilityAuctionNs(controls.volatilityAuctionNs)
            .volatilityRandomNs(controls.volatilityRandomNs)
            .limitWatchNs(controls.limitWatchNs)
            .passiveDelayNs(controls.passiveDelayNs)
            .watchDeadline(controls.watchDeadlineId)
            .limitWatchPct(controls.limitWatchPct)
            .limitShiftPct(controls.limitShiftPct)
            .maxLimitShifts(controls.maxLimitShifts)
            .limitShifts(controls.limitShifts)
            .watchedBound(controls.watchedBound);
    }

    private void readInstrument(final SnapshotRecord record)
    {
        read(record);
    }

    /** The definition of an instrument as it came. */
    public static DefineInstrumentDecoder definition(final InstrumentDecoder decoder)
    {
        final byte[] command = new byte[DefineInstrumentDecoder.BLOCK_LENGTH];
        decoder.getDefinition(command, CommandHeaderDecoder.ENCODED_LENGTH, decoder.definitionLength());
        return new DefineInstrumentDecoder().wrap(
            new UnsafeBuffer(command), 0, command.length, DefineInstrumentDecoder.SCHEMA_VERSION);
    }

    /**
     * Makes an instrument of a record, or lets one come back that was moved away.
     *
     * @param record of an instrument.
     * @return the instrument, entered in the reference data.
     */
    public Instrument read(final SnapshotRecord record)
    {
        record.decode(decoder);
        final DefineInstrumentDecoder definition = definition(decoder);
        final Instrument former = referenceData.everDefined(definition.instrumentId());
        final Instrument instrument = null == former ?
            new Instrument(definition, referenceData.instrumentCount(), bookSupplier.get()) : former;
        decode(instrument);
        decode(instrument.controls);
        if (InstrumentDecoder.contractSinceVersion() <= record.version())
        {
            decodeClearing(instrument);
        }
        if (InstrumentDecoder.unitsOfLotSinceVersion() <= record.version())
        {
            instrument.exposures.unitsOfLot = decoder.unitsOfLot();
        }
        instrument.isMoved = InstrumentDecoder.isMovedSinceVersion() <= record.version() && 0 != decoder.isMoved();
        if (null == former)
        {
            referenceData.addInstrument(instrument);
        }
        return instrument;
    }

    private void decode(final Instrument instrument)
    {
        instrument.tickValueE5 = decoder.tickValueE5();
        instrument.setLimits(decoder.lowLimitE5(), decoder.highLimitE5());
        instrument.settlementPriceE5 = decoder.settlementPriceE5();
        instrument.lastTicks = decoder.lastTicks();
        instrument.auctionTicks = decoder.auctionTicks();
        instrument.exposures.setMargin(decoder.longMarginKopecks(), decoder.shortMarginKopecks());
        instrument.auctionSessionId = decoder.auctionSessionId();
        instrument.phase = Phase.get(decoder.phase());
        instrument.hasLast = 0 != decoder.hasLast();
    }

    private void decodeClearing(final Instrument instrument)
    {
        instrument.sessionTrades = decoder.sessionTrades();
        instrument.sessionLots = decoder.sessionLots();
        instrument.trades = decoder.trades();
        instrument.isExpired = 0 != decoder.isExpired();
        if (0 != decoder.contractLength())
        {
            final byte[] command = new byte[DefineContractDecoder.BLOCK_LENGTH];
            decoder.getContract(command, CommandHeaderDecoder.ENCODED_LENGTH, decoder.contractLength());
            instrument.contract = new ContractTerms(new DefineContractDecoder().wrap(
                new UnsafeBuffer(command), 0, command.length, DefineContractDecoder.SCHEMA_VERSION));
        }
    }

    private void decode(final PriceControls controls)
    {
        controls.collarE5 = decoder.collarE5();
        controls.protectionE5 = decoder.protectionE5();
        controls.dynamicRangeE5 = decoder.dynamicRangeE5();
        controls.staticRangeE5 = decoder.staticRangeE5();
        controls.volatilityAuctionNs = decoder.volatilityAuctionNs();
        controls.volatilityRandomNs = decoder.volatilityRandomNs();
        controls.limitWatchNs = decoder.limitWatchNs();
        controls.passiveDelayNs = decoder.passiveDelayNs();
        controls.watchDeadlineId = decoder.watchDeadline();
        controls.limitWatchPct = decoder.limitWatchPct();
        controls.limitShiftPct = decoder.limitShiftPct();
        controls.maxLimitShifts = decoder.maxLimitShifts();
        controls.limitShifts = decoder.limitShifts();
        controls.watchedBound = decoder.watchedBound();
    }

    /** Writes the legs of a strategy, by what instruments are known by. */
    public static void writeLegs(
        final SnapshotWriter writer, final Instrument strategy, final ToIntFunction<Instrument> key)
    {
        final StrategyLegs legs = strategy.legs;
        final StrategyLegsEncoder encoder = new StrategyLegsEncoder();
        final StrategyLegsEncoder.LegsEncoder group = writer.begin(encoder)
            .instrument(key.applyAsInt(strategy))
            .legsCount(legs.instruments.length);
        for (int i = 0; i < legs.instruments.length; i++)
        {
            group.next().instrument(key.applyAsInt(legs.instruments[i])).ratio(legs.ratios[i]);
        }
        writer.write(encoder.encodedLength());
    }

    private void readLegs(final SnapshotRecord record)
    {
        readLegs(record, referenceData::instrumentAt);
    }

    /**
     * Reads the legs of a strategy.
     *
     * @param record of them.
     * @param find finds an instrument by what it is known by.
     * @return the strategy.
     */
    public Instrument readLegs(final SnapshotRecord record, final IntFunction<Instrument> find)
    {
        record.decode(legsDecoder);
        final Instrument strategy = find.apply(legsDecoder.instrument());
        final StrategyLegsDecoder.LegsDecoder group = legsDecoder.legs();
        final Instrument[] instruments = new Instrument[group.count()];
        final int[] ratios = new int[group.count()];
        for (int i = 0; i < instruments.length; i++)
        {
            instruments[i] = find.apply(group.next().instrument());
            ratios[i] = group.ratio();
        }
        strategy.legs = new StrategyLegs(instruments, ratios);
        return strategy;
    }
}
