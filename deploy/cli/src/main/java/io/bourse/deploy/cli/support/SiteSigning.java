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
import java.util.ArrayList;
import java.util.List;

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
     * What is to be signed.
     *
     * @param acts of the venue, or its copy.
     * @param dataDir of the venue, or its copy.
     * @param act that is wanted.
     */
    public record Wanted(SiteActs acts, Path dataDir, SiteActs.Act act)
    {
        /**
         * By the register that is there.
         *
         * @param dataDir of the venue, or its copy.
         * @param act that is wanted.
         */
        public Wanted(final Path dataDir, final SiteActs.Act act)
        {
            this(SiteActs.of(dataDir), dataDir, act);
        }
    }

    /**
     * Has an operator sign the acts of all partitions, and takes them when they need no other person, or another one
     * has approved all of them.
     *
     * @param wanted to be done, one for each partition.
     * @param acting who signs.
     * @param out for what was signed.
     * @return signatures in the same order; without an act in a venue that has no operators.
     * @throws IOException when a key or a file cannot be read, or a file cannot be written.
     * @throws ApprovalException when who acts may not ask, or another person has to approve first.
     */
    public static List<SiteSigning> of(
        final List<Wanted> wanted, final ActingOperator acting, final PrintWriter out) throws IOException
    {
        final List<SiteSigning> asked = new ArrayList<>();
        for (final Wanted each : wanted)
        {
            final OperatorSigner signer = acting.acting(each.acts().register());
            final SiteActs.Act act = null == signer ? null : each.acts().ask(each.act(), signer);
            out.println("signed by             " + (null == signer ? "no operator: the history has none" :
                signer.name() + "  act " + act));
            asked.add(new SiteSigning(each.acts(), act, acting.name(signer), null));
        }
        requireApproved(wanted, asked, out);
        final List<SiteSigning> taken = new ArrayList<>();
        for (final SiteSigning each : asked)
        {
            final String approver = null == each.act ? null : each.acts.take(each.act);
            if (null != approver)
            {
                out.println("approved by           " + approver);
            }
            taken.add(new SiteSigning(each.acts, each.act, each.person, approver));
        }
        return taken;
    }

    /** None is taken before all are approved. */
    private static void requireApproved(
        final List<Wanted> wanted, final List<SiteSigning> asked, final PrintWriter out)
    {
        ApprovalException missing = null;
        for (int i = 0; i < asked.size(); i++)
        {
            try
            {
                if (null != asked.get(i).act)
                {
                    asked.get(i).acts.requireApproved(asked.get(i).act);
                }
            }
            catch (final ApprovalException ex)
            {
                out.println("another person        bourse operators site --approve --data " + wanted.get(i).dataDir());
                missing = null == missing ? ex : missing;
            }
        }
        if (null != missing)
        {
            throw missing;
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
