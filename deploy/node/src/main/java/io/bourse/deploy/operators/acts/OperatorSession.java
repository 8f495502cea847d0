// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.OperatorRequests;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.words.RequestWords;
import io.bourse.deploy.operators.words.VenueNames;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.telemetry.SecurityLog;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * An operator who acts in a venue: signs commands to its engine, and keeps those that want a second person.
 *
 * @param register of the venue.
 * @param signer who acts; null where there are no operators.
 * @param command what is typed or asked for, for the security log.
 * @param dataDir of the venue.
 * @param confirming asks before what is easily a mistake.
 */
public record OperatorSession(
    Operators register, OperatorSigner signer, String command, Path dataDir, Confirming confirming)
{
    static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    /**
     * Executes an act with a connection that is there.
     *
     * @param client of the engine.
     * @param act to be executed.
     * @param <R> type of the result.
     * @return the result.
     * @throws IOException when files cannot be read or written.
     * @throws SecondPersonException when a command wants a second person; nothing was done by it.
     */
    public <R> R execute(final EngineClient client, final Act<R> act) throws IOException
    {
        if (null != signer)
        {
            SecurityLog.privilegeUsed(dataDir, signer.name(), command);
        }
        try (OperatorClient operator =
            new OperatorClient(client, TIMEOUT_NS, VenueOperators.commands(register, signer)))
        {
            final ActContext context =
                new ActContext(dataDir, client, operator, register, signer, confirming, officerFirm());
            final AtomicReference<R> result = new AtomicReference<>();
            context.send(() -> result.set(act.execute(context)));
            if (context.waiting().isEmpty())
            {
                return result.get();
            }
            throw kept(context);
        }
    }

    /** Brokerage firm of a member's risk officer who acts; null of others. */
    private String officerFirm()
    {
        return null == signer ? null : register.byName().get(signer.name()).firm();
    }

    private SecondPersonException kept(final ActContext context) throws IOException
    {
        final VenueNames names = VenueNames.of(context.settings(), register);
        final ClearingAuditTrail audit =
            new ClearingAuditTrail(VenueClearing.baseDir(Partitions.venue(dataDir)), System::currentTimeMillis);
        final List<OperatorRequests.Request> requests = new ArrayList<>();
        final StringJoiner words = new StringJoiner(" ");
        for (final byte[] wanted : context.waiting())
        {
            final OperatorRequests.Request request =
                new OperatorRequests(dataDir).add(signer.name(), wanted, context.policy());
            audit.append(signer.name(), "command ask", 0, Map.of("key", signer.fingerprint(), "request",
                Integer.toString(request.number()), "sha256", request.sha256()), "ASKED");
            requests.add(request);
            words.add(RequestWords.of(request, names));
        }
        return new SecondPersonException(requests, words.toString(), "a second person has to approve this, nothing " +
            "was done yet: " + words + " Within a day" + (1 == requests.size() ? "" : ", in this order") + ": `" +
            requests.stream().map(request -> "bourse approve " + request.number() + " --data " + dataDir)
                .collect(Collectors.joining("`, `")) + "`");
    }
}
