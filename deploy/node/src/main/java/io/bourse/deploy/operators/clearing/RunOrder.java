// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.clearing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.ActContext;
import io.bourse.deploy.operators.forms.FormException;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.deploy.operators.forms.PriceJson;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Work at a run that takes long: a {@code bourse clearing} command in a process of its own, see {@link RunProcesses}.
 */
public sealed interface RunOrder extends Act<RunProcesses.Started>
{
    /**
     * The command but for the options that say for which venue and by whom.
     *
     * @param directory for files that options name.
     * @return arguments.
     * @throws IOException when a file cannot be written.
     */
    List<String> arguments(Path directory) throws IOException;

    /** What it is, in words. */
    String text();

    @Override
    default RunProcesses.Started execute(final ActContext context) throws IOException
    {
        VenueOperators.read(context.dataDir()).requireRequester(context.signer().name(), ApprovalStep.PUBLISH);
        return new RunProcesses(Partitions.venue(context.dataDir())).start(this, context.signer());
    }

    /**
     * A price or tick value of an instrument.
     *
     * @param value x 100 000.
     */
    record InstrumentValue(Integer instrumentId, @JsonDeserialize(using = PriceJson.class) Long value)
    {
        private String text()
        {
            return instrumentId + "=" + Forms.price(value);
        }
    }

    /**
     * Begins a run, or takes up the one of its kind that stopped.
     *
     * @param kind of the run.
     * @param number within the date; null: the next one.
     * @param hold whether it stops before its publication.
     * @param noRehearsal whether trading is suspended without a calculation before.
     * @param waves of reports; null: all.
     * @param sliceNs of settlement prices; null: that of earlier runs.
     * @param prices parameters; null: none.
     * @param funds parameters; null: those of the venue.
     * @param margin parameters; null: those of the venue.
     * @param settlementPrices instead of calculated ones.
     * @param tickValues of this run; null: the last published ones.
     */
    record Start(
        ClearingKind kind,
        Integer number,
        boolean hold,
        boolean noRehearsal,
        List<String> waves,
        Long sliceNs,
        JsonNode prices,
        JsonNode funds,
        JsonNode margin,
        List<InstrumentValue> settlementPrices,
        List<InstrumentValue> tickValues) implements RunOrder
    {
        /** Checks the form. */
        public Start
        {
            Forms.given("kind", kind);
            Forms.positiveOrNone("number", number);
            Forms.duration("sliceNs", sliceNs);
            requireWaves(waves);
            requireParameters(prices, funds, margin);
            settlementPrices = values("settlementPrices", settlementPrices);
            tickValues = values("tickValues", tickValues);
        }

        @Override
        public List<String> arguments(final Path directory) throws IOException
        {
            final List<String> arguments =
                command(kind.name().toLowerCase(Locale.ROOT), hold, noRehearsal, waves);
            if (null != number)
            {
                arguments.addAll(List.of("--run", number.toString()));
            }
            if (null != sliceNs)
            {
                arguments.addAll(List.of("--slice", Duration.ofNanos(sliceNs).toString()));
            }
            addParameters(arguments, directory, prices, funds, margin);
            addValues(arguments, settlementPrices, tickValues);
            return arguments;
        }

        @Override
        public String text()
        {
            return kind.name().toLowerCase(Locale.ROOT) + " run" + (null == number ? "" : " " + number);
        }
    }

    /**
     * Takes up a run that stopped.
     *
     * @param hold whether it stops before its publication.
     * @param noRehearsal whether trading is suspended without a calculation before.
     * @param waves of reports; null: all.
     */
    record Resume(Long runId, boolean hold, boolean noRehearsal, List<String> waves) implements RunOrder
    {
        /** Checks the form. */
        public Resume
        {
            Forms.positive("runId", runId);
            requireWaves(waves);
        }

        @Override
        public List<String> arguments(final Path directory)
        {
            return of(runId, command("resume", hold, noRehearsal, waves));
        }

        @Override
        public String text()
        {
            return "resume run " + runId;
        }
    }

    /** Publishes a run that was held before its publication. */
    record Publish(Long runId) implements RunOrder
    {
        /** Checks the form. */
        public Publish
        {
            Forms.positive("runId", runId);
        }

        @Override
        public List<String> arguments(final Path directory)
        {
            return of(runId, command("publish", false, false, null));
        }

        @Override
        public String text()
        {
            return "publish run " + runId;
        }
    }

    /**
     * Writes reports of a published run that are missing or not as they were signed.
     *
     * @param waves of reports; null: all.
     */
    record Report(Long runId, List<String> waves) implements RunOrder
    {
        /** Checks the form. */
        public Report
        {
            Forms.positive("runId", runId);
            requireWaves(waves);
        }

        @Override
        public List<String> arguments(final Path directory)
        {
            return of(runId, command("report", false, false, waves));
        }

        @Override
        public String text()
        {
            return "reports of run " + runId;
        }
    }

