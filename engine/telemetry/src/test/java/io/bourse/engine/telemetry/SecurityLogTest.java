// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.bourse.engine.files.UnsafeFileException;
import io.bourse.engine.telemetry.SecurityEvent.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

class SecurityLogTest
{
    private static final Instant NOON = Instant.parse("2016-11-28T12:00:00.5Z");

    @TempDir
    private Path dir;
    private final AtomicReference<Instant> now = new AtomicReference<>(NOON);

    private SecurityLog open() throws IOException
    {
        return SecurityLog.open(dir, now::get);
    }

    private List<String> lines(final String date) throws IOException
    {
        return Files.readAllLines(SecurityLog.file(dir, date));
    }

    private static InetAddress address(final int last) throws IOException
    {
        return InetAddress.getByAddress(new byte[]{10, 1, 0, (byte)last});
    }

    @Test
    void shouldWriteALineForEachEventThatOnlyItsOwnerCanRead() throws IOException
    {
        try (SecurityLog log = open())
        {
            log.write(SecurityEvent.of(Type.LOGON, "twime", "TWAA01", address(7), null));
            log.write(new SecurityEvent(
                Type.LOGON_REFUSED, "twime", "TWAA01", address(7), "certificate", "CN=client, O=Some firm"));
            log.write(SecurityEvent.of(Type.ACCESS_CHANGED, "access", null, null, "blocked TWAA01"));
        }
        assertEquals(List.of(
            "{\"time\":\"2016-11-28T12:00:00.500Z\",\"component\":\"twime\",\"event\":\"logon\"," +
            "\"name\":\"TWAA01\",\"source\":\"10.1.0.7\"}",
            "{\"time\":\"2016-11-28T12:00:00.500Z\",\"component\":\"twime\",\"event\":\"logon-refused\"," +
            "\"name\":\"TWAA01\",\"source\":\"10.1.0.7\",\"reason\":\"certificate\"," +
            "\"certificate\":\"CN=client, O=Some firm\"}",
            "{\"time\":\"2016-11-28T12:00:00.500Z\",\"component\":\"access\",\"event\":\"access-changed\"," +
            "\"reason\":\"blocked TWAA01\"}"), lines("20161128"));
        assertEquals("rw-------", PosixFilePermissions.toString(
            Files.getPosixFilePermissions(SecurityLog.file(dir, "20161128"))));
        assertEquals("rwx------", PosixFilePermissions.toString(
            Files.getPosixFilePermissions(dir.resolve(SecurityLog.DIRECTORY))));
    }

    @Test
    void shouldNotLetAClientForgeLines() throws IOException
    {
        try (SecurityLog log = open())
        {
            log.write(SecurityEvent.of(Type.LOGON_REFUSED, "fix", "A\r\n{\"event\":\"lo", address(7), null));
            log.write(SecurityEvent.of(Type.LOGON_REFUSED, "fix", "\\\"},{\u001b[2J\u0000\u007f\u00e9\u2028", null,
                "\u001b]0;title\u0007"));
            log.write(SecurityEvent.of(Type.LOGON_REFUSED, "fix", "a name that goes on and on", null, null));
        }
        final String head = "{\"time\":\"2016-11-28T12:00:00.500Z\",\"component\":\"fix\",\"event\":\"logon-refused\"";
        assertEquals(List.of(
            head + ",\"name\":\"A??{\\\"event\\\":\\\"lo\",\"source\":\"10.1.0.7\"}",
            head + ",\"name\":\"\\\\\\\"},{?[2J????\",\"reason\":\"?]0;title?\"}",
            head + ",\"name\":\"a name that goes on \"}"), lines("20161128"));
    }

    @Test
    void shouldSayHowManyLinesOfOneSourceWereLeftOut() throws IOException
    {
        final List<String> expected = new ArrayList<>();
        try (SecurityLog log = open())
        {
            for (int i = 0; i < SecurityLog.LINES_PER_INTERVAL + 5; i++)
            {
                log.write(SecurityEvent.of(Type.PASSWORD_FAILED, "fix", "N" + i, address(7), null));
                if (i < SecurityLog.LINES_PER_INTERVAL)
                {
                    expected.add("{\"time\":\"2016-11-28T12:00:00.500Z\",\"component\":\"fix\"," +
                        "\"event\":\"password-failed\",\"name\":\"N" + i + "\",\"source\":\"10.1.0.7\"}");
                }
            }
            // Another source, and another kind, have shares of their own.
            log.write(SecurityEvent.of(Type.PASSWORD_FAILED, "fix", "X", address(8), null));
            log.write(SecurityEvent.of(Type.LOGON, "fix", "Y", address(7), null));
        }
        expected.add("{\"time\":\"2016-11-28T12:00:00.500Z\",\"component\":\"fix\",\"event\":\"password-failed\"," +
            "\"name\":\"X\",\"source\":\"10.1.0.8\"}");
        expected.add("{\"time\":\"2016-11-28T12:00:00.500Z\",\"component\":\"fix\",\"event\":\"logon\"," +
            "\"name\":\"Y\",\"source\":\"10.1.0.7\"}");
        expected.add("{\"time\":\"2016-11-28T12:00:00.500Z\",\"component\":\"fix\",\"event\":\"left-out\"," +
            "\"source\":\"10.1.0.7\",\"reason\":\"password-failed\",\"count\":5}");
        assertEquals(expected, lines("20161128"));
    }

    @Test
    void shouldAppendToTheFileOfTheDate() throws IOException
    {
        SecurityLog.privilegeUsed(dir, "anna", "kill --stop AA01");
        SecurityLog.privilegeUsed(dir, "boris", "approve 7");
        assertEquals(2, lines(SecurityLog.date(Instant.now())).size());
        try (SecurityLog log = open())
        {
            log.write(SecurityEvent.of(Type.LOGON, "fix", "A", null, null));
            now.set(NOON.plusSeconds(86_400));
            log.write(SecurityEvent.of(Type.LOGON, "fix", "B", null, null));
        }
        assertEquals(1, lines("20161129").size());
        try (SecurityLog log = open())
        {
            log.write(SecurityEvent.of(Type.LOGON, "fix", "C", null, null));
        }
        assertEquals(2, lines("20161129").size());
    }

    @Test
    void shouldRefuseADirectoryThatOthersCanUse() throws IOException
    {
        final Path directory = Files.createDirectory(dir.resolve(SecurityLog.DIRECTORY));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThrows(UnsafeFileException.class, this::open);
        assertFalse(Files.exists(SecurityLog.file(dir, "20161128")));
    }
}
