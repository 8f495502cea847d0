// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import io.bourse.engine.files.OwnDirectory;
import io.bourse.engine.files.SecretFile;
import io.bourse.engine.files.UnsafeFileException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The secrets of a venue's principals: a directory that only its owner may enter, with one file for each principal. A
 * file holds the key in force and, while a rotation is under way, the former one. Files are read again at each
 * connection, so a rotation needs no restart.
 *
 * <p>The secret of {@link Role#ENGINE} is in no file: it is made with this object, and only the host that holds the
 * object owns its recordings.
 */
public final class CredentialStore
{
    /** Name of the directory below the data directory. */
    public static final String DIRECTORY = "credentials";
    /** Principals of every venue. */
    public static final List<Principal> STANDARD = List.of(Principal.OPERATOR, Principal.CLEARING,
        Principal.gateway(1), Principal.gateway(2), Principal.READER, Principal.BACKUP, Principal.MEMBER,
        Principal.REBALANCER);

    private static final String SUFFIX = ".key";
    private static final int SECRET_LENGTH = 32;
    private static final int MOST_KEYS = 2;
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_FILE =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final SecureRandom random = new SecureRandom();
    private final Path directory;
    private final byte[] engineSecret = newSecret();

    /**
     * What a file says, without its secrets.
     *
     * @param principal whose it is.
     * @param keys valid at the moment, 1 or 2.
     * @param fingerprint of the key in force, to compare copies by.
     * @param changedMs last change, milliseconds since the Unix epoch.
     */
    public record Entry(Principal principal, int keys, String fingerprint, long changedMs)
    {
    }

    private CredentialStore(final Path directory)
    {
        this.directory = directory;
    }

    /**
     * The store of a directory, which need not exist yet.
     *
     * @param directory of the files.
     * @return store.
     */
    public static CredentialStore at(final Path directory)
    {
        return new CredentialStore(directory.toAbsolutePath().normalize());
    }

    /**
     * The store of a data directory that has its own.
     *
     * @param dataDir of an engine.
     * @return store.
     */
    public static CredentialStore in(final Path dataDir)
    {
        return at(dataDir.resolve(DIRECTORY));
    }

    /**
     * Where the files are.
     *
     * @return directory.
     */
    public Path directory()
    {
        return directory;
    }

    /**
     * Makes the directory and the files of {@link #STANDARD} that are missing. What is there stays as it is.
     *
     * @return this.
     * @throws CredentialException when something there is not safe.
     */
    public CredentialStore createMissing()
    {
        STANDARD.forEach(this::add);
        return this;
    }

    /**
     * Makes a key for a principal that has none.
     *
     * @param principal that has a file.
     * @return false when it had one.
     * @throws CredentialException when something there is not safe.
     */
    public boolean add(final Principal principal)
    {
        try
        {
            OwnDirectory.make(directory);
            final Path file = file(principal);
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS))
            {
                read(principal);
                return false;
            }
            write(file, List.of(newSecret()), false);
            return true;
        }
        catch (final FileAlreadyExistsException ex)
        {
            return false;
        }
        catch (final UnsafeFileException ex)
        {
            throw new CredentialException(ex.getMessage(), ex);
        }
        catch (final IOException ex)
        {
            throw new CredentialException("a key cannot be made: principal=" + principal + " directory=" + directory,
                ex);
        }
    }

    /**
     * Puts a new key in force. The former one stays valid until {@link #retire}.
     *
     * @param principal that has a file.
     * @throws CredentialException when it has none, or still has two.
     */
    public void rotate(final Principal principal)
    {
        final List<byte[]> keys = require(principal);
        if (keys.size() >= MOST_KEYS)
        {
            throw new CredentialException("the last rotation is not finished, retire the former key first:" +
                " principal=" + principal + " file=" + file(principal));
        }
        replace(principal, List.of(newSecret(), keys.getFirst()));
    }

    /**
     * Ends a rotation: only the key in force is valid from now on.
     *
     * @param principal that has a file.
     * @return false when there was no former key.
     * @throws CredentialException when it has no file.
     */
    public boolean retire(final Principal principal)
    {
        final List<byte[]> keys = require(principal);
        if (keys.size() < MOST_KEYS)
        {
            return false;
        }
        replace(principal, List.of(keys.getFirst()));
        return true;
    }

    /**
     * All files, without their secrets.
     *
     * @return in order of their names.
     * @throws CredentialException when something there is not safe.
     */
    public List<Entry> list()
    {
        if (!Files.isDirectory(directory))
        {
            throw new CredentialException("there are no credentials here, the first start of the venue makes them:" +
                " directory=" + directory);
        }
        try (Stream<Path> files = Files.list(directory))
        {
            final List<Entry> entries = new ArrayList<>();
            for (final Path file : files.sorted().toList())
            {
                final String name = file.getFileName().toString();
                final Principal principal = name.endsWith(SUFFIX) ?
                    Principal.parse(name.substring(0, name.length() - SUFFIX.length())) : null;
                if (null != principal)
                {
                    final List<byte[]> keys = require(principal);
                    entries.add(new Entry(principal, keys.size(), Handshake.fingerprint(keys.getFirst()),
                        Files.getLastModifiedTime(file).toMillis()));
                }
            }
            return entries;
        }
        catch (final IOException ex)
        {
            throw new CredentialException("the credentials cannot be listed: directory=" + directory, ex);
        }
    }

    /**
     * Refuses a principal whose secret is not here.
     *
     * @param principal that is about to connect.
     * @throws CredentialException when there is no key, or it is not safe.
     */
    public void requireKey(final Principal principal)
    {
        require(principal);
    }

    /** Valid keys, the one in force first; none when the principal is not known here. */
    List<byte[]> secrets(final Principal principal)
    {
        if (Role.ENGINE == principal.role())
        {
            return List.of(engineSecret);
        }
        return read(principal);
    }

    /** Valid keys, of which there is at least one. */
    List<byte[]> require(final Principal principal)
    {
        final List<byte[]> keys = secrets(principal);
        if (keys.isEmpty())
        {
            throw new CredentialException("there is no key of this principal, copy it here from the venue or make it" +
                " there with `bourse credentials add`: principal=" + principal + " missing=" + file(principal));
        }
        return keys;
    }

    private List<byte[]> read(final Principal principal)
    {
        final Path file = file(principal);
        try
        {
            if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS))
            {
                return List.of();
            }
            OwnDirectory.make(directory);
            if (Files.isSymbolicLink(file))
            {
                throw new CredentialException("a link is not followed to a secret: path=" + file);
            }
            final List<byte[]> keys = new ArrayList<>();
            for (final String line : new String(SecretFile.read(file), StandardCharsets.US_ASCII).lines().toList())
            {
                keys.add(parse(line, file));
            }
            if (keys.isEmpty() || keys.size() > MOST_KEYS)
            {
                throw new CredentialException("a key file has one or two keys: file=" + file + " lines=" +
                    keys.size());
            }
            return keys;
        }
        catch (final UnsafeFileException ex)
        {
            throw new CredentialException(ex.getMessage(), ex);
        }
        catch (final NoSuchFileException ex)
        {
            return List.of();
        }
        catch (final IOException ex)
        {
            throw new CredentialException("a key cannot be read: file=" + file + " reason=" +
                ex.getClass().getSimpleName(), ex);
        }
    }

    private static byte[] parse(final String line, final Path file)
    {
        if (2 * SECRET_LENGTH != line.length() || !line.matches("[0-9a-f]+"))
        {
            throw new CredentialException("a key is " + 2 * SECRET_LENGTH + " hexadecimal digits in lower case:" +
                " file=" + file + " length=" + line.length());
        }
        return HexFormat.of().parseHex(line);
    }

    private void replace(final Principal principal, final List<byte[]> keys)
    {
        final Path file = file(principal);
        try
        {
            write(file, keys, true);
        }
        catch (final IOException ex)
        {
            throw new CredentialException("a key cannot be written: file=" + file, ex);
        }
    }

    private void write(final Path file, final List<byte[]> keys, final boolean isReplacing) throws IOException
    {
        final StringBuilder text = new StringBuilder();
        keys.forEach(key -> text.append(HexFormat.of().formatHex(key)).append('\n'));
        final Path temporary = Files.createTempFile(directory, ".", ".tmp", OWNER_FILE);
        try
        {
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE))
            {
                final ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.US_ASCII));
                while (bytes.hasRemaining())
                {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            if (isReplacing)
            {
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            else
            {
                // A link is made once only: of two processes that begin together one has made the key.
                Files.createLink(file, temporary);
            }
        }
        finally
        {
            Files.deleteIfExists(temporary);
        }
    }

    private byte[] newSecret()
    {
        final byte[] secret = new byte[SECRET_LENGTH];
        random.nextBytes(secret);
        return secret;
    }

    private Path file(final Principal principal)
    {
        if (Role.ENGINE == principal.role())
        {
            throw new CredentialException("the key of an engine is in no file: principal=" + principal);
        }
        return directory.resolve(principal.text() + SUFFIX);
    }

    @Override
    public String toString()
    {
        return "CredentialStore{directory=" + directory + '}';
    }
}
