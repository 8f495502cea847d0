// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.profile;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigUtil;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.jmh.loadtest.plan.FlowPlan;
import io.bourse.jmh.loadtest.plan.InstrumentPlan;
import io.bourse.jmh.loadtest.plan.StageKind;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.result.PeakInfo;
import io.bourse.jmh.loadtest.result.PublishedRow;
import io.bourse.jmh.loadtest.result.PublishedTable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads profiles from {@code loadtest/NAME.conf} on the class path. Volumes, and the lengths of stages, are those of
 * scale 1; a stage gets no shorter than its {@code min-seconds}, and no longer than its {@code max-seconds}.
 */
public final class ProfileReader
{
    /** All profiles, in the order in which they are listed. */
    public static final List<String> NAMES = List.of("ours", "moex-derivatives-2025", "moex-securities-2025",
        "moex-fx-2025", "moex-2020", "bats-2005", "t7-microburst", "fix-antenna", "partitions", "markets");
    private static final String DEFAULTS = "loadtest/defaults.conf";
    private static final String PUBLISHED = "loadtest/published.conf";
    /** Of no influence on the instruments that are traded. */
    private static final int DATE = 20_261_123;
    private static final Map<Integer, InstrumentSpec> KNOWN =
        ReferenceDataReader.read(VenueConfig.EMBEDDED, DATE).instruments().stream()
            .collect(Collectors.toMap(InstrumentSpec::instrumentId, (spec) -> spec));

    private final String name;
    private final Config config;
    private final Config stageDefaults;
    private final PublishedFigures figures = new PublishedFigures(parse(PUBLISHED));
    private final double scale;

    private ProfileReader(final String name, final double scale)
    {
        this.name = name;
        final Config all = parse("loadtest/" + name + ".conf").withFallback(parse(DEFAULTS)).resolve();
        config = all.withoutPath("stage-defaults");
        stageDefaults = all.getConfig("stage-defaults");
        this.scale = scale > 0 ? scale : config.getDouble("default-scale");
    }

    private static Config parse(final String resource)
    {
        return ConfigFactory.parseResources(
            ProfileReader.class.getClassLoader(), resource, ConfigParseOptions.defaults().setAllowMissing(false));
    }

    /**
     * Reads a profile.
     *
     * @param name one of {@link #NAMES}.
     * @param scale of volumes; 0 for the profile's own.
     * @param seed of everything random.
     * @return profile at that scale.
     * @throws IllegalArgumentException when there is no such profile, or the scale is not positive.
     */
    public static Profile read(final String name, final double scale, final long seed)
    {
        if (!NAMES.contains(name))
        {
            throw new IllegalArgumentException("there is no such profile: profile=" + name + " profiles=" + NAMES);
        }
        if (scale < 0)
        {
            throw new IllegalArgumentException("the scale must be positive: scale=" + scale);
        }
        try
        {
            return new ProfileReader(name, scale).profile(seed);
        }
        catch (final ConfigException ex)
        {
            throw new IllegalArgumentException("a profile is malformed: profile=" + name + " reason=" +
                ex.getMessage(), ex);
        }
    }

    private Profile profile(final long seed)
    {
        final List<ProfileStage> stages = new ArrayList<>();
        for (final Config stage : config.getConfigList("stages"))
        {
            stages.add(stage(stage.withFallback(stageDefaults).withFallback(config.getConfig("sessions").atKey(
                "sessions")), seed));
        }
        return new Profile(name, config.getString("title"), scale, (int)Math.round(config.getInt("accounts") * scale),
            flow(config.getConfig("flow"), seed), plan(config.getConfig("warmup").withFallback(stageDefaults)), stages,
            options(config.getConfig("venue")), config.getStringList("feeds"), config.getString("client-feed"),
            config.getBoolean("replay"),
            config.getConfigList("tables").stream().map(this::table).toList(), peak(),
            config.getStringList("headline"));
    }

    private PeakInfo peak()
    {
        return config.hasPath("peak") ?
            new PeakInfo(config.getString("peak.test"), config.getString("peak.production")) : null;
    }

