// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigUtil;
import io.bourse.engine.files.SecretFile;
import io.bourse.engine.net.CertificateBinding;
import io.bourse.engine.net.TlsOptions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Reads values by their keys; what cannot be is refused with the full key, the value and the reason.
 */
final class SectionReader
{
    private static final int LEAST_BYTES_OF_CYCLE = 1024;
    private static final int MOST_BYTES_OF_CYCLE = 16 << 20;
    private static final int HIGHEST_PORT = 65_535;

    private final Config config;
    private final String root;

    SectionReader(final Config config)
    {
        this(config, "");
    }

    /** A reader of keys that follow a root, such as {@code venue.}. */
    SectionReader(final Config config, final String root)
    {
        this.config = config;
        this.root = root;
    }

    <T> T read(final String key, final BiFunction<Config, String, T> reader)
    {
        try
        {
            return reader.apply(config, root + key);
        }
        catch (final ConfigException ex)
        {
            throw new ConfigurationException(root + key, raw(root + key), ex.getMessage());
        }
    }

    ConfigurationException refused(final String key, final String reason)
    {
        return new ConfigurationException(root + key, raw(root + key), reason);
    }

    void rejectIf(final boolean isWrong, final String key, final String reason)
    {
        if (isWrong)
        {
            throw refused(key, reason);
        }
    }

    /** What a component makes of an option; what it does not accept is refused under the key. */
    <T> T accepted(final String key, final Supplier<T> value)
    {
        try
        {
            return value.get();
        }
        catch (final IllegalArgumentException ex)
        {
            throw refused(key, ex.getMessage());
        }
    }

    private String raw(final String key)
    {
        try
        {
            return config.hasPath(key) ? String.valueOf(config.getValue(key).unwrapped()) : "";
        }
        catch (final ConfigException ignored)
        {
            // A part of the path is not what it should be, which the reason says.
            return "";
        }
    }

    boolean has(final String key)
    {
        return config.hasPathOrNull(root + key);
    }

    String text(final String key)
    {
        final String value = read(key, Config::getString);
        rejectIf(value.isBlank(), key, "must not be empty");
        return value;
    }

    int integer(final String key, final int lowest, final int highest)
    {
        final int value = atLeast(key, lowest);
        rejectIf(value > highest, key, "must be from " + lowest + " to " + highest);
        return value;
    }

    int atLeast(final String key, final int least)
    {
        final int value = read(key, Config::getInt);
        rejectIf(value < least, key, "must be at least " + least);
        return value;
    }

    /** What one connection may take of a duty cycle. */
    int bytesOfCycle(final String key)
    {
        final long value = read(key, Config::getBytes);
        rejectIf(value < LEAST_BYTES_OF_CYCLE || value > MOST_BYTES_OF_CYCLE, key, "must be from 1 KiB to 16 MiB");
        return (int)value;
    }

    Duration duration(final String key, final Duration shortest, final Duration longest)
    {
        final Duration value = read(key, Config::getDuration);
        if (value.compareTo(shortest) < 0 || value.compareTo(longest) > 0)
        {
            throw refused(key, "must be from " + text(shortest) + " to " + text(longest));
        }
        return value;
    }

    private static String text(final Duration duration)
    {
        return 0 == duration.toMillis() ? duration.toNanos() + " ns" : duration.toMillis() + " ms";
    }

    /** A name or an address that is resolved when it is used, and again after a failure. */
    String hostName(final String key)
    {
        final String name = text(key);
        requireHostName(key, name);
        return name;
    }

    void requireHostName(final String key, final String name)
    {
        rejectIf(!name.matches("[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9.])?") || name.matches("0[0.]*"), key,
            "must be a name or an IPv4 address of one machine: host=" + name);
    }

    InetAddress host(final String key)
    {
        try
        {
            return InetAddress.getByName(text(key));
        }
        catch (final UnknownHostException ex)
        {
            throw refused(key, "is no address of a host");
        }
    }

