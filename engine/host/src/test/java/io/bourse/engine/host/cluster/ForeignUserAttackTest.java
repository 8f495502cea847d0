// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.testing.TestEngine;
import io.bourse.engine.testing.TestPorts;
import io.bourse.testing.TestProcess;
import org.agrona.IoUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Another user of the machine against a member, in a network namespace of the test's own: what Aeron does not
 * authenticate the firewall has to keep away.
 */
@Timeout(240)
@Tag("venue")
class ForeignUserAttackTest
{
    private static final String FOREIGN_UID = "65534";
    private static final String READY = "READY ";
    private static final int PORTS = 6;

    private Path dir;
    private String namespace;
    private Process member;
    private BufferedReader printed;
    private int basePort;

    @BeforeEach
    void requireRoot() throws Exception
    {
        assumeTrue(Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid")),
            "only root can set up a firewall and become another user");
        dir = Files.createTempDirectory("bourse-attack");
        Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwx--x--x"));
        final String name = "bourse-attack-" + ProcessHandle.current().pid();
        assumeTrue(0 == run("ip", "netns", "add", name), "this machine lets no test make a network namespace");
        namespace = name;
        assertEquals(0, run("ip", "-n", namespace, "link", "set", "lo", "up"));
        basePort = TestPorts.reserveRow(PORTS);
        startMember();
    }

    @AfterEach
    void remove() throws Exception
    {
        if (null != member)
        {
            member.destroyForcibly().waitFor();
        }
        if (null != namespace)
        {
            run("ip", "netns", "delete", namespace);
        }
        if (null != dir)
        {
            IoUtil.delete(dir.toFile(), false);
        }
    }

    @Test
    void shouldKeepLeadingBehindTheFirewall() throws Exception
    {
        final Path script = Path.of(System.getProperty("bourse.root")).resolve("config/venue-firewall");
        assertEquals(0, inside(script.toString(), "add", "0", basePort + "-" + (basePort + PORTS - 1)), this::output);
        assertEquals(0, attack(), this::output);
        final String output = output();
        assertTrue(output.contains("votes 0"), output);
        assertTrue(output.contains("requests 0"), output);
        assertTrue(isLeader());
    }

    /** The reason for the firewall: should Aeron close this one day, the documentation has to say so. */
    @Test
    void shouldLoseTheMemberWithoutTheFirewall() throws Exception
    {
        assertEquals(0, attack(), this::output);
        final String output = output();
        assertFalse(output.contains("requests 0"), output);
        TestEngine.await("the member has lost its recordings: " + output, () -> !isLeader());
    }

    private void startMember() throws IOException
    {
        final List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        command.addAll(TestProcess.java(System.getProperty("java.class.path")));
        command.addAll(List.of("-Dlog4j2.level=OFF", MemberProcess.class.getName(), dir.toString(), "127.0.0.1",
            Integer.toString(basePort), "0"));
        member = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        printed = new BufferedReader(new InputStreamReader(member.getInputStream(), StandardCharsets.UTF_8));
        String line = printed.readLine();
        while (null != line && !line.startsWith(READY))
        {
            line = printed.readLine();
        }
        TestEngine.await("the member leads", this::isLeader);
    }

    private boolean isLeader()
    {
        try
        {
            member.getOutputStream().write('r');
            member.getOutputStream().flush();
            final String state = printed.readLine();
            return null != state && state.startsWith("STATE LEADER");
        }
        catch (final IOException gone)
        {
            return false;
        }
    }

    /** With a copy of what it needs: the class path of a test is nothing for other users. */
    private int attack() throws Exception
    {
        final Path copy = Files.createDirectory(dir.resolve("attacker"));
        final StringBuilder classPath = new StringBuilder();
        final String name = AttackerProcess.class.getName().replace('.', '/');
        for (final String entry : System.getProperty("java.class.path").split(File.pathSeparator))
        {
            final Path path = Path.of(entry);
            final String file = path.getFileName().toString();
            if (file.startsWith("aeron-") || file.startsWith("agrona-"))
            {
                Files.copy(path, copy.resolve(file));
                classPath.append(copy.resolve(file)).append(File.pathSeparator);
            }
            else if (Files.exists(path.resolve(name + ".class")))
            {
                final Path target = Files.createDirectories(copy.resolve("classes/" + name).getParent());
                for (final String part : List.of(name + ".class", name + "$Name.class"))
                {
                    Files.copy(path.resolve(part), target.resolve(Path.of(part).getFileName()));
                }
                classPath.append(copy.resolve("classes")).append(File.pathSeparator);
            }
        }
        assertEquals(0, run("chmod", "-R", "a+rX", copy.toString()));
        final Path own = Files.createDirectory(dir.resolve("own"));
        assertEquals(0, run("chown", FOREIGN_UID, own.toString()));
        final MemberEndpoints endpoints = MemberEndpoints.loopback(1, basePort).getFirst();
        final List<String> command = new ArrayList<>(List.of("setpriv", "--reuid", FOREIGN_UID, "--clear-groups"));
        command.addAll(TestProcess.java(classPath.toString()));
        command.addAll(List.of(AttackerProcess.class.getName(), own.resolve("driver").toString(),
            "127.0.0.1:" + endpoints.consensusPort(), "127.0.0.1:" + endpoints.archivePort(),
            Integer.toString(EngineStreams.ARCHIVE_CONTROL_STREAM_ID)));
        return inside(command.toArray(new String[0]));
    }

    private int inside(final String... command) throws Exception
    {
        final List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        all.addAll(List.of(command));
        return run(all.toArray(new String[0]));
    }

    private int run(final String... command) throws IOException, InterruptedException
    {
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(dir.resolve("output.txt").toFile());
        builder.environment().put("BOURSE_NETWORK_RECORDS", dir.resolve("records").toString());
        final Process process = builder.start();
        if (!process.waitFor(90, TimeUnit.SECONDS))
        {
            process.destroyForcibly();
            throw new AssertionError("did not end: " + List.of(command));
        }
        return process.exitValue();
    }

    private String output()
    {
        try
        {
            return Files.readString(dir.resolve("output.txt"));
        }
        catch (final IOException ex)
        {
            return ex.toString();
        }
    }
}
