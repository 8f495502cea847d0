// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.engine.files.SecretFile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The file {@code venue.access-file}: who may have a session, and what he has to show, which can be changed while the
 * venue runs. It has keys of the configuration, is stronger than the configuration file and weaker than the command
 * line, and need not be there.
 */
public final class AccessFile
{
    static final String KEY = "venue.access-file";
    private static final int NAME = 3;
    private static final Set<String> TWIME_KEYS = Set.of("second-connection", "sessions-per-firm");
    private static final Set<String> FIX_KEYS = Set.of("sources", "blocked", "password-required", "certificate");

    private final Path file;
    private final Config above;
    private final Config beneath;

    AccessFile(final Path file, final Config above, final Config beneath)
    {
        this.file = file;
        this.above = above;
        this.beneath = beneath;
    }

    /**
     * Where it is.
     *
     * @return path, whether there is a file or not.
     */
    public Path file()
    {
        return file;
    }

    /**
     * Reads the configuration with what the file says now.
     *
     * @return checked configuration.
     * @throws ConfigurationException naming key, value and reason of the first thing that is wrong.
     */
    public VenueConfig load()
    {
        return VenueConfigLoader.read(merged(), this);
    }

    /**
     * The files whose changes count: this one, and those with secrets that it names.
     *
     * @return paths, whether there are files or not.
     */
    public Set<Path> watched()
    {
        final Set<Path> files = new TreeSet<>();
        files.add(file);
        try
        {
            files.addAll(new AdmissionLoader(merged()).secretFiles());
        }
        catch (final ConfigurationException | ConfigException ignored)
        {
            // Until it can be read again, it alone is looked at.
            return files;
        }
        return files;
    }

    /**
     * Blocks a login, or lets it in again: the line that says so comes last and is stronger than what is above it.
     *
     * @param file that may be there or not.
     * @param isFix whether the login speaks FIX.
     * @param name of the login.
     * @param isBlocked whether it is blocked.
     * @return what the file said before.
     * @throws IOException when it cannot be read or written, or others can write it.
     */
    public static String block(
        final Path file, final boolean isFix, final String name, final boolean isBlocked) throws IOException
    {
        final String former = Files.exists(file) ? new String(SecretFile.read(file), StandardCharsets.UTF_8) : "";
        final String key = (isFix ? ConfigUtil.joinPath("venue", "fix", "sessions", name, "blocked") :
            ConfigUtil.joinPath("venue", "twime", "access", "logins", name, "blocked")) + " = ";
        final StringBuilder text = new StringBuilder();
        former.lines().filter(line -> !line.startsWith(key)).forEach(line -> text.append(line).append('\n'));
        write(file, text.append(key).append(isBlocked).append('\n').toString());
        return former;
    }

    /** Replaces the file, for its owner alone. */
    public static void write(final Path file, final String text) throws IOException
    {
        OwnerFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private Config merged()
    {
        return above.withFallback(read()).withFallback(beneath).resolve();
    }

    private Config read()
    {
        if (!Files.exists(file))
        {
            return ConfigFactory.empty();
        }
        final Config config;
        try
        {
            SecretFile.require(file);
            config = ConfigFactory.parseFile(file.toFile());
        }
        catch (final IOException | ConfigException ex)
        {
            throw new ConfigurationException(KEY, file.toString(), ex.getMessage());
        }
        for (final Map.Entry<String, ConfigValue> entry : config.entrySet())
        {
            if (!isAccess(ConfigUtil.splitPath(entry.getKey())))
            {
                throw new ConfigurationException(entry.getKey(), "", "cannot be in this file, only the options of" +
                    " access can be changed while the venue runs (" + entry.getValue().origin().description() + ")");
            }
        }
        return config;
    }

    private static boolean isAccess(final List<String> key)
    {
        final int last = key.size() - 1;
        return startsWith(key, "venue", "twime", "access") &&
            (TWIME_KEYS.contains(key.get(NAME)) && NAME == last || "logins".equals(key.get(NAME)) && last > NAME) ||
            startsWith(key, "venue", "fix", "defaults") && NAME == last && FIX_KEYS.contains(key.get(last)) &&
                !"certificate".equals(key.get(last)) ||
            startsWith(key, "venue", "fix", "sessions") && NAME + 1 == last && FIX_KEYS.contains(key.get(last));
    }

    private static boolean startsWith(final List<String> key, final String... head)
    {
        return key.size() > head.length && key.subList(0, head.length).equals(List.of(head));
    }
}
