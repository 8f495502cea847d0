// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.SnapshotStatus;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.CompleteClearingEncoder;
import io.bourse.engine.protocol.DefineAccountEncoder;
import io.bourse.engine.protocol.DefineBrokerageFirmEncoder;
import io.bourse.engine.protocol.DefineClearingFirmEncoder;
import io.bourse.engine.protocol.DefineInstrumentEncoder;
import io.bourse.engine.protocol.DefineLegsEncoder;
import io.bourse.engine.protocol.DefineLoginEncoder;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.OpenSessionEncoder;
import io.bourse.engine.protocol.PublishSettlementEncoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReportStateEncoder;
import io.bourse.engine.protocol.ResumeTradingEncoder;
import io.bourse.engine.protocol.SuspendTradingEncoder;
import io.bourse.engine.protocol.TakeSnapshotEncoder;
import io.bourse.engine.security.Principal;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.sbe.MessageEncoderFlyweight;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/**
 * An operator's hand on the engine: each call publishes one command and waits for its outcome in the event stream. Here
 * are reference data, sessions and clearing; {@link PhaseOperator}, {@link RiskOperator}, {@link MemberOperator},
 * {@link AccountOperator}, {@link ContractOperator} and others add commands. Not thread-safe.
 *
 * <p>Every call throws {@link CommandRefusedException} when the engine refuses, {@link CommandTimeoutException} when it
 * stays silent. When it returns the end of the stream is not before the answer: who reads the history next finds it.
 */
public final class OperatorClient implements AutoCloseable
{
    private static final int POLL_LIMIT = 64;
    private static final long SIGNED_FOR_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long END_LIMIT_NS = TimeUnit.SECONDS.toNanos(1);

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    private final CommandHeaderEncoder commandHeader = new CommandHeaderEncoder();
    private final IdleStrategy idle = new BackoffIdleStrategy(1, 1, 1_000, 1_000_000);
    private final EngineClient client;
    private final CommandPublisher publisher;
    private final OutcomeListener outcomes;
    private final EventFollower follower;
    private final CommandSigner signer;
    private final long timeoutNs;
    private final int gatewayId;
    private final int sessionId;
    private long sequence;
    private long windowSequence;
    /** How far the engine's time is ahead of the clock here; 0 while that has not mattered. */
    private long engineAheadNs;

    /**
     * An operator on an engine whose commands are not signed: the engine takes them as long as it has no register of
     * operators.
     *
     * @param client connection; used, not owned.
     * @param timeoutNs how long to wait for one outcome, in nanoseconds.
     */
    public OperatorClient(final EngineClient client, final long timeoutNs)
    {
        this(client, timeoutNs, Principal.OPERATOR, null);
    }

    /**
     * A person on an engine: every command is signed, for 60 seconds.
     *
     * @param client connection; used, not owned.
     * @param timeoutNs how long to wait for one outcome, in nanoseconds.
     * @param signer the person; null: unsigned.
     */
    public OperatorClient(final EngineClient client, final long timeoutNs, final CommandSigner signer)
    {
        this(client, timeoutNs, Principal.OPERATOR, signer);
    }

    /**
     * Another principal that sends operators' commands, as far as its role has them.
     *
     * @param client connection; used, not owned.
     * @param timeoutNs how long to wait for one outcome, in nanoseconds.
     * @param sender whose commands they are.
     */
    public OperatorClient(final EngineClient client, final long timeoutNs, final Principal sender)
    {
        this(client, timeoutNs, sender, null);
    }

    private OperatorClient(
        final EngineClient client, final long timeoutNs, final Principal sender, final CommandSigner signer)
    {
        if (timeoutNs <= 0)
        {
            throw new IllegalArgumentException("timeout must be positive: timeoutNs=" + timeoutNs);
        }
        this.client = client;
        this.signer = signer;
        gatewayId = sender.number();
        this.timeoutNs = timeoutNs;
        sessionId = newSession();
        publisher = client.newCommandPublisher(sender);
        outcomes = new OutcomeListener(gatewayId, sessionId);
        follower = client.follow(client.endCursor(), outcomes);
    }

