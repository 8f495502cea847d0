// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.bundle;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;

class MaskTest
{
    private static Mask mask;

    @BeforeAll
    static void readTheWords() throws IOException
    {
        mask = new Mask(ProgramWords.read(), Set.of("anna"));
    }

    @Test
    void shouldKeepWhatAProgramSaysAndMaskWhomItNames()
    {
        assertEquals("2026-11-29T09:35:24.123Z WARN  i.b.e.h.s.EngineMedia - connection refused: login=*** " +
            "position=4096 reason=*** pid=12", mask.messages(
            "2026-11-29T09:35:24.123Z WARN  i.b.e.h.s.EngineMedia - connection refused: login=TWAA01 position=4096 " +
            "reason=\"wrong password of anna\" pid=12"));
        assertEquals("the login *** of *** has *** at ***", mask.messages(
            "the login TWAA01 of AA01 has 10 at 92345.5"));
        assertEquals("a password: ***", mask.messages("a password: hunter2"));
        assertEquals("known=*** firms=***, done", mask.messages("known=[anna, boris] firms=[a, b], done"));
        // Names may be words of the program, words of others are none.
        final String stranger = new StringBuilder("namsthcay").reverse().toString();
        assertEquals("by *** and *** at *** *** of the venue", mask.messages(
            "by anna and " + stranger + " at 12:00: " + stranger + " of the venue"));
        // A harmless key does not make everything harmless.
        assertEquals("kind=***", mask.messages("kind=a/b@c"));
    }

    @Test
    void shouldKeepStackTraces()
    {
        final String trace = """
            java.lang.IllegalStateException: cannot read: file=*** length=12
            \tat io.bourse.engine.host.Some.read(Some.java:12)
            \tat java.base/java.lang.Thread.run(Thread.java:1474)
            \tat io.bourse.cli.Some$1.<init>(Some.java:7)
            \t... 12 more
            Caused by: java.io.IOException: no space left on device
            \tSuppressed: java.lang.Exception""";
        assertEquals(trace, mask.messages(trace.replace("file=***", "file=/srv/firm-a/fix")));
    }

    @ParameterizedTest
    @CsvSource({
        "endpoint=127.0.0.1:40123|alias=events, endpoint=127.0.0.1:40123|alias=events",
        "endpoint=239.195.1.1:20081, endpoint=239.195.1.1:20081",
        "endpoint=10.1.0.7:9000, endpoint=***:9000",
        "control=host-a.firm.example:9000, control=***:9000",
        "peer 2001:db8::17 at 09:35:24, peer *** at 09:35:24",
        "[fe80::1%eth0]:80, [***]:80",
        "[::1]:80, [::1]:80",
        "version=1.51.0, version=1.51.0"})
    void shouldMaskAddressesOfMachines(final String text, final String masked)
    {
        assertEquals(masked, Mask.addresses(text));
    }

    @ParameterizedTest
    @CsvSource({
        "archive/0-134217728.rec, archive/0-134217728.rec",
        "archive/archive.catalog, archive/archive.catalog",
        "snapshots/0000000000000123456.snapshot, snapshots/0000000000000123456.snapshot",
        "clearing/20261128/2-E/state.json, clearing/20261128/2-E/state.json",
        "clearing/20261128/2-E/reports/AA01.csv, clearing/20261128/2-E/reports/***.csv",
        "security/security-20261128.jsonl, security/security-20261128.jsonl",
        "fix/FIX.4.4-BOURSE-FIXBB01.session, fix/***.session",
        "operators/anna.json, operators/***.json",
        "consumers/firm, consumers/***",
        "'', .",
        "my Orders of AA01.xlsx, ***.xlsx"})
    void shouldMaskNamesOfFilesThatOthersChose(final String name, final String masked)
    {
        assertEquals(masked, FileNames.masked(Path.of(name)));
    }

    @Test
    void shouldMaskValuesOfOptionsOfAProcess()
    {
        assertEquals(List.of("-XX:+UseParallelGC", "-Xmx2g", "--add-opens", "***", "-XX:OnError=***",
            "-Dbourse.log.level=INFO", "-Dmy.password=***", "-javaagent:***", "-cp ***",
            "io.bourse.deploy.cli.Bourse", "gateway", "fix", "--config", "***", "--password=***"),
            ProcessFacts.options(List.of("-XX:+UseParallelGC", "-Xmx2g", "--add-opens", "a b", "-XX:OnError=rm x",
            "-Dbourse.log.level=INFO", "-Dmy.password=hunter2", "-javaagent:/a.jar=key", "-cp", "/home/anna/a.jar",
            "io.bourse.deploy.cli.Bourse", "gateway", "fix", "--config", "/srv/venue.conf", "--password=hunter2")));
    }
}
