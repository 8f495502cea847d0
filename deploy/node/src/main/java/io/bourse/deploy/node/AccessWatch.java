// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.AccessFile;
import io.bourse.deploy.config.LoginNames;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.engine.telemetry.SecuritySink;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Looks once in a second whether the files of access have changed, on a thread of its own, and gives the gateways of
 * this process what they say. A file that cannot be used changes nothing: that is logged, and the former settings stay
 * in force.
 */
final class AccessWatch implements Agent
{
    private static final Logger LOGGER = LoggerFactory.getLogger(AccessWatch.class);
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    /** What a change of a file is seen by. */
    private record Stamp(Path file, Object key, long modifiedNs, long length)
    {
        private static Stamp of(final Path file)
        {
            try
            {
                final BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                return new Stamp(file, attributes.fileKey(), attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                    attributes.size());
            }
            catch (final IOException ignored)
            {
                return new Stamp(file, null, 0, -1);
            }
        }
    }

    private final String component;
    private final Path dataDir;
    private final AccessFile file;
    private final ReferenceData data;
    private final Consumer<VenueConfig> gateways;
    private final SecuritySink log;
    private VenueConfig inForce;
    private List<Stamp> stamps;
    private String error = "";
    private long nextNs = System.nanoTime();

    /**
     * A watch; what it is given is in force.
     *
     * @param component whose process this is.
     * @param config in force.
     * @param data with the logins of the venue; null when there is none to compare names with.
     * @param gateways take what has changed.
     * @param log where changes are logged.
     */
    AccessWatch(
        final String component,
        final VenueConfig config,
        final ReferenceData data,
        final Consumer<VenueConfig> gateways,
        final SecuritySink log)
    {
        this.component = component;
        this.data = data;
        this.gateways = gateways;
        this.log = log;
        dataDir = config.dataDir();
        file = config.access();
        inForce = config;
        stamps = stamps();
        describe();
    }

    @Override
    public int doWork()
    {
        final long nowNs = System.nanoTime();
        if (nowNs - nextNs < 0)
        {
            return 0;
        }
        nextNs = nowNs + INTERVAL_NS;
        final List<Stamp> now = stamps();
        if (now.equals(stamps))
        {
            return 0;
        }
        stamps = now;
        reload();
        return 1;
    }

    private List<Stamp> stamps()
    {
        final List<Stamp> found = new ArrayList<>();
        file.watched().forEach((each) -> found.add(Stamp.of(each)));
        found.add(Stamp.of(dataDir.resolve(AccessState.REQUEST_FILE)));
        return found;
    }

    void reload()
    {
        try
        {
            final VenueConfig next = file.load();
            if (null != data)
            {
                LoginNames.check(next.twime(), data);
                LoginNames.check(next.fix(), data);
                LoginNames.requireIdentity(next.twime(), data);
            }
            logChanges(inForce, next);
            inForce = next;
            error = "";
            gateways.accept(next);
        }
        catch (final RuntimeException ex)
        {
            // Whatever is wrong with a file that an operator edits, the venue goes on.
            error = String.valueOf(ex.getMessage());
            LOGGER.error("the settings of access cannot be used, the former ones stay in force: component={} file={}",
                component, file.file(), ex);
            log.write(SecurityEvent.of(SecurityEvent.Type.ACCESS_INVALID, component, null, null, error));
        }
        describe();
    }

    private void logChanges(final VenueConfig former, final VenueConfig next)
    {
        final Map<String, String> before = settings(former);
        settings(next).forEach((name, text) ->
        {
            if (!text.equals(before.remove(name)))
            {
                logChange(name, text);
            }
        });
        before.keySet().forEach((name) -> logChange(name, "no rules of its own"));
        next.twime().access().logins().forEach((name, rules) ->
        {
            if (!Objects.equals(rules.secret(), former.twime().access().login(name).secret()))
            {
                logChange("twime " + name, "another secret");
            }
        });
    }

    private void logChange(final String name, final String text)
    {
        final int space = name.indexOf(' ');
        log.write(SecurityEvent.of(SecurityEvent.Type.ACCESS_CHANGED, name.substring(0, space),
            name.substring(space + 1), null, text));
    }

    private static Map<String, String> settings(final VenueConfig config)
    {
        final Map<String, String> settings = new TreeMap<>();
        settings.put("twime (all)", "sessionsPerFirm=" + config.twime().access().sessionsPerFirm() +
            " secondConnection=" + config.twime().access().secondConnection());
        config.twime().access().logins().forEach((name, rules) -> settings.put("twime " + name, rules.toString()));
        settings.put("fix (defaults)", config.fix().defaults().access().toString());
        config.fix().sessions().forEach((name, options) -> settings.put("fix " + name, options.access().toString()));
        return settings;
    }

    private void describe()
    {
        try
        {
            final Path request = dataDir.resolve(AccessState.REQUEST_FILE);
            new AccessState(component, ProcessHandle.current().pid(), file.file().toString(),
                Files.exists(request) ? Files.readString(request) : "", Instant.now().toString(), error,
                settings(inForce)).write(dataDir);
        }
        catch (final IOException ex)
        {
            LOGGER.error("the settings of access cannot be described, they are in force all the same: dataDir={}",
                dataDir, ex);
        }
    }

    @Override
    public void onClose()
    {
        try
        {
            Files.deleteIfExists(AccessState.file(dataDir, component));
        }
        catch (final IOException ex)
        {
            LOGGER.debug("the settings of access are still described", ex);
        }
    }

    @Override
    public String roleName()
    {
        return "access-watch";
    }
}