    /**
     * Defines a clearing firm.
     *
     * @param code two characters.
     */
    public void defineClearingFirm(final String code)
    {
        execute(begin(new DefineClearingFirmEncoder()).code(code), "command=DefineClearingFirm code=" + code);
    }

    /**
     * Defines a brokerage firm of a clearing firm that is known.
     *
     * @param code four characters; the first two are its clearing firm.
     */
    public void defineBrokerageFirm(final String code)
    {
        execute(begin(new DefineBrokerageFirmEncoder()).code(code), "command=DefineBrokerageFirm code=" + code);
    }

    /**
     * Defines a client account of a brokerage firm that is known.
     *
     * @param code seven characters; the first four are its brokerage firm.
     * @param accountId dense number, from 0.
     */
    public void defineAccount(final String code, final int accountId)
    {
        execute(
            begin(new DefineAccountEncoder()).accountCode(AccountCode.pack(code)).accountId(accountId).clientId(0),
            "command=DefineAccount code=" + code + " accountId=" + accountId);
    }

    /**
     * Defines many accounts that are clients of their own, see {@link AccountOperator}.
     *
     * @param codes seven characters each.
     * @param firstAccountId number of the first one; the others follow.
     * @return number of accounts defined.
     */
    public int defineAccounts(final Collection<String> codes, final int firstAccountId)
    {
        return new AccountOperator(this).load(
            codes.stream().map(code -> new AccountSpec(code, 0)).iterator(), firstAccountId, sent ->
            {
            });
    }

    /**
     * Defines a login of a brokerage firm that is known.
     *
     * @param loginId from 1.
     * @param protocol it speaks.
     * @param name TWIME Credentials or FIX SenderCompID, at most 20 characters.
     * @param brokerageFirm four characters.
     */
    public void defineLogin(
        final int loginId, final LoginProtocol protocol, final String name, final String brokerageFirm)
    {
        execute(
            begin(new DefineLoginEncoder()).loginId(loginId).protocol(protocol).name(name).brokerageFirm(brokerageFirm),
            "command=DefineLogin loginId=" + loginId + " name=" + name);
    }

    /**
     * Defines an instrument.
     *
     * @param spec its definition.
     */
    public void defineInstrument(final InstrumentSpec spec)
    {
        execute(begin(new DefineInstrumentEncoder())
            .priceTickE5(spec.priceTickE5())
            .tickValueE5(spec.tickValueE5())
            .lowLimitE5(spec.lowLimitE5())
            .highLimitE5(spec.highLimitE5())
            .settlementPriceE5(spec.settlementPriceE5())
            .instrumentId(spec.instrumentId())
            .exchangeFeePctE6(spec.exchangeFeePctE6())
            .clearingFeePctE6(spec.clearingFeePctE6())
            .maturityDate(spec.maturityDate())
            .kind(spec.kind())
            .symbol(spec.symbol())
            .underlying(spec.underlying())
            .currency(spec.currency()),
            "command=DefineInstrument instrumentId=" + spec.instrumentId() + " symbol=" + spec.symbol());
    }

    /**
     * Defines the legs of a strategy. Until it has legs it takes no orders.
     *
     * @param strategyId of an instrument of kind SPREAD that is defined.
     * @param legs two to four, all different and in the strategy's currency; the last one with ratio 1 or -1.
     */
    public void defineLegs(final int strategyId, final List<LegSpec> legs)
    {
        final DefineLegsEncoder command = begin(new DefineLegsEncoder());
        final DefineLegsEncoder.LegsEncoder group = command.instrumentId(strategyId).legsCount(legs.size());
        for (final LegSpec leg : legs)
        {
            group.next().legInstrumentId(leg.instrumentId()).ratio(leg.ratio());
        }
        execute(command, "command=DefineLegs instrumentId=" + strategyId + " legs=" + legs);
    }

