// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import io.bourse.engine.files.OwnDirectory;
import io.bourse.engine.files.SecretFile;
import io.bourse.gateway.fix.password.PasswordEntry;
import io.bourse.gateway.fix.password.PasswordFile;
import io.bourse.gateway.fix.password.PasswordHash;
import io.bourse.gateway.fix.password.PasswordPolicy;
import org.bouncycastle.util.encoders.Base32;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * People who may read by a console and change nothing, each with a password and a code of an authenticator. Their
 * hashes and secrets lie in {@code console} below the data directory, for its owner only. For many threads; one
 * password is checked at a time.
 */
public final class ConsoleReaders
{
    /** A name: letters, digits, and no path. */
    public static final String NAME = "[A-Za-z0-9_-]{1,20}";
    static final int MOST_FAILURES = 5;
    static final long LOCK_OUT_MS = TimeUnit.MINUTES.toMillis(1);
    private static final String DIRECTORY = "console";
    private static final String SECRET = ".totp";
    private static final String ISSUER = "Bourse";
    static final int MOST_NAMES = 100;

    /** What came of a login. */
    enum Outcome
    {
        /** Password and code are right. */
        RIGHT,
        /** One of them is not, or there is no such reader. */
        WRONG,
        /** Not looked at: too many were wrong. */
        LOCKED_OUT
    }

    /**
     * What a reader is given, once.
     *
     * @param password 24 letters and digits.
     * @param uri for the authenticator, with its secret.
     */
    public record Secrets(String password, String uri)
    {
        @Override
        public String toString()
        {
            return "Secrets{}";
        }
    }

    /** Wrong ones in a row, and when the last one came. */
    private record Failures(int count, long lastMs)
    {
    }

    private final Path directory;
    private final InstantSource clock;
    private final int iterations;
    private final SecureRandom random = new SecureRandom();
    private final PasswordFile passwords;
    private final PasswordHash nothing;
    private final Map<String, Failures> failures = new HashMap<>();
    private final Map<String, Long> lastSteps = new HashMap<>();

    /**
     * The readers of a venue.
     *
     * @param dataDir of the venue.
     */
    public ConsoleReaders(final Path dataDir)
    {
        this(dataDir, InstantSource.system(), PasswordHash.DEFAULT_ITERATIONS);
    }

    ConsoleReaders(final Path dataDir, final InstantSource clock, final int iterations)
    {
        directory = dataDir.resolve(DIRECTORY);
        this.clock = clock;
        this.iterations = iterations;
        passwords = new PasswordFile(directory.resolve("passwords"));
        nothing = PasswordHash.ofNothing(iterations, random);
    }

    /**
     * Adds a reader, or gives him another password and secret.
     *
     * @param name of the reader.
     * @return to be shown to him once.
     * @throws IllegalArgumentException when it cannot be a name.
     * @throws IOException when the files cannot be written.
     */
    public Secrets add(final String name) throws IOException
    {
        if (!name.matches(NAME))
        {
            throw new IllegalArgumentException("a reader's name has up to 20 letters, digits, '_' or '-': name=" +
                name);
        }
        OwnDirectory.make(directory);
        final byte[] secret = new byte[Totp.SECRET_LENGTH];
        random.nextBytes(secret);
        final String text = new String(Base32.encode(secret), StandardCharsets.US_ASCII);
        final Path file = secretFile(name);
        Files.deleteIfExists(file);
        Files.createFile(
            file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text + '\n', StandardOpenOption.WRITE);
        final char[] password = PasswordPolicy.generate(random);
        final PasswordEntry entry = new PasswordEntry(
            name, PasswordHash.of(name, password, iterations, random),
            clock.instant().truncatedTo(ChronoUnit.SECONDS), false);
        passwords.update(entries -> entries.put(name, entry));
        return new Secrets(new String(password),
            "otpauth://totp/" + ISSUER + ':' + name + "?secret=" + text + "&issuer=" + ISSUER);
    }

    /**
     * Takes a reader's access away; sessions that he has stay until they end.
     *
     * @param name of the reader.
     * @throws IllegalArgumentException when there is no such reader.
     * @throws IOException when the files cannot be changed.
     */
    public void remove(final String name) throws IOException
    {
        if (!names().contains(name))
        {
            throw new IllegalArgumentException("there is no such reader: name=" + name + " known=" + names());
        }
        passwords.update(entries -> entries.remove(name));
        Files.deleteIfExists(secretFile(name));
    }

    /** All of them, sorted. */
    public Set<String> names()
    {
        return new TreeSet<>(passwords.entries().keySet());
    }

    /**
     * Checks a login. Known and unknown names take the same time.
     *
     * @param name of the reader.
     * @param password of the reader.
     * @param code of the authenticator, good once.
     * @return outcome.
     * @throws IOException when the secret cannot be read.
     */
    synchronized Outcome check(final String name, final String password, final String code) throws IOException
    {
        final long nowMs = clock.millis();
        final Failures before = failures.get(name);
        if (null != before && before.count >= MOST_FAILURES && nowMs - before.lastMs < LOCK_OUT_MS)
        {
            return Outcome.LOCKED_OUT;
        }
        final PasswordEntry entry = passwords.entries().get(name);
        final char[] given = password.toCharArray();
        final boolean isPassword = (null == entry ? nothing : entry.hash()).matches(name, given) && null != entry;
        Arrays.fill(given, '\0');
        final long step = isPassword ? Totp.step(secret(name), code, nowMs) : Totp.NONE;
        if (step > lastSteps.getOrDefault(name, Totp.NONE))
        {
            failures.remove(name);
            lastSteps.put(name, step);
            return Outcome.RIGHT;
        }
        failures.values().removeIf(old -> nowMs - old.lastMs >= LOCK_OUT_MS);
        // Names that others make up must not leave a reader uncounted.
        if (null != entry || failures.size() < MOST_NAMES)
        {
            final Failures earlier = failures.get(name);
            failures.put(name, new Failures(null == earlier ? 1 : earlier.count + 1, nowMs));
        }
        return Outcome.WRONG;
    }

    private byte[] secret(final String name) throws IOException
    {
        return Base32.decode(new String(SecretFile.read(secretFile(name)), StandardCharsets.US_ASCII).strip());
    }

    private Path secretFile(final String name)
    {
        return directory.resolve(name + SECRET);
    }
}
