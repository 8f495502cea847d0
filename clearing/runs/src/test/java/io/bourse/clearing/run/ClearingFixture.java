// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import com.github.luben.zstd.ZstdInputStream;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.funds.Instruction;
import io.bourse.clearing.funds.InstructionBook;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.run.audit.ApprovalPolicy;
import io.bourse.clearing.run.audit.TestOperators;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingRunOptions;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunState;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.ContractOperator;
import io.bourse.engine.client.operator.ContractSpec;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.SettlementType;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** A real engine with the accounts and instruments of a small day; one login per account. */
public final class ClearingFixture implements AutoCloseable
{
    public static final int SI = 1;
    public static final int RI = 2;
    public static final int DATE = 20_261_123;
    public static final long E5 = 100_000L;
    private static final int GATEWAY_ID = 1;

    public final TestEngine engine;
    public final EngineClient client;
    public final Path baseDir;
    public final Path keysDir;
    private final Map<String, OrderSender> senders = new TreeMap<>();

    public ClearingFixture(final Path dir, final List<String> clients)
    {
        engine = TestEngine.start(dir.resolve("engine"));
        client = engine.connect();
        baseDir = dir.resolve("clearing");
        keysDir = dir.resolve("keys");
        try
        {
            ClearingKeys.allowDemo(keysDir);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        final OperatorClient operator = engine.operator();
        final TreeSet<String> members = new TreeSet<>();
        final TreeSet<String> brokers = new TreeSet<>();
        clients.forEach(code -> members.add(code.substring(0, 2)));
        clients.forEach(code -> brokers.add(code.substring(0, 4)));
        members.forEach(operator::defineClearingFirm);
        brokers.forEach(operator::defineBrokerageFirm);
        operator.defineAccounts(clients, 0);
        for (int i = 0; i < clients.size(); i++)
        {
            final String code = clients.get(i);
            operator.defineLogin(i + 1, LoginProtocol.TWIME, "TW" + code, code.substring(0, 4));
            senders.put(code, new OrderSender(client, GATEWAY_ID, i + 1, code));
        }
        operator.defineInstrument(spec(SI, "SI-12.26", E5, E5, 92_345, 12_000, 2_655, 1_965));
        operator.defineInstrument(spec(RI, "RI-12.26", 10 * E5, 1_802_468, 112_340, 20_000, 3_795, 2_805));
        operator.openSession(1, DATE);
    }

    private static InstrumentSpec spec(
        final int id,
        final String symbol,
        final long tickE5,
        final long tickValueE5,
        final long previous,
        final long halfWidth,
        final int exchangePctE6,
        final int clearingPctE6)
    {
        return new InstrumentSpec(
            id,
            symbol,
            InstrumentKind.FUTURE,
            symbol.substring(0, 2),
            "RUB",
            tickE5,
            tickValueE5,
            (previous - halfWidth) * E5,
            (previous + halfWidth) * E5,
            previous * E5,
            exchangePctE6,
            clearingPctE6,
            20_261_217);
    }

    /** Defines what trades without margin for roubles, at 100 for a unit before the session. */
    void spot(final int id, final String symbol, final String asset, final long lotUnits, final int days)
    {
        spot(id, symbol, asset, lotUnits, days, 0);
    }

    /** The same with a fee of the exchange. */
    void spot(
        final int id,
        final String symbol,
        final String asset,
        final long lotUnits,
        final int days,
        final int exchangePctE6)
    {
        spot(id, symbol, asset, "RUB", lotUnits, days, exchangePctE6);
    }

    /** The same, paid in a currency. */
    void spot(
        final int id,
        final String symbol,
        final String asset,
        final String currency,
        final long lotUnits,
        final int days,
        final int exchangePctE6)
    {
        engine.operator().defineInstrument(new InstrumentSpec(id, symbol, InstrumentKind.SPOT, asset, currency, E5,
            lotUnits * E5, E5, 2_000 * E5, 100 * E5, exchangePctE6, 0, 0));
        new ContractOperator(engine.operator()).defineContract(new ContractSpec(id, ContractStyle.SPOT,
            OptionRight.NONE, SettlementType.PHYSICAL, 0, lotUnits, 0, 0, false, days, asset));
    }

    public static RunResult intraday(final ClearingContext ctx)
    {
        try (ClearingService service = ClearingService.launch(ctx, ClearingKind.INTRADAY))
        {
            return service.run();
        }
    }

    public static RunResult evening(final ClearingContext ctx)
    {
        try (ClearingService service = ClearingService.launch(ctx, ClearingKind.EVENING))
        {
            return service.run();
        }
    }

    public ClearingContext context()
    {
        return ClearingContext.builder()
            .engineClient(client)
            .baseDir(baseDir)
            .keysDir(keysDir)
            .options(ClearingRunOptions.builder().approvalPolicy(ApprovalPolicy.NONE)
                .signer(TestOperators.of("tester")).operators(TestOperators::register).build())
            .build();
    }

    /** Enters an instruction as its actor, who signs it. */
    public Instruction instruct(final InstructionRequest request) throws IOException
    {
        return instruct(request, () -> TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
    }

    Instruction instruct(final InstructionRequest request, final LongSupplier clockNs) throws IOException
    {
        return new InstructionBook(baseDir, clockNs).append(request, TestOperators.signing(request.actor()));
    }

    /** As a process leaves run 1 of the date that dies before it notes a later phase. */
    public void setBack(final String kind, final RunPhase phase)
    {
        final RunDirectory directory = new RunDirectory(baseDir, DATE, 1, kind);
        final RunState state = directory.state();
        try
        {
            directory.enter(
                phase, phase, state.cut(), "", state.files().stream().map(RunState.FileDigest::name).toList());
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    /** What has been read of the stream is read anew. */
    void forgetIngest() throws IOException
    {
        try (Stream<Path> files = Files.walk(baseDir.resolve("ingest")))
        {
            for (final Path file : files.sorted(Comparator.reverseOrder()).toList())
            {
                Files.delete(file);
            }
        }
    }

    public OrderSender sender(final String code)
    {
        return senders.get(code);
    }

    public void trade(
        final int instrumentId,
        final long price,
        final long lots,
        final String buyer,
        final String seller,
        final boolean buyerTakes)
    {
        sender(buyerTakes ? seller : buyer)
            .newOrder(instrumentId, buyerTakes ? Side.SELL : Side.BUY, price * E5, lots);
        sender(buyerTakes ? buyer : seller)
            .newOrder(instrumentId, buyerTakes ? Side.BUY : Side.SELL, price * E5, lots);
    }

    /** Rows of a report, header first, without the last line. */
    static List<List<String>> report(final Path directory, final String name) throws IOException
    {
        try (ZstdInputStream in = new ZstdInputStream(Files.newInputStream(directory.resolve(name))))
        {
            return rows(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    static List<List<String>> rows(final String text)
    {
        final List<List<String>> rows = new ArrayList<>();
        for (final String line : text.split("\n"))
        {
            if (!line.startsWith("#"))
            {
                rows.add(List.of(line.split(";", -1)));
            }
        }
        return rows;
    }

    @Override
    public void close()
    {
        engine.close();
    }
}
