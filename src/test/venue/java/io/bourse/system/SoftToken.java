// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A PKCS #11 token of SoftHSM. Its library takes its tokens from where the environment says, so it is used by a
 * process of its own.
 *
 * @param configuration of the platform's provider.
 * @param pin file with the PIN.
 * @param environment of who uses it.
 */
record SoftToken(Path configuration, Path pin, Map<String, String> environment)
{
    private static final String PIN = "1234";
    private static final String TOOL = "softhsm2-util";
    private static final List<Path> LIBRARIES = List.of(
        Path.of("/usr/lib/softhsm/libsofthsm2.so"),
        Path.of("/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so"),
        Path.of("/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so"));

    /** An empty token; skips the test where SoftHSM is not installed. */
    static SoftToken make(final Path dir) throws IOException
    {
        final Path library = LIBRARIES.stream().filter(Files::exists).findFirst().orElse(null);
        final boolean hasTool = Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(path -> Files.isExecutable(Path.of(path, TOOL)));
        Assumptions.assumeTrue(null != library && hasTool, "SoftHSM is not installed");
        final Path config = Files.writeString(dir.resolve("softhsm2.conf"), "directories.tokendir = " +
            Files.createDirectories(dir.resolve("tokens")) + "\nlog.level = ERROR\n");
        final Path pin = Files.writeString(dir.resolve("pin"), PIN);
        Files.setPosixFilePermissions(pin, PosixFilePermissions.fromString("rw-------"));
        final SoftToken token = new SoftToken(
            Files.writeString(dir.resolve("token.cfg"),
                "name = operators\nlibrary = " + library + "\nslotListIndex = 0\n"),
            pin, Map.of("SOFTHSM2_CONF", config.toString()));
        token.run(TOOL, "--init-token", "--free", "--label", "operators", "--so-pin", PIN, "--pin", PIN);
        return token;
    }

    /** Makes a key in the token, as docs/security.md says. */
    void makeKey(final String name) throws IOException
    {
        keytool("-genkeypair", "-alias", name, "-keyalg", "EC", "-groupname", "secp256r1", "-sigalg",
            "SHA256withECDSA", "-dname", "CN=" + name, "-validity", "3650");
    }

    void deleteKey(final String name) throws IOException
    {
        keytool("-delete", "-alias", name);
    }

    private void keytool(final String... arguments) throws IOException
    {
        run(Stream.of(Stream.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()),
            Stream.of(arguments), Stream.of("-keystore", "NONE", "-storetype", "PKCS11", "-addprovider", "SunPKCS11",
                "-providerarg", configuration.toString(), "-storepass:file", pin.toString()))
            .flatMap(part -> part).toArray(String[]::new));
    }

    private void run(final String... command) throws IOException
    {
        final ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        final Path log = configuration.resolveSibling("token.log");
        final Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try
        {
            assertTrue(process.waitFor(1, TimeUnit.MINUTES), () -> "pid " + process.pid());
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for a process of ours", ex);
        }
        assertEquals(0, process.exitValue(), Files.readString(log));
    }
}