    /**
     * Opens a trading session.
     *
     * @param tradingSessionId larger than the last one.
     * @param tradingDate YYYYMMDD.
     */
    public void openSession(final int tradingSessionId, final int tradingDate)
    {
        execute(begin(new OpenSessionEncoder()).sessionId(tradingSessionId).tradingDate(tradingDate),
            "command=OpenSession sessionId=" + tradingSessionId + " tradingDate=" + tradingDate);
    }

    /**
     * Suspends trading for clearing.
     *
     * @param runId of the clearing run.
     * @param kind of the run; an evening run also removes the orders of the session.
     * @return where the run cuts the stream.
     */
    public Cut suspendTrading(final long runId, final ClearingKind kind)
    {
        return execute(begin(new SuspendTradingEncoder()).runId(runId).kind(kind),
            "command=SuspendTrading runId=" + runId + " kind=" + kind);
    }

    /**
     * Publishes one instrument's result of the run that suspended trading; also when that run is complete, as long as
     * no other has suspended trading since: it is corrected then.
     *
     * @param runId of the clearing run.
     * @param settlementPriceE5 x 100 000.
     * @param tickValueE5 roubles per tick x 100 000.
     * @param lowLimitE5 new lowest price x 100 000.
     * @param highLimitE5 new highest price x 100 000.
     */
    public void publishSettlement(
        final long runId,
        final int instrumentId,
        final long settlementPriceE5,
        final long tickValueE5,
        final long lowLimitE5,
        final long highLimitE5)
    {
        execute(begin(new PublishSettlementEncoder())
            .runId(runId)
            .settlementPriceE5(settlementPriceE5)
            .tickValueE5(tickValueE5)
            .lowLimitE5(lowLimitE5)
            .highLimitE5(highLimitE5)
            .instrumentId(instrumentId),
            "command=PublishSettlement runId=" + runId + " instrumentId=" + instrumentId + " settlementPriceE5=" +
            settlementPriceE5);
    }

    /**
     * Ends a clearing run: all its results are published.
     *
     * @param runId of the clearing run.
     * @param kind of the run.
     */
    public void completeClearing(final long runId, final ClearingKind kind)
    {
        execute(begin(new CompleteClearingEncoder()).runId(runId).kind(kind),
            "command=CompleteClearing runId=" + runId + " kind=" + kind);
    }

    /**
     * Reopens trading after an intraday run.
     *
     * @param runId of the clearing run.
     */
    public void resumeTrading(final long runId)
    {
        execute(begin(new ResumeTradingEncoder()).runId(runId), "command=ResumeTrading runId=" + runId);
    }

    /**
     * Asks for every resting order and position.
     *
     * @return state after all commands taken before this one.
     */
    public StateReport reportState()
    {
        execute(begin(new ReportStateEncoder()).requestId(sequence), "command=ReportState requestId=" + sequence);
        return outcomes.stateReport();
    }

    /**
     * Asks the host for a snapshot after this command. It is written while trading goes on; {@link SnapshotStatus}
     * shows when it is complete.
     *
     * @return where the snapshot is due.
     */
    public Cut takeSnapshot()
    {
        return execute(begin(new TakeSnapshotEncoder()), "command=TakeSnapshot");
    }

    @Override
    public void close()
    {
        follower.close();
    }

    /**
     * Starts the next command in the operator's buffer, with its headers.
     *
     * @param encoder of the command.
     * @param <T> its type.
     * @return the encoder, for the fields of the command.
     */
    <T extends MessageEncoderFlyweight> T begin(final T encoder)
    {
        sequence++;
        messageHeader
            .wrap(buffer, 0)
            .blockLength(encoder.sbeBlockLength())
            .templateId(encoder.sbeTemplateId())
            .schemaId(encoder.sbeSchemaId())
            .version(encoder.sbeSchemaVersion());
        commandHeader
            .wrap(buffer, MessageHeaderEncoder.ENCODED_LENGTH)
            .stampedNs(0)
            .receivedNs(0)
            .sequence(sequence)
            .sessionId(sessionId)
            .gatewayId(gatewayId)
            .partition(client.partition());
        encoder.wrap(buffer, MessageHeaderEncoder.ENCODED_LENGTH);
        return encoder;
    }

