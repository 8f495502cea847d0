// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.file.UnsyncedFiles;
import io.bourse.clearing.layout.OrderEvent;
import io.bourse.clearing.layout.OrderRowKind;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.ledger.Workers;
import io.bourse.clearing.report.file.LineListeners;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportFileWriter;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.RowWriter;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.TimeInForce;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/**
 * Writes the order register (report ord of rules 3.1): every order event of the session, one file a clearing firm, in
 * the order of the stream, and beside it the same for securities (SEM02) and currencies (CUX22) alone. A firm without
 * orders gets files without rows.
 */
public final class OrderRegister
{
    private static final byte[] NONE = {};
    private static final byte[] BUY = {'B'};
    private static final byte[] SELL = {'S'};
    private static final int CODES = 256;

    private final ReportInput input;
    private final LineListeners listeners;
    private final int threads;
    private final ReportMarket[] markets;
    private final byte[][] instrumentIds;
    private final byte[][] actions = new byte[OrderRowKind.values().length][];
    private final byte[][] reasons = new byte[CODES][];
    private final byte[][] timesInForce = new byte[CODES][];

    /**
     * Order register of one run.
     *
     * @param input of its reports.
     * @param listeners are shown the lines.
     * @param threads 1 or more.
     */
    public OrderRegister(final ReportInput input, final LineListeners listeners, final int threads)
    {
        final Contract[] contracts = input.calculation().contracts();
        this.input = input;
        this.listeners = listeners;
        this.threads = threads;
        this.markets = ReportMarket.of(contracts);
        this.instrumentIds = new byte[contracts.length][];
        for (int i = 0; i < contracts.length; i++)
        {
            instrumentIds[i] = text(Integer.toString(contracts[i].instrumentId()));
        }
        for (final OrderRowKind kind : OrderRowKind.values())
        {
            actions[kind.ordinal()] = text(kind.name());
        }
        for (int code = 0; code < CODES; code++)
        {
            reasons[code] = text(Integer.toString(code));
            timesInForce[code] = OrderEvent.NO_TIME_IN_FORCE == code ? NONE : text(Integer.toString(code));
        }
        for (final CancelReason reason : CancelReason.values())
        {
            reasons[reason.value() & CODES - 1] = text(reason.name());
        }
        for (final TimeInForce each : TimeInForce.values())
        {
            if (TimeInForce.NULL_VAL != each)
            {
                timesInForce[each.value()] = text(each.name());
            }
        }
    }

    private static byte[] text(final String name)
    {
        return name.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Writes the files of all firms that have registers, and of those that have order events.
     *
     * @param orders of the firms that have any.
     * @param directory that exists.
     * @return entries for the manifest, ascending by name.
     * @throws IOException when reading or writing fails.
     */
    public List<ManifestEntry> write(final List<OrderRows> orders, final Path directory) throws IOException
    {
        final List<OrderRows> all = new ArrayList<>(orders);
        final MemberRanges members = new MemberRanges(input.calculation().registers());
        for (int member = 0; member < members.size(); member++)
        {
            final String name = members.name(member);
            if (orders.stream().noneMatch(rows -> name.equals(rows.firm())))
            {
                all.add(new OrderRows(name, 0, consumer -> { }));
            }
        }
        all.sort(Comparator.comparingLong(OrderRows::rows).reversed().thenComparing(OrderRows::firm));
        final long rows = all.stream().mapToLong(OrderRows::rows).sum();
        try (UnsyncedFiles files = new UnsyncedFiles(directory))
        {
            final List<Callable<List<ManifestEntry>>> writes = new ArrayList<>();
            for (final OrderRows each : all)
            {
                final boolean isLargest = ReportFileWriter.isLargest(each.rows(), rows, threads);
                writes.add(() -> write(each, files, isLargest));
            }
            final List<ManifestEntry> entries = new ArrayList<>();
            Workers.run(threads, writes).forEach(entries::addAll);
            files.sync();
            entries.sort(Comparator.comparing(ManifestEntry::name));
            return entries;
        }
        catch (final UncheckedIOException ex)
        {
            throw ex.getCause();
        }
    }

    /** All files of a firm in one go: its events are read once. */
    private List<ManifestEntry> write(final OrderRows rows, final UnsyncedFiles files, final boolean isLargest)
        throws IOException
    {
        final List<ManifestEntry> entries = new ArrayList<>();
        final RowWriter[] cash = new RowWriter[markets.length];
        entries.add(write(rows, ReportType.SEM02, files, false, securities ->
            entries.add(write(rows, ReportType.CUX22, files, false, currencies ->
            {
                for (int i = 0; i < cash.length; i++)
                {
                    cash[i] = ReportMarket.CASH != markets[i] ? null :
                        CashReport.isCurrency(input.calculation().contracts()[i]) ? currencies : securities;
                }
                entries.add(write(rows, ReportType.ORD, files, isLargest, all -> rows.source().read(event ->
                {
                    write(all, event);
                    if (null != cash[event.instrument()])
                    {
                        write(cash[event.instrument()], event);
                    }
                })));
            }))));
        entries.sort(Comparator.comparing(ManifestEntry::name));
        listeners.end(rows.firm(), entries);
        return entries;
    }

    private ManifestEntry write(
        final OrderRows rows,
        final ReportType type,
        final UnsyncedFiles files,
        final boolean isLargest,
        final ReportFileWriter.Rows body) throws IOException
    {
        return ReportFileWriter.write(
            files, input.run(), rows.firm(), type, listeners.of(rows.firm(), type), body, isLargest);
    }

    private void write(final RowWriter writer, final OrderEvent event)
    {
        final RegisterOrder registers = input.calculation().registers();
        final OrderRowKind kind = event.kind();
        final boolean hasExternalId = hasExternalId(kind);
        try
        {
            writer.number(event.timeNs())
                .number(event.orderId())
                .client(registers.code(event.account()))
                .text(instrumentIds[event.instrument()])
                .text(event.isBuy() ? BUY : SELL)
                .price(event.priceE5())
                .number(event.qtyLots())
                .number(event.restLots())
                .text(actions[kind.ordinal()])
                .text(OrderRowKind.CANCELLED == kind ? reasons[event.reason()] : NONE)
                .text(timesInForce[event.timeInForce()]);
            if (hasExternalId)
            {
                writer.unsigned(event.ref());
            }
            else
            {
                writer.text(NONE);
            }
            if (event.loginId() < 0)
            {
                writer.text(NONE);
            }
            else
            {
                writer.number(event.loginId());
            }
            writer.packed(printable(event.complianceId()));
            if (hasExternalId || 0 == event.ref())
            {
                writer.text(NONE);
            }
            else
            {
                writer.number(event.ref());
            }
            writer.endRow();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    /** Whether the reference of a row is the client's order number. */
    private static boolean hasExternalId(final OrderRowKind kind)
    {
        return OrderRowKind.ACCEPTED == kind || OrderRowKind.REPLACED == kind || OrderRowKind.CANCELLED == kind;
    }

    /** What a sender has put there must not break a line. */
    private static long printable(final int character)
    {
        return character > ' ' && character < 0x7F && ';' != character ? character : 0;
    }
}
