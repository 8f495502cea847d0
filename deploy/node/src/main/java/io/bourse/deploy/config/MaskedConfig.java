// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A configuration as a stranger may see it: values of the options of {@code harmless-options.txt}, and of all others
 * whether they are those of the program. A file that a start would refuse is shown all the same.
 */
public final class MaskedConfig
{
    private static final String ROOT = "venue.";
    private static final String HARMLESS_VALUE = "[0-9.]{1,19} ?[A-Za-z]{0,5}|[a-z0-9-]{1,12}|[AB]";
    private static final String HARMLESS = "/harmless-options.txt";

    private MaskedConfig()
    {
    }

    /**
     * Options by their names, with what may be shown of their values.
     *
     * @param file venue file in HOCON; null for none.
     * @return one line for each option, in the order of their names, then what is no option.
     * @throws IllegalArgumentException when the file cannot be parsed; it names the line and nothing of its contents.
     */
    public static List<String> lines(final Path file)
    {
        final Config known = defaults().resolve();
        final Config whole = whole(file);
        final Set<String> harmless = harmless();
        final Map<String, String> options = new TreeMap<>();
        final Map<String, Integer> others = new TreeMap<>();
        for (final Map.Entry<String, ConfigValue> entry : whole.entrySet())
        {
            final String key = entry.getKey();
            if (known.hasPathOrNull(key))
            {
                options.put(key, text(entry.getValue(), isHarmless(key, harmless), known, key));
            }
            else
            {
                others.merge(knownPart(key, known), 1, Integer::sum);
            }
        }
        final List<String> lines = new ArrayList<>();
        options.forEach((key, value) -> lines.add(key + " = " + value));
        others.forEach((key, count) -> lines.add(key + (key.isEmpty() ? "" : ".") + "*** = *** (" + count +
            " values whose names are not shown)"));
        return lines;
    }

    /**
     * The data directory that a file names.
     *
     * @param file venue file in HOCON; null for none.
     * @return its {@code venue.data-dir}, whether a start would take the rest of the file or not.
     * @throws IllegalArgumentException when the file cannot be parsed; it names the line and nothing of its contents.
     */
    public static Path dataDir(final Path file)
    {
        return Path.of(new SectionReader(whole(file), ROOT).text("data-dir"));
    }

    /**
     * Whether the program has an option of this name: then the name is no secret.
     *
     * @param key full path.
     * @return false for names of logins and sessions, too.
     */
    public static boolean isOption(final String key)
    {
        try
        {
            return defaults().resolve().hasPathOrNull(key);
        }
        catch (final ConfigException ignored)
        {
            // Not a path at all.
            return false;
        }
    }

    private static Config defaults()
    {
        return ConfigFactory.parseResources(MaskedConfig.class.getClassLoader(), "bourse.conf",
            ConfigParseOptions.defaults().setAllowMissing(false));
    }

    private static Config whole(final Path file)
    {
        try
        {
            final Config given = null == file ? ConfigFactory.empty() :
                ConfigFactory.parseFile(file.toFile(), ConfigParseOptions.defaults().setAllowMissing(false));
            return given.withFallback(defaults()).resolve();
        }
        catch (final ConfigException ex)
        {
            // Its message, and so its cause, may have a part of the file in it.
            throw new IllegalArgumentException("the configuration file cannot be parsed: line=" +
                (null == ex.origin() ? "unknown" : String.valueOf(ex.origin().lineNumber())));
        }
    }

    private static boolean isHarmless(final String key, final Set<String> harmless)
    {
        return key.startsWith(ROOT) && harmless.contains(key.substring(ROOT.length()));
    }

    private static String text(
        final ConfigValue value, final boolean isHarmless, final Config known, final String key)
    {
        final boolean isDefault = value.unwrapped().equals(known.getValue(key).unwrapped());
        // A value of a harmless option that is not one is what a person has typed by mistake.
        final String plain = String.valueOf(value.unwrapped());
        return (isHarmless && (isDefault || plain.matches(HARMLESS_VALUE)) ? plain : "***") +
            (isDefault ? " (built in)" : " (set)");
    }

    /** As much of the name of something that is no option as is a section of the program. */
    private static String knownPart(final String key, final Config known)
    {
        final List<String> parts = ConfigUtil.splitPath(key);
        for (int length = parts.size() - 1; length > 0; length--)
        {
            final String section = ConfigUtil.joinPath(parts.subList(0, length));
            if (known.hasPathOrNull(section))
            {
                return section;
            }
        }
        return "";
    }

    static Set<String> harmless()
    {
        try (InputStream in = MaskedConfig.class.getResourceAsStream(HARMLESS))
        {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                .filter((line) -> !line.startsWith("#")).collect(Collectors.toSet());
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
