// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.PositionMovedDecoder;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradeDecoder;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * A seeded flow of options that come, are traded, exercised and go: one at a time, with a new instrument for each.
 */
final class RandomContractCommands
{
    private static final int LOGINS = 3;
    private static final int MOST_OPTIONS = 12;
    private static final long[][] NO_ROWS = new long[0][];
    private static final int EXPIRY = 2;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final TradeDecoder trade = new TradeDecoder();
    private final PositionMovedDecoder moved = new PositionMovedDecoder();
    private final SplittableRandom random;
    private final CoreFixture core;
    private final ContractCommandWriter contracts;
    /** By account id. */
    private final long[] positions = new long[LOGINS];
    private int option;
    private int options;

    RandomContractCommands(final SplittableRandom random, final CoreFixture core)
    {
        this.random = random;
        this.core = core;
        contracts = new ContractCommandWriter(core.commands);
        final Consumer<byte[]> next = core.recorder.onEvent;
        core.recorder.onEvent = event ->
        {
            next.accept(event);
            look(event);
        };
    }

    /** Something that may happen at any time. */
    void sendNext()
    {
        if (0 == option)
        {
            define();
        }
        else if (0 == random.nextInt(10))
        {
            core.send(contracts.call(option, 40 + random.nextInt(20)));
        }
        else if (0 == random.nextInt(10))
        {
            core.send(contracts.exercise(random.nextBoolean() ? "AA01001" : "BB01001", option, random.nextInt(-9, 9)));
        }
        else
        {
            final int login = 1 + random.nextInt(LOGINS);
            core.order(login, encoder -> encoder
                .clOrdId(random.nextInt(1_000))
                .instrumentId(option)
                .side((short)(1 + random.nextInt(2)))
                .qtyLots(1 + random.nextInt(10))
                .priceE5(50 + random.nextInt(-2, 3))
                .timeInForce((random.nextBoolean() ? TimeInForce.DAY : TimeInForce.GTC).value()));
        }
    }

    private void define()
    {
        if (options < MOST_OPTIONS)
        {
            options++;
            option = core.books.size() + 1;
            core.send(core.commands.instrument(option, "OPTION" + option, e -> e.kind(InstrumentKind.OPTION)));
            core.send(contracts.call(option, 50));
        }
    }

    /** What a run does while it holds trading suspended: exercises a few lots, and now and then ends the option. */
    void sendRunStep(final long runId)
    {
        final long lots = 1 + random.nextInt(5);
        final long[] from = {random.nextInt(LOGINS), 1 + random.nextInt(2), -lots, random.nextInt(4)};
        final long[] to = {random.nextInt(LOGINS), from[1], lots, random.nextInt(3)};
        core.send(contracts.move(runId, random.nextInt(2), from, to));
        if (0 != option && random.nextBoolean())
        {
            core.send(contracts.expire(runId, option));
            close(runId);
            core.send(contracts.expire(runId, option));
            option = 0;
        }
    }

    /** Closes all positions, whether or not the movements before were taken: one of the two counts is right. */
    private void close(final long runId)
    {
        final List<long[]> rows = new ArrayList<>();
        for (int account = 0; account < LOGINS; account++)
        {
            if (0 != positions[account])
            {
                rows.add(new long[]{account, option, -positions[account], EXPIRY});
            }
        }
        if (!rows.isEmpty())
        {
            core.send(contracts.move(runId, 0, rows.toArray(NO_ROWS)));
            core.send(contracts.move(runId, 2, rows.toArray(NO_ROWS)));
        }
    }

    private void look(final byte[] event)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(event);
        header.wrap(buffer, 0);
        if (TradeDecoder.TEMPLATE_ID == header.templateId())
        {
            trade.wrapAndApplyHeader(buffer, 0, header);
            if (option == trade.instrumentId())
            {
                positions[trade.buy().accountId()] += trade.qtyLots();
                positions[trade.sell().accountId()] -= trade.qtyLots();
            }
        }
        else if (PositionMovedDecoder.TEMPLATE_ID == header.templateId())
        {
            moved.wrapAndApplyHeader(buffer, 0, header);
            if (option == moved.instrumentId())
            {
                positions[moved.accountId()] += moved.lots();
            }
        }
    }
}
