// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators;

import io.bourse.clearing.crypto.PersonalKey;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.audit.RegisteredOperator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds the key of the operator who acts: in a file, in a token, or, in the demo venue, among those that everybody has.
 */
public final class OperatorKeys
{
    /** What the name of a token's configuration ends with. */
    private static final String TOKEN_SUFFIX = ".cfg";
    private static final String STORE_SUFFIX = ".p12";

    /**
     * Where a password comes from.
     */
    @FunctionalInterface
    public interface Password
    {
        /**
         * Asks for it.
         *
         * @param what it is for.
         * @return password.
         * @throws IOException when it cannot be read.
         */
        char[] ask(String what) throws IOException;
    }

    private OperatorKeys()
    {
    }

    /** Where the keys of operators are that this user of the machine has. */
    public static Path home()
    {
        return Path.of(System.getProperty("user.home"), ".bourse", "operators");
    }

    /** File of a key below {@link #home}. */
    public static Path file(final String name)
    {
        return home().resolve(name + STORE_SUFFIX);
    }

    /**
     * Key of the operator who acts.
     *
     * @param register of the venue.
     * @param name of the operator; null: the demo one in a demo venue.
     * @param file of the key, or configuration of a token, or directory where the console signs that has started this
     *     process; null: the key of that name below {@link #home}.
     * @param password of the file, or PIN of the token.
     * @param demoName operator of the demo venue when none is named.
     * @return key that is in force in the register; null in a venue that has no operators.
     * @throws IOException when a key cannot be read.
     * @throws IllegalArgumentException when no operator is named, or there is no such operator or no key of that name.
     */
    public static OperatorSigner find(
        final Operators register, final String name, final Path file, final Password password, final String demoName)
        throws IOException
    {
        if (register.byName().isEmpty())
        {
            return null;
        }
        final boolean isDemo = isDemo(register, demoName);
        if (null == name && !isDemo)
        {
            throw new IllegalArgumentException("name the operator who acts with --as, or in BOURSE_OPERATOR: known=" +
                register.byName().keySet());
        }
        final String wanted = null == name ? demoName : name;
        final RegisteredOperator operator = register.byName().get(wanted);
        if (null == operator)
        {
            throw new IllegalArgumentException("the venue has no such operator, see `bourse operators list`: " +
                "operator=" + wanted + " known=" + register.byName().keySet());
        }
        if (null != file && Files.exists(file.resolve(AskedSigner.ORDER)))
        {
            return new AskedSigner(wanted, operator.fingerprint(), file);
        }
        final OperatorKey key = null == file && isDemo(register, wanted) ?
            DemoOperators.key(wanted) : read(wanted, null == file ? file(wanted) : file, password);
        if (!key.publicKey().equals(operator.keys().getLast().publicKey()))
        {
            throw new IllegalArgumentException("the key is not the one that the venue knows of the operator: " +
                "operator=" + wanted + " key=" + key.fingerprint() + " known=" + operator.fingerprint());
        }
        return key;
    }

    private static boolean isDemo(final Operators register, final String name)
    {
        final RegisteredOperator operator = register.byName().get(name);
        return null != operator && DemoOperators.isDemoKey(operator.keys().getLast().publicKey());
    }

    /**
     * Whether a file is the configuration of a token.
     *
     * @param file as it was given.
     * @return by its name.
     */
    public static boolean isToken(final Path file)
    {
        return file.getFileName().toString().endsWith(TOKEN_SUFFIX);
    }

    /**
     * Reads a key.
     *
     * @param name of the operator.
     * @param file PKCS #12, or the configuration of a token that has an entry of the operator's name.
     * @param password of the file, or PIN of the token.
     * @return key.
     * @throws IOException when it cannot be read.
     * @throws IllegalArgumentException when there is no such file.
     */
    public static OperatorKey read(final String name, final Path file, final Password password) throws IOException
    {
        if (!Files.exists(file))
        {
            throw new IllegalArgumentException("the key of the operator is not here, name its file with " +
                "--operator-key: operator=" + name + " file=" + file);
        }
        final boolean isToken = isToken(file);
        final char[] secret = password.ask((isToken ? "PIN of " : "password of ") + file);
        return new OperatorKey(name,
            isToken ? PersonalKey.inToken(file, name, secret) : PersonalKey.open(file, secret));
    }
}
