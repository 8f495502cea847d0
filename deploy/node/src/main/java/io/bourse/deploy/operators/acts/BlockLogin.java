// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.config.AccessFile;
import io.bourse.deploy.node.AccessState;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.ApprovalMissingException;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.files.SecretFile;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LoginAction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Ends the session of a login and lets it in no more, or lifts that: in the settings of access of the gateways on the
 * data directory. The engine verifies who does it, and keeps it in the history.
 *
 * @param lift lets it log on again.
 */
public record BlockLogin(Integer loginId, boolean lift) implements Act<BlockLogin.Blocked>
{
    private static final String VENUE = "venue";

    /**
     * What it did.
     *
     * @param name of the login.
     * @param files of settings of access that say so now.
     */
    public record Blocked(String name, List<String> files)
    {
    }

    /** Checks the form. */
    public BlockLogin
    {
        Forms.positive("loginId", loginId);
    }

    @Override
    public String target(final ActContext context)
    {
        return context.settings().loginName(loginId);
    }

    @Override
    public Blocked execute(final ActContext context) throws IOException
    {
        context.requireLevel(FeatureLevels.DELEGATED);
        final String name = context.settings().loginName(loginId);
        final boolean isFix = context.settings().isFixLogin(name);
        final List<Path> files = files(context.dataDir(), isFix ? "fix" : "twime");
        try
        {
            new MemberOperator(context.operator()).controlLogin(
                loginId, lift ? LoginAction.UNBLOCK : LoginAction.BLOCK);
        }
        catch (final ApprovalMissingException ex)
        {
            throw new IllegalStateException("the policy wants a second person for this, and settings of access " +
                "cannot wait for one; nothing was done. Change the policy, or edit venue.access-file: act=" +
                (lift ? "kill-lift" : "kill"), ex);
        }
        final Map<Path, String> former = new HashMap<>();
        for (final Path file : files)
        {
            former.put(file, AccessFile.block(file, isFix, name, !lift));
        }
        requireInForce(context.dataDir(), former);
        return new Blocked(name, files.stream().map(Path::toString).toList());
    }

    private static List<Path> files(final Path dataDir, final String component) throws IOException
    {
        final List<Path> files = AccessState.read(dataDir).stream()
            .filter(state -> VENUE.equals(state.component()) || component.equals(state.component()))
            .map(state -> Path.of(state.file())).distinct().toList();
        if (files.isEmpty())
        {
            throw new IllegalStateException("no gateway of this login runs on this data directory, nothing was done; " +
                "edit venue.access-file where it runs: component=" + component + " dataDir=" + dataDir);
        }
        for (final Path file : files)
        {
            if (Files.exists(file))
            {
                SecretFile.require(file);
            }
        }
        return files;
    }

    /** What a gateway cannot use is taken back. */
    private static void requireInForce(final Path dataDir, final Map<Path, String> former) throws IOException
    {
        final List<AccessState> wrong = AccessState.reload(dataDir).stream()
            .filter(state -> !state.error().isEmpty() && former.containsKey(Path.of(state.file()))).toList();
        if (!wrong.isEmpty())
        {
            for (final Map.Entry<Path, String> file : former.entrySet())
            {
                AccessFile.write(file.getKey(), file.getValue());
            }
            AccessState.reload(dataDir);
            throw new IllegalStateException("the settings of access cannot be used, the session was ended and is not " +
                "blocked: file=" + wrong.getFirst().file() + " reason=\"" + wrong.getFirst().error() + "\"");
        }
    }
}
