// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.deploy.operators.SiteActs;
import io.bourse.engine.telemetry.SecurityLog;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

/**
 * An act that was signed by who has to sign it, and may begin.
 *
 * @param acts of the venue, or its copy.
 * @param act that was signed; null in a venue without operators.
 * @param person who has asked.
 * @param approver who has approved; null for none.
 */
public record SiteSigning(SiteActs acts, SiteActs.Act act, String person, String approver)
{
    /**
     * Has an operator sign an act, and takes it when it needs no other person, or another one has approved.
     *
     * @param dataDir of the venue, or its copy.
     * @param wanted to be done.
     * @param acting who signs.
     * @param out for what was signed.
     * @return signatures; without an act in a venue that has no operators.
     * @throws IOException when a key or a file cannot be read, or a file cannot be written.
     * @throws ApprovalException when who acts may not ask, or another person has to approve first.
     */
    public static SiteSigning of(
        final Path dataDir, final SiteActs.Act wanted, final ActingOperator acting, final PrintWriter out)
        throws IOException
    {
        return of(SiteActs.of(dataDir), dataDir, wanted, acting, out);
    }

    /**
     * The same by a register that is at hand.
     *
     * @param acts of the venue, or its copy.
     * @param dataDir of the venue, or its copy.
     * @param wanted to be done.
     * @param acting who signs.
     * @param out for what was signed.
     * @return signatures; without an act in a venue that has no operators.
     * @throws IOException when a key or a file cannot be read, or a file cannot be written.
     * @throws ApprovalException when who acts may not ask, or another person has to approve first.
     */
    public static SiteSigning of(
        final SiteActs acts,
        final Path dataDir,
        final SiteActs.Act wanted,
        final ActingOperator acting,
        final PrintWriter out) throws IOException
    {
        final OperatorSigner signer = acting.acting(acts.register());
        if (null == signer)
        {
            out.println("signed by             no operator: the history has none");
            return new SiteSigning(acts, null, acting.name(null), null);
        }
        final SiteActs.Act act = acts.ask(wanted, signer);
        out.println("signed by             " + signer.name() + "  act " + act);
        try
        {
            final String approver = acts.take(act);
            if (null != approver)
            {
                out.println("approved by           " + approver);
            }
            return new SiteSigning(acts, act, signer.name(), approver);
        }
        catch (final ApprovalException ex)
        {
            out.println("another person        bourse operators site --approve --data " + dataDir);
            throw ex;
        }
    }

    /**
     * Keeps the act where the venue goes on.
     *
     * @param newDir data directory that is made of the copy.
     */
    public void keep(final Path newDir)
    {
        if (null != act)
        {
            acts.keep(act, newDir);
        }
    }

    /**
     * Writes into the security log who has done it.
     *
     * @param dataDir of the venue.
     * @param command that was given.
     * @throws IOException when the log cannot be written.
     */
    public void log(final Path dataDir, final String command) throws IOException
    {
        SecurityLog.privilegeUsed(dataDir, person, command);
        if (null != approver)
        {
            SecurityLog.privilegeUsed(dataDir, approver, "approve " + command);
        }
    }
}
