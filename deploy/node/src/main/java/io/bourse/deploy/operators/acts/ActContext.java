// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.node.VenueHistory;
import io.bourse.deploy.operators.history.VenueSettings;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.ApprovalMissingException;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.RejectReason;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What an act is given: a venue, its engine, and the operator who acts. Not thread-safe.
 */
public final class ActContext
{
    private final Path dataDir;
    private final EngineClient client;
    private final OperatorClient operator;
    private final Operators register;
    private final OperatorSigner signer;
    private final Confirming confirming;
    private final List<byte[]> waiting = new ArrayList<>();
    private final String officerFirm;
    private VenueSettings settings;
    private String policy;

    ActContext(
        final Path dataDir,
        final EngineClient client,
        final OperatorClient operator,
        final Operators register,
        final OperatorSigner signer,
        final Confirming confirming,
        final String officerFirm)
    {
        this.dataDir = dataDir;
        this.client = client;
        this.operator = operator;
        this.register = register;
        this.signer = signer;
        this.confirming = confirming;
        this.officerFirm = officerFirm;
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

    /** What the event stream says of the venue now; read again with every call. */
    public VenueHistory history()
    {
        return VenueHistory.read(dataDir, client);
    }

    /** Sends commands as the operator. */
    public OperatorClient operator()
    {
        return operator;
    }

    /** Operators of the venue. */
    public Operators register()
    {
        return register;
    }

    /** The operator; null where there are none. */
    public OperatorSigner signer()
    {
        return signer;
    }

    /** What is in force, read when it is first asked for. */
    public VenueSettings settings()
    {
        settings = null == settings ? history().settings() : settings;
        return settings;
    }

    /** Something that sends a command. */
    @FunctionalInterface
    interface Sending
    {
        void send() throws IOException;
    }

    /** Sends one of several commands: when a second person has to approve it the others are sent all the same. */
    void send(final Sending command) throws IOException
    {
        try
        {
            command.send();
        }
        catch (final ApprovalMissingException ex)
        {
            waiting.add(ex.command());
        }
    }

    /** Names the policy whose acts are sent: what else it says is kept when they are in force. */
    void policy(final String conf)
    {
        policy = conf;
    }

    /** Null without one. */
    String policy()
    {
        return policy;
    }

    /** Commands that want a second person. */
    List<byte[]> waiting()
    {
        return waiting;
    }

    /**
     * Requires a feature level of the venue's history: below it the engine does not understand the command.
     *
     * @param level least level.
     */
    public void requireLevel(final int level)
    {
        final int present = history().session().featureLevel();
        if (present < level)
        {
            throw new IllegalStateException("the venue cannot do this below feature level " + level + ", nothing was " +
                "done; raise it with `bourse feature-level --raise`: featureLevel=" + present);
        }
    }

    /** Whether the operator is a risk officer of a member. */
    boolean isOfficer()
    {
        return null != officerFirm;
    }

    /**
     * Requires that a risk officer of a member acts for his own firm; others act for any. The engine refuses it too:
     * here nothing is sent, and nothing said about what other firms have.
     *
     * @param firm brokerage firm that is acted on; null when it is not known.
     */
    public void requireOwn(final String firm)
    {
        if (null != officerFirm && !officerFirm.equals(firm))
        {
            throw CommandRefusedException.notSent(RejectReason.OTHER_FIRM, "ownFirm=" + officerFirm +
                "; a risk officer of a member acts for his own firm only");
        }
    }

    /** Requires an answer, see {@link Confirming#require}. */
    public void confirm(final List<String> findings, final String alternatives)
    {
        confirming.require(findings, alternatives);
    }
}
