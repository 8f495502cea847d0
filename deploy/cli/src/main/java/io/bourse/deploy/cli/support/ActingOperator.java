// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.operators.OperatorKeys;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.acts.Confirming;
import io.bourse.deploy.operators.acts.OperatorSession;
import io.bourse.engine.files.SecretFile;
import picocli.CommandLine.Option;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The options of every command of an operator: who acts, and with which key.
 */
public final class ActingOperator
{
    private static final String PASSWORD = "BOURSE_OPERATOR_PASSWORD";

    @Option(names = "--as", paramLabel = "NAME", defaultValue = "${env:BOURSE_OPERATOR}",
        description = "Operator who acts and signs. Default: BOURSE_OPERATOR; in the demo venue anna, and boris to " +
            "approve.")
    private String name;

    @Option(names = "--operator-key", paramLabel = "FILE", defaultValue = "${env:BOURSE_OPERATOR_KEY}",
        description = "Key of the operator: PKCS #12, or NAME.cfg, the configuration of a token. Default: " +
            "BOURSE_OPERATOR_KEY, or ~/.bourse/operators/NAME.p12.")
    private Path file;

    @Option(names = "--operator-password", paramLabel = "FILE",
        description = "File with the password of the key or the PIN of the token. Default: BOURSE_OPERATOR_PASSWORD, " +
            "else it is asked for on the terminal.")
    private Path passwordFile;

    private char[] typed;

    /**
     * The operator who acts.
     *
     * @param register of the venue.
     * @return signer; null in a venue that has no operators.
     * @throws IOException when the key cannot be read.
     */
    public OperatorSigner acting(final Operators register) throws IOException
    {
        return OperatorKeys.find(register, name, file, this::password, DemoOperators.OPERATOR);
    }

    /**
     * The operator who acts in a venue.
     *
     * @param dataDir of the venue.
     * @param command what is typed, for the security log.
     * @param confirming asks before what is easily a mistake.
     * @return session, without a signer in a venue that has no operators.
     * @throws IOException when the key cannot be read.
     */
    public OperatorSession session(final Path dataDir, final String command, final Confirming confirming)
        throws IOException
    {
        final Operators register = VenueOperators.read(dataDir);
        return new OperatorSession(register, acting(register), command, dataDir, confirming);
    }

    /**
     * The operator who acts, where that is usually an administrator.
     *
     * @param register of the venue.
     * @return signer; null in a venue that has no operators.
     * @throws IOException when the key cannot be read.
     */
    public OperatorSigner administering(final Operators register) throws IOException
    {
        return OperatorKeys.find(register, name, file, this::password, DemoOperators.ADMINISTRATOR);
    }

    /**
     * The operator who approves.
     *
     * @param register of the venue.
     * @return signer.
     * @throws IOException when the key cannot be read.
     * @throws IllegalStateException when the venue has no operators.
     */
    public OperatorSigner approving(final Operators register) throws IOException
    {
        final OperatorSigner signer =
            OperatorKeys.find(register, name, file, this::password, DemoOperators.APPROVER);
        if (null == signer)
        {
            throw new IllegalStateException("the venue has no operators, and none who could approve; see " +
                "`bourse operators init`");
        }
        return signer;
    }

    /** Name of who acts, whose signer was found; in a venue without operators what was given, or the user. */
    public String name(final OperatorSigner signer)
    {
        return null != signer ? signer.name() :
            null != name ? name : System.getProperty("user.name", "operator");
    }

    /** File of the key that was given, null for none. */
    public Path file()
    {
        return file;
    }

    /**
     * Password of a key.
     *
     * @param what it is for.
     * @return password.
     * @throws IOException when its file cannot be read.
     * @throws IllegalArgumentException when there is no terminal to ask on.
     */
    public char[] password(final String what) throws IOException
    {
        if (null != passwordFile)
        {
            return new String(SecretFile.read(passwordFile), StandardCharsets.UTF_8).strip().toCharArray();
        }
        final String given = System.getenv(PASSWORD);
        if (null != given)
        {
            return given.toCharArray();
        }
        final Console console = System.console();
        if (null == console || !console.isTerminal())
        {
            throw new IllegalArgumentException("there is no terminal to ask for a secret, name a file with " +
                "--operator-password, or set " + PASSWORD + ": wanted=" + what);
        }
        // Asked for once: some commands need the key twice.
        typed = null == typed ? console.readPassword("%s: ", what) : typed;
        return typed.clone();
    }
}
