// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.Approvals;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.ApprovalMissingException;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.client.operator.SignedCommands;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Dates of sessions that were wrong, put right by two people: one asks, another looks at the request and approves,
 * which moves the date in the engine. Requests lie beside the clearing runs, as {@code
 * session-moves/N/move.json}; every step is a line of the audit trail. All partitions that are cleared together have
 * one list: each has requests of its own in it, as each command is signed for its partition.
 */
public final class SessionMoves
{
    /** Directory of the requests, below that of the clearing runs. */
    public static final String DIRECTORY = "session-moves";
    /** What is to be looked at, in the directory of its request. */
    public static final String FILE_NAME = "move.json";
    /** The command to the engine, signed by who asks. */
    private static final String COMMAND = "command.sbe";

    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final String OK = "OK";

    private final Path directory;
    private final Integer partition;
    private final ClearingAuditTrail audit;
    private final LongSupplier clockMs;
    private final Supplier<Operators> operators;

    /**
     * What was asked for.
     *
     * @param number of the request, from 1.
     * @param tradingDate YYYYMMDD that it has.
     * @param newDate YYYYMMDD that it should have.
     * @param reason in words.
     * @param requester who asked.
     * @param partition whose session it is; null in a venue of one.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonPropertyOrder({"number", "sessionId", "tradingDate", "newDate", "reason", "requester", "partition"})
    public record Move(
        int number,
        int sessionId,
        long tradingDate,
        int newDate,
        String reason,
        String requester,
        Integer partition)
    {
        /** The request as people read it. */
        @Override
        public String toString()
        {
            return "request " + number + "  session " + sessionId + "  date " + tradingDate + " -> " + newDate +
                "  by " + requester + (null == partition ? "" : "  partition " + partition);
        }
    }

    /**
     * Requests of a venue, or of one of its partitions.
     *
     * @param dataDir of it.
     * @param clockMs milliseconds since 1970.
     * @param operators its register as it is when it is asked for.
     */
    public SessionMoves(final Path dataDir, final LongSupplier clockMs, final Supplier<Operators> operators)
    {
        final Path baseDir = VenueClearing.baseDir(Partitions.venue(dataDir));
        this.operators = operators;
        partition = Partitions.numberOf(dataDir);
        directory = baseDir.resolve(DIRECTORY);
        audit = new ClearingAuditTrail(baseDir, clockMs);
        this.clockMs = clockMs;
    }

    /**
     * Asks for the date of the open session to be moved: signs the command to the engine, which waits for a second
     * person. Where the policy of the venue wants none the date moves at once.
     *
     * @param client of the engine.
     * @param dates as the event stream has them.
     * @param newDate YYYYMMDD.
     * @param reason in words.
     * @param requester who asks and signs.
     * @return what was asked for; null when it was done.
     * @throws IOException when files cannot be read or written.
     * @throws IllegalStateException when the session cannot have the date.
     */
    public Move request(
        final EngineClient client,
        final SessionDates dates,
        final int newDate,
        final String reason,
        final OperatorSigner requester) throws IOException
    {
        requirePossible(dates, newDate);
        final Move move = new Move(
            nextNumber(),
            dates.session().sessionId(),
            dates.session().tradingDate(),
            newDate,
            reason,
            requester.name(),
            partition);
        DurableFile.write(path(move.number()).resolve(FILE_NAME), MAPPER.writeValueAsBytes(move));
        try (OperatorClient operator =
            new OperatorClient(client, TIMEOUT_NS, VenueOperators.commands(operators.get(), requester)))
        {
            new SessionOperator(operator).moveDate(move.sessionId(), move.tradingDate(), move.newDate());
            note(requester, "session moved", move, OK, null);
            return null;
        }
        catch (final ApprovalMissingException ex)
        {
            DurableFile.write(path(move.number()).resolve(COMMAND), ex.command());
            approvals(move).request(
                move.number(), ApprovalStep.SESSION, requester.name(), requester, FILE_NAME, clockMs.getAsLong());
            note(requester, "session move", move, OK, null);
            return move;
        }
        catch (final RuntimeException ex)
        {
            note(requester, "session move", move, ex.getMessage(), null);
            throw ex;
        }
    }

    /**
     * The request that was made last for this partition.
     *
     * @return what is to be approved.
     * @throws IOException when it cannot be read.
     * @throws PreconditionException when there is none.
     */
    public Move pending() throws IOException
    {
        return read(shown());
    }

    private static Move read(final Path file) throws IOException
    {
        return MAPPER.readValue(file.toFile(), Move.class);
    }

    /**
     * What is to be looked at.
     *
     * @return file of the last request for this partition.
     * @throws IOException when requests cannot be read.
     * @throws PreconditionException when there is none.
     */
    public Path shown() throws IOException
    {
        final int number = last();
        if (0 == number)
        {
            throw new PreconditionException("there is no request to move a date, see `bourse session move`: " +
                "directory=" + directory);
        }
        return path(number).resolve(FILE_NAME);
    }

    /**
     * Answers the last request. What was refused stays refused; the same answer again changes nothing.
     *
     * @param approver who answers and signs; not the requester.
     * @param approved false to refuse.
     * @param sha256 of what was looked at, or its beginning; null: of what the file holds now.
     * @return the answer.
     * @throws IOException when files cannot be read or written.
     * @throws io.bourse.clearing.ApprovalException when the approver asked for it.
     * @throws PreconditionException when there is none, or the opposite was answered before.
     */
    public Approval answer(final OperatorSigner approver, final boolean approved, final String sha256)
        throws IOException
    {
        final Move move = pending();
        final String command = approved ? "session approve" : "session refuse";
        try
        {
            final Approvals approvals = approvals(move);
            final Approval before = approvals.answer(ApprovalStep.SESSION);
            if (null != before && before.approved() != approved)
            {
                throw new PreconditionException("the request was answered already, ask again with `bourse session " +
                    "move`: request=" + move.number() + " approved=" + before.approved() + " approver=" +
                    before.approver());
            }
            final Approval approval =
                approvals.answer(ApprovalStep.SESSION, approver, approved, sha256, clockMs.getAsLong());
            note(approver, command, move, OK, approval.sha256());
            return approval;
        }
        catch (final RuntimeException ex)
        {
            note(approver, command, move, ex.getMessage(), null);
            throw ex;
        }
    }

    /**
     * Moves the date of the last request in the engine, when it is approved.
     *
     * @param client of the engine.
     * @param dates as the event stream has them.
     * @param approver who has approved it and signs the command.
     * @return what was done.
     * @throws IOException when files cannot be read or written.
     * @throws io.bourse.clearing.ApprovalException when it is not approved, or not any more.
     * @throws IllegalStateException when the session cannot have the date any more.
     */
    public Move execute(final EngineClient client, final SessionDates dates, final OperatorSigner approver)
        throws IOException
    {
        final Move move = pending();
        final Approvals approvals = approvals(move);
        final Approval approval = approvals.require(approvals.pending(ApprovalStep.SESSION), clockMs.getAsLong());
        audit.requireRecorded(approval);
        try (OperatorClient operator = new OperatorClient(client, TIMEOUT_NS))
        {
            if (dates.session().sessionId() != move.sessionId() || dates.session().tradingDate() != move.tradingDate())
            {
                throw new IllegalStateException("the session is another one than that of the request, or was moved " +
                    "already: sessionId=" + dates.session().sessionId() + " tradingDate=" +
                    dates.session().tradingDate() + " requestedSessionId=" + move.sessionId() +
                    " requestedTradingDate=" + move.tradingDate());
            }
            requirePossible(dates, move.newDate());
            operator.submit(SignedCommands.approve(Files.readAllBytes(path(move.number()).resolve(COMMAND)),
                VenueOperators.commands(operators.get(), approver)));
            note(approver, "session moved", move, OK, null);
            return move;
        }
        catch (final RuntimeException ex)
        {
            note(approver, "session moved", move, ex.getMessage(), null);
            throw ex;
        }
    }

    private Approvals approvals(final Move move)
    {
        return new Approvals(path(move.number()), operators.get());
    }

    private static void requirePossible(final SessionDates dates, final int newDate)
    {
        final String refusal = dates.moveRefusal(newDate);
        if (null != refusal)
        {
            throw new IllegalStateException(refusal);
        }
    }

    /** A line; of an answer it has the digest of what was answered. */
    private void note(
        final OperatorSigner actor,
        final String command,
        final Move move,
        final String result,
        final String sha256) throws IOException
    {
        final Map<String, String> arguments = new TreeMap<>();
        arguments.put("request", Integer.toString(move.number()));
        arguments.put("sessionId", Integer.toString(move.sessionId()));
        arguments.put("tradingDate", Long.toString(move.tradingDate()));
        arguments.put("newDate", Integer.toString(move.newDate()));
        arguments.put("key", actor.fingerprint());
        arguments.put("reason", move.reason());
        if (null != partition)
        {
            arguments.put("partition", partition.toString());
        }
        if (null != sha256)
        {
            arguments.put("sha256", sha256);
        }
        audit.append(actor.name(), command, 0, arguments, result);
    }

    /** Requests of several processes have different numbers. */
    private int nextNumber() throws IOException
    {
        DurableFile.createDirectories(directory);
        int number = count() + 1;
        while (true)
        {
            try
            {
                Files.createDirectory(path(number));
                DurableFile.syncDirectory(directory);
                return number;
            }
            catch (final FileAlreadyExistsException ignored)
            {
                number++;
            }
        }
    }

    /** Of this partition. */
    private int last() throws IOException
    {
        int number = count();
        while (number > 0 && !isOurs(path(number).resolve(FILE_NAME)))
        {
            number--;
        }
        return number;
    }

    private boolean isOurs(final Path file) throws IOException
    {
        // A process that died while it asked has left a directory alone.
        return Files.exists(file) && Objects.equals(partition, read(file).partition());
    }

    private int count()
    {
        int number = 0;
        while (Files.exists(path(number + 1)))
        {
            number++;
        }
        return number;
    }

    private Path path(final int number)
    {
        return directory.resolve(Integer.toString(number));
    }
}
