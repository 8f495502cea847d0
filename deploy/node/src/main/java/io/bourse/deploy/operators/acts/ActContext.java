// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.deploy.operators.history.VenueSettings;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;

import java.nio.file.Path;
import java.util.List;

/**
 * What an act is given: a venue, its engine, and the operator who acts. Not thread-safe.
 */
public final class ActContext
{
    private final Path dataDir;
    private final EngineClient client;
    private final OperatorClient operator;
    private final OperatorSigner signer;
    private final Confirming confirming;
    private VenueSettings settings;

    ActContext(
        final Path dataDir,
        final EngineClient client,
        final OperatorClient operator,
        final OperatorSigner signer,
        final Confirming confirming)
    {
        this.dataDir = dataDir;
        this.client = client;
        this.operator = operator;
        this.signer = signer;
        this.confirming = confirming;
    }

    /** Data directory of the venue. */
    public Path dataDir()
    {
        return dataDir;
    }

    /** Connection to the engine. */
    public EngineClient client()
    {
        return client;
    }

    /** Sends commands as the operator. */
    public OperatorClient operator()
    {
        return operator;
    }

    /** The operator; null where there are none. */
    public OperatorSigner signer()
    {
        return signer;
    }

    /** What is in force, read when it is first asked for. */
    public VenueSettings settings()
    {
        settings = null == settings ? VenueSettings.read(client) : settings;
        return settings;
    }

    /** Requires an answer, see {@link Confirming#require}. */
    public void confirm(final List<String> findings, final String alternatives)
    {
        confirming.require(findings, alternatives);
    }
}
