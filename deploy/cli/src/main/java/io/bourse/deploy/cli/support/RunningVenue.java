// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.OperatorRequests;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.ApprovalMissingException;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.SignedCommands;
import io.bourse.engine.telemetry.SecurityLog;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The options of every operators' command: which venue it is for, and who acts.
 */
public final class RunningVenue extends VenueDirectory
{
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    @Mixin
    private ActingOperator acting;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /**
     * Does something as an operator of the venue.
     *
     * @param task that is given the connection for as long as it lasts.
     * @throws IOException when no venue runs there.
     */
    public void operate(final Consumer<OperatorClient> task) throws IOException
    {
        ask(operator ->
        {
            task.accept(operator);
            return null;
        });
    }

    /**
     * Does something as an operator of the venue that has a result.
     *
     * @param question that is given the connection for as long as it lasts.
     * @param <T> type of the result.
     * @return the result.
     * @throws IOException when no venue runs there.
     */
    public <T> T ask(final Function<OperatorClient, T> question) throws IOException
    {
        return ask((client, operator) -> question.apply(operator));
    }

    /**
     * Changes something that has to do with what is in force.
     *
     * @param change that is given the settings in force, and the connection for as long as it lasts.
     * @param <T> type of the result.
     * @return the result.
     * @throws IOException when no venue runs there.
     */
    public <T> T change(final BiFunction<VenueSettings, OperatorClient, T> change) throws IOException
    {
        return ask((client, operator) -> change.apply(VenueSettings.read(client), operator));
    }

    /**
     * The same without a result.
     *
     * @param change that is given the settings in force, and the connection for as long as it lasts.
     * @throws IOException when no venue runs there.
     */
    public void change(final BiConsumer<VenueSettings, OperatorClient> change) throws IOException
    {
        ask((client, operator) ->
        {
            change.accept(VenueSettings.read(client), operator);
            return null;
        });
    }

    /**
     * Does something that also reads the event stream.
     *
     * @param question that is given both connections for as long as it lasts.
     * @param <T> type of the result.
     * @return the result.
     * @throws IOException when no venue runs there.
     */
    public <T> T ask(final BiFunction<EngineClient, OperatorClient, T> question) throws IOException
    {
        return VenueClearing.connected(dataDir(), venue ->
            as(acting, command.qualifiedName(), dataDir(), venue.client(), question));
    }

    /**
     * Does something as an operator with a connection that is there. A command that wants a second person is kept for
     * `bourse approve`.
     *
     * @param acting who acts.
     * @param command what is typed, for the security log.
     * @param dataDir of the venue.
     * @param client of its engine.
     * @param question that is given both connections for as long as it lasts.
     * @param <T> type of the result.
     * @return the result.
     * @throws IOException when keys cannot be read.
     * @throws ApprovalException when a command wants a second person; nothing was done by it.
     */
    public static <T> T as(
        final ActingOperator acting,
        final String command,
        final Path dataDir,
        final EngineClient client,
        final BiFunction<EngineClient, OperatorClient, T> question) throws IOException
    {
        final Operators register = VenueOperators.read(dataDir);
        return as(register, acting.acting(register), command, dataDir, client, question);
    }

    /**
     * The same as an operator who was found.
     *
     * @param register of the venue.
     * @param signer who acts; null where there are no operators.
     * @param command what is typed, for the security log.
     * @param dataDir of the venue.
     * @param client of its engine.
     * @param question that is given both connections for as long as it lasts.
     * @param <T> type of the result.
     * @return the result.
     * @throws IOException when files cannot be written.
     * @throws ApprovalException when a command wants a second person; nothing was done by it.
     */
    public static <T> T as(
        final Operators register,
        final OperatorSigner signer,
        final String command,
        final Path dataDir,
        final EngineClient client,
        final BiFunction<EngineClient, OperatorClient, T> question) throws IOException
    {
        if (null != signer)
        {
            SecurityLog.privilegeUsed(dataDir, signer.name(), command);
        }
        try (OperatorClient operator =
            new OperatorClient(client, TIMEOUT_NS, VenueOperators.commands(register, signer)))
        {
            return question.apply(client, operator);
        }
        catch (final ApprovalMissingException ex)
        {
            final OperatorRequests.Request request = new OperatorRequests(dataDir).add(signer.name(), ex.command());
            new ClearingAuditTrail(VenueClearing.baseDir(dataDir), System::currentTimeMillis).append(
                signer.name(), "command ask", 0, Map.of("key", signer.fingerprint(), "request",
                    Integer.toString(request.number()), "sha256", request.sha256()), "ASKED");
            throw new ApprovalException("a second person has to approve this, nothing was done yet: " +
                SignedCommands.describe(ex.command()) + "; within a day: `bourse approve " + request.number() +
                " --data " + dataDir + "`");
        }
    }
}