    /** Names in a section whose contents are options of logins, each with known options only. */
    Set<String> logins(final String section, final Set<String> options)
    {
        final Set<String> logins = read(section, Config::getObject).keySet();
        for (final String login : logins)
        {
            knownOnly(section + "." + ConfigUtil.joinPath(login), options);
        }
        return logins;
    }

    /** Refuses options of a section that are not known. */
    void knownOnly(final String section, final Set<String> options)
    {
        for (final String option : read(section, Config::getObject).keySet())
        {
            rejectIf(!options.contains(option), section + "." + option, "there is no such option");
        }
    }

    /** The port under TLS that a section describes; null when it is not enabled. */
    TlsOptions tls(final String section)
    {
        if (!read(section + ".enabled", Config::getBoolean))
        {
            return null;
        }
        final String certificates = read(section + ".client-certificates", Config::getString);
        final boolean isRequired = "required".equals(certificates);
        if (!isRequired && !"none".equals(certificates))
        {
            throw refused(section + ".client-certificates", "must be one of none, required");
        }
        final int port = atLeast(section + ".port", 0);
        rejectIf(port > HIGHEST_PORT, section + ".port", "must be from 0 to " + HIGHEST_PORT);
        return new TlsOptions(
            new InetSocketAddress(host(section + ".bind"), port),
            file(section + ".key-store"),
            password(section),
            isRequired ? file(section + ".trust-store") : null,
            revocationList(section, isRequired));
    }

    private Path revocationList(final String section, final boolean isRequired)
    {
        final String key = section + ".revocation-list";
        if (read(key, Config::getString).isEmpty())
        {
            return null;
        }
        rejectIf(!isRequired, key, "is of certificates that clients must show: needs client-certificates = required");
        return file(key);
    }

    /** Whether the port under TLS that a section describes asks for certificates that a login can be bound to. */
    boolean asksForCertificates(final String section)
    {
        return read(section + ".enabled", Config::getBoolean) &&
            "required".equals(read(section + ".client-certificates", Config::getString));
    }

    /** The certificate that a login has to show, which needs a port that asks for one. */
    CertificateBinding certificate(final String key, final String tlsSection)
    {
        rejectIf(!asksForCertificates(tlsSection), key,
            "needs " + root + tlsSection + " with enabled = true and client-certificates = required");
        return accepted(key, () -> CertificateBinding.parse(text(key)));
    }

    /** The first line of an owner-only file; it may not be shown. */
    String secret(final String key)
    {
        final Path file = file(key);
        try
        {
            return new String(firstLine(file));
        }
        catch (final UncheckedIOException ex)
        {
            throw refused(key, ex.getMessage() + " because " + ex.getCause().getMessage());
        }
    }

    private Path file(final String key)
    {
        final Path file = Path.of(read(key, Config::getString));
        rejectIf(!Files.isRegularFile(file), key, "there is no such file");
        return file;
    }

    private Supplier<char[]> password(final String section)
    {
        return password(
            section,
            read(section + ".password-file", Config::getString),
            read(section + ".password-variable", Config::getString));
    }

    /** A password that is the first line of a file or the value of an environment variable; a section names one. */
    Supplier<char[]> password(final String section, final String file, final String variable)
    {
        if (file.isEmpty() == variable.isEmpty())
        {
            throw refused(section + ".password-file", "give either this or password-variable");
        }
        if (!file.isEmpty())
        {
            final Path path = Path.of(file);
            rejectIf(!Files.isRegularFile(path), section + ".password-file", "there is no such file");
            return () -> firstLine(path);
        }
        if (null == System.getenv(variable))
        {
            throw refused(section + ".password-variable", "there is no such environment variable");
        }
        return () -> System.getenv(variable).toCharArray();
    }

    private static char[] firstLine(final Path file)
    {
        try
        {
            final String text = new String(SecretFile.read(file), StandardCharsets.UTF_8);
            return text.lines().findFirst().orElse("").toCharArray();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the password cannot be read: file=" + file, ex);
        }
    }
}