    private static FlowPlan flow(final Config flow, final long seed)
    {
        final List<InstrumentPlan> instruments =
            flow.getIntList("instruments").stream().map(KNOWN::get).map(InstrumentPlan::of).toList();
        return new FlowPlan(seed, instruments, flow.getDouble("cancel-share"),
            flow.getDouble("aggressive-share"), flow.getDouble("missed-share"), flow.getInt("live-orders"), null);
    }

    private ProfileStage stage(final Config stage, final long seed)
    {
        final Config beneath = stage.getConfig("sessions").atKey("sessions")
            .withFallback(config.getConfig("flow").atKey("flow"));
        final List<StagePart> parts = new ArrayList<>();
        for (final Config own : stage.getConfigList("parts"))
        {
            final Config part = own.withFallback(beneath);
            final FlowPlan flow = flow(part.getConfig("flow"), seed + parts.size());
            parts.add(new StagePart(part.hasPath("market") ? part.getString("market") : "", part.getInt("per-second"),
                sessions(part), flow, flow.instruments().stream().map(InstrumentPlan::instrumentId)
                    .map(KNOWN::get).map(InstrumentSpec::underlying).distinct().toList()));
        }
        return new ProfileStage(plan(stage), parts.isEmpty() ? sessions(stage) :
            SessionMix.sum(parts.stream().map(StagePart::sessions).toList()), parts,
            options(stage.getConfig("venue")), stage.getBoolean("alone"), stage.getBoolean("continues"),
            stage.getString("of"), stage.getString("against"),
            stage.getDouble("per-second-times"), stage.getDouble("burst-times"),
            stage.getDouble("most-times"), stage.getDouble("limit-times"));
    }

    private static SessionMix sessions(final Config stage)
    {
        final Config sessions = stage.getConfig("sessions");
        return new SessionMix(sessions.getInt("twime"), sessions.getInt("fix"), sessions.getInt("clients"),
            sessions.getInt("client-per-second"), sessions.getInt("client-read-ms"), 0);
    }

    private StagePlan plan(final Config stage)
    {
        return new StagePlan(
            stage.getString("name"),
            stage.getEnum(StageKind.class, "kind"),
            stage.getString("title"),
            Math.clamp(stage.getDouble("seconds") * Math.min(1, scale), stage.getDouble("min-seconds"),
                Math.max(stage.getDouble("min-seconds"), stage.getDouble("max-seconds"))),
            stage.getInt("per-second"),
            stage.getInt("window"),
            stage.getInt("burst-per-second"),
            stage.getDouble("burst-seconds"),
            stage.getInt("bursts"),
            stage.getInt("size"),
            Math.max(stage.getLong("min-count"), Math.round(stage.getLong("count") * scale)));
    }

    private static Map<String, Object> options(final Config venue)
    {
        final Map<String, Object> options = new LinkedHashMap<>();
        venue.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach((entry) ->
            options.put("venue." + String.join(".", ConfigUtil.splitPath(entry.getKey())),
                entry.getValue().unwrapped()));
        return options;
    }

    /** The source of published figures is where they stand, that of others is in the profile. */
    private PublishedTable table(final Config table)
    {
        final List<PublishedRow> rows = new ArrayList<>();
        final List<String> ids = new ArrayList<>();
        for (final Config row : table.getConfigList("rows"))
        {
            final String unit = row.getString("unit");
            final List<String> published = figures.ids(row);
            ids.addAll(published);
            rows.add(new PublishedRow(
                row.getString("name"),
                unit,
                row.hasPath("values") ? row.getStringList("values") : figures.values(published, unit),
                row.hasPath("ours") ? row.getString("ours") : null,
                row.hasPath("scaled") && row.getBoolean("scaled")));
        }
        final String source = figures.source(ids);
        return new PublishedTable(table.getString("title"), source.isEmpty() ? table.getString("source") : source,
            table.getStringList("columns"), rows);
    }
}