    /**
     * Publishes the command in the buffer and waits for its outcome.
     *
     * @param command that is in the buffer.
     * @param facts for the message when it is refused.
     * @return where its events are.
     */
    Cut execute(final MessageEncoderFlyweight command, final String facts)
    {
        send(command, facts);
        if (null != signer && RejectReason.SIGNATURE_EXPIRED == outcomes.refusal())
        {
            // The engine's clock decides, which may be another one.
            engineAheadNs = outcomes.place().engineTimeNs() - wallClockNs();
            sequence++;
            commandHeader.sequence(sequence);
            send(command, facts);
        }
        if (null != signer && RejectReason.APPROVAL_MISSING == outcomes.refusal())
        {
            throw new ApprovalMissingException(toBeApproved(length(command)), facts + " sequence=" + sequence);
        }
        requireNoRefusal(facts);
        return outcomes.place();
    }

    private void send(final MessageEncoderFlyweight command, final String facts)
    {
        outcomes.expectFrom(sequence);
        publish(command, facts);
        await(follower, outcomes, sequence, facts);
        awaitEnd(follower);
    }

    /** The command in the buffer, signed for as long as the engine allows, in a session of its own. */
    private byte[] toBeApproved(final int length)
    {
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[length]);
        copy.putBytes(0, buffer, 0, length);
        new CommandHeaderEncoder().wrap(copy, MessageHeaderEncoder.ENCODED_LENGTH).sessionId(newSession()).sequence(1);
        return SignedCommands.sign(
            signer, outcomes.place().engineTimeNs() + SignedCommands.WAITS_FOR_APPROVAL_NS, copy, 0, length);
    }

    /**
     * Sends a command that was signed, and approved where it needs that, before. It needs no signer here.
     *
     * @param operatorCommand see {@link ApprovalMissingException#command()} and {@link SignedCommands#approve}.
     * @return where its events are.
     */
    public Cut submit(final byte[] operatorCommand)
    {
        final CommandHeaderDecoder header = SignedCommands.decode(operatorCommand).header();
        final long submittedSequence = header.sequence();
        final String facts = "command=OperatorCommand " + SignedCommands.describe(operatorCommand);
        final OutcomeListener outcome = new OutcomeListener(header.gatewayId(), header.sessionId());
        try (EventFollower submitted = client.follow(client.endCursor(), outcome))
        {
            outcome.expectFrom(submittedSequence);
            publish(new UnsafeBuffer(operatorCommand), operatorCommand.length, facts);
            await(submitted, outcome, submittedSequence, facts);
            awaitEnd(submitted);
        }
        requireNoRefusal(outcome, facts);
        return outcome.place();
    }

    /**
     * How many orders the last command cancelled as a kill switch or a mass cancel.
     *
     * @return their number, sides of quotes included.
     */
    int cancelledOrders()
    {
        return outcomes.cancelledOrders();
    }

    /** Outcomes of the commands from the next one on belong together. */
    void beginWindow()
    {
        windowSequence = sequence + 1;
        outcomes.expectFrom(windowSequence);
    }

    /** Sequence of the first command of the window that has an answer. */
    long firstAnsweredInWindow()
    {
        return outcomes.firstAnswered();
    }

    /** Whether a command of the window was refused. */
    boolean isRefusedInWindow()
    {
        return null != outcomes.refusal();
    }

    /**
     * Publishes the command in the buffer and waits until no more than so many have no outcome yet.
     *
     * @param command that is in the buffer.
     * @param window most commands in flight.
     * @param facts for the message when it is not taken.
     */
    void publishInWindow(final MessageEncoderFlyweight command, final int window, final String facts)
    {
        publish(command, facts);
        await(follower, outcomes, sequence - window, facts);
    }

    /**
     * Waits for all outcomes of the window.
     *
     * @param facts for the message when one was refused.
     */
    void endWindow(final String facts)
    {
        endWindow(facts, refused -> "");
    }

    /**
     * Waits for all outcomes of the window.
     *
     * @param facts for the message when one was refused.
     * @param commands more facts, of the refused command by its sequence: the first one of the window.
     */
    void endWindow(final String facts, final LongFunction<String> commands)
    {
        final String all = facts + " firstSequence=" + windowSequence;
        await(follower, outcomes, sequence, all);
        awaitEnd(follower);
        requireNoRefusal(isRefusedInWindow() ? all + commands.apply(outcomes.refusedSequence()) : all);
    }

    /** Sequence of the last command. */
    long sequence()
    {
        return sequence;
    }

    private void publish(final MessageEncoderFlyweight command, final String facts)
    {
        if (null == signer)
        {
            publish(buffer, length(command), facts);
            return;
        }
        final byte[] signed = SignedCommands.sign(
            signer, wallClockNs() + engineAheadNs + SIGNED_FOR_NS, buffer, 0, length(command));
        publish(new UnsafeBuffer(signed), signed.length, facts);
    }

    private void publish(final DirectBuffer command, final int length, final String facts)
    {
        final long deadlineNs = System.nanoTime() + timeoutNs;
        while (!publisher.offer(command, 0, length))
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw CommandTimeoutException.notTaken(facts + " timeoutNs=" + timeoutNs);
            }
            follower.poll(POLL_LIMIT);
            idle.idle();
        }
        idle.reset();
    }

    /**
     * Where the answer to the last command is.
     *
     * @return cursor after it, in bytes.
     */
    public long cursor()
    {
        return follower.cursor();
    }

    private void await(
        final EventFollower events, final OutcomeListener listener, final long awaitedSequence, final String facts)
    {
        final long deadlineNs = System.nanoTime() + timeoutNs;
        while (listener.completedSequence() < awaitedSequence)
        {
            final int workCount = events.poll(POLL_LIMIT);
            // Also while the events of others keep coming: the outcome may never.
            if (listener.completedSequence() < awaitedSequence && System.nanoTime() - deadlineNs > 0)
            {
                throw CommandTimeoutException.unknown(facts + " sequence=" + awaitedSequence + " completedSequence=" +
                    listener.completedSequence() + " cursor=" + events.cursor() + " timeoutNs=" + timeoutNs);
            }
            idle.idle(workCount);
        }
    }

    /** An answer is delivered before the counter of the end moves. Of an engine that is gone by then it never does. */
    private void awaitEnd(final EventFollower events)
    {
        final long deadlineNs = System.nanoTime() + Math.min(timeoutNs, END_LIMIT_NS);
        try
        {
            while (client.endCursor() < events.cursor() && System.nanoTime() - deadlineNs < 0)
            {
                idle.idle();
            }
        }
        catch (final IllegalStateException ignored)
        {
            // No member answers: the outcome is known all the same.
        }
        idle.reset();
    }

    private void requireNoRefusal(final String facts)
    {
        requireNoRefusal(outcomes, facts);
    }

    private static void requireNoRefusal(final OutcomeListener outcome, final String facts)
    {
        final RejectReason refusal = outcome.refusal();
        if (null != refusal)
        {
            throw new CommandRefusedException(refusal, facts + " sequence=" + outcome.refusedSequence());
        }
    }

    private static int length(final MessageEncoderFlyweight command)
    {
        return MessageHeaderEncoder.ENCODED_LENGTH + command.encodedLength();
    }

    private static long wallClockNs()
    {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    }

    /** A session of its own distinguishes outcomes from those of every other operator. */
    private static int newSession()
    {
        return ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
    }
}