    /** Resumes trading without the results of an intraday run. */
    record Reopen(Long runId, String reason) implements RunOrder
    {
        /** Checks the form. */
        public Reopen
        {
            Forms.positive("runId", runId);
            requireReason(reason);
        }

        @Override
        public List<String> arguments(final Path directory)
        {
            final List<String> arguments = of(runId, command("reopen", false, false, null));
            arguments.add("--reason=" + reason);
            return arguments;
        }

        @Override
        public String text()
        {
            return "reopen trading without run " + runId;
        }
    }

    /**
     * Corrects a published run; what is not given is that of the run.
     *
     * @param reason in words, for approver and members.
     * @param prices parameters.
     * @param funds parameters.
     * @param margin parameters.
     */
    record Correct(
        Long runId,
        String reason,
        JsonNode prices,
        JsonNode funds,
        JsonNode margin,
        List<InstrumentValue> settlementPrices,
        List<InstrumentValue> tickValues) implements RunOrder
    {
        /** Checks the form. */
        public Correct
        {
            Forms.positive("runId", runId);
            requireReason(reason);
            requireParameters(prices, funds, margin);
            settlementPrices = values("settlementPrices", settlementPrices);
            tickValues = values("tickValues", tickValues);
        }

        @Override
        public List<String> arguments(final Path directory) throws IOException
        {
            final List<String> arguments = command("correct", false, false, null);
            arguments.addAll(List.of("--reason=" + reason, runId.toString()));
            addParameters(arguments, directory, prices, funds, margin);
            addValues(arguments, settlementPrices, tickValues);
            return arguments;
        }

        @Override
        public String text()
        {
            return "correct run " + runId;
        }
    }

    private static List<String> command(
        final String name, final boolean holds, final boolean unrehearsed, final List<String> waves)
    {
        // An approval is good for ten minutes: so long the run waits for it.
        final List<String> arguments = new ArrayList<>(List.of("clearing", name, "--wait", "PT10M"));
        if (holds)
        {
            arguments.add("--hold");
        }
        if (unrehearsed)
        {
            arguments.add("--no-rehearsal");
        }
        if (null != waves && !waves.isEmpty())
        {
            arguments.addAll(List.of("--waves", String.join(",", waves)));
        }
        return arguments;
    }

    private static List<String> of(final Long runId, final List<String> arguments)
    {
        arguments.addAll(List.of("--run", runId.toString()));
        return arguments;
    }

    private static void addParameters(
        final List<String> arguments,
        final Path directory,
        final JsonNode prices,
        final JsonNode funds,
        final JsonNode margin) throws IOException
    {
        addFile(arguments, directory, "prices", prices);
        addFile(arguments, directory, "funds", funds);
        addFile(arguments, directory, "margin", margin);
    }

    private static void addFile(
        final List<String> arguments, final Path directory, final String name, final JsonNode parameters)
        throws IOException
    {
        if (isGiven(parameters))
        {
            final Path file = directory.resolve(name + ".json");
            OwnerFiles.write(file, bytes(parameters));
            arguments.addAll(List.of("--" + name, file.toString()));
        }
    }

    private static void addValues(
        final List<String> arguments,
        final List<InstrumentValue> settlementPrices,
        final List<InstrumentValue> tickValues)
    {
        settlementPrices.forEach(value -> arguments.add("--settlement=" + value.text()));
        tickValues.forEach(value -> arguments.add("--tick-value=" + value.text()));
    }

    private static List<InstrumentValue> values(final String field, final List<InstrumentValue> values)
    {
        if (null == values)
        {
            return List.of();
        }
        values.forEach(value -> Forms.require(null != value && null != value.instrumentId() &&
            value.instrumentId() > 0 && null != value.value(), field, "an instrument and its value are needed"));
        return List.copyOf(values);
    }

    private static void requireWaves(final List<String> waves)
    {
        if (null != waves)
        {
            waves.forEach(wave -> require("waves", ReportWave::of, wave));
        }
    }

    private static void requireReason(final String reason)
    {
        Forms.given("reason", reason);
        Forms.require(!reason.isBlank(), "reason", "{reason} is needed");
    }

    private static void requireParameters(final JsonNode prices, final JsonNode funds, final JsonNode margin)
    {
        requireParameters("prices", PriceParameters::read, prices);
        requireParameters("funds", FundsParameters::read, funds);
        requireParameters("margin", MarginParameters::read, margin);
    }

    private static void requireParameters(
        final String field, final Consumer<byte[]> reader, final JsonNode parameters)
    {
        if (isGiven(parameters))
        {
            require(field, reader, bytes(parameters));
        }
    }

    private static <T> void require(final String field, final Consumer<T> reader, final T value)
    {
        try
        {
            reader.accept(value);
        }
        catch (final IllegalArgumentException ex)
        {
            throw new FormException(field, ex.getMessage());
        }
    }

    private static boolean isGiven(final JsonNode parameters)
    {
        return null != parameters && !parameters.isNull();
    }

    private static byte[] bytes(final JsonNode parameters)
    {
        return parameters.toString().getBytes(StandardCharsets.UTF_8);
    }
}
