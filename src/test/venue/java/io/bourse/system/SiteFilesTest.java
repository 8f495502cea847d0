// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.node.ComponentDescriptor;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.engine.host.backup.BackupStatus;
import io.bourse.engine.host.site.FileCopy;
import io.bourse.gateway.fix.session.store.StoreFiles;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetSocketAddress;
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
 * Files of a venue whose processes are on several machines: what each of them gives to the backup, and which a failover
 * takes.
 */
@Tag("drill")
class SiteFilesTest extends TwoSites
{
    private static final String GATEWAY = "gateway";

    private LearningFixClient fixFirm;
    private TcpRelay firmRelay;

    @AfterEach
    void closeClients()
    {
        CloseHelper.quietCloseAll(fixFirm, firmRelay);
    }

    /**
     * Clearing runs on the machine of another member, the FIX gateway on one of its own, and member 0 is lost before
     * the rest of the site is.
     */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldTakeTheFilesOfEveryProcess() throws IOException
    {
        final Path copy = dir.resolve("copy");
        final Path cleared = dir.resolve("member-1");
        final Path gatewayDir = dir.resolve(GATEWAY);
        final String config = config("first", FIRST, MEMBERS);
        makeKeys(dir.resolve("first"));
        Files.createDirectory(
            cleared, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        FileCopy.copyTree(dir.resolve("first").resolve("keys"), cleared.resolve("keys"));
        for (int memberId = 1; memberId < MEMBERS; memberId++)
        {
            members.add(launchMember(config, memberId));
        }
        final VenueProcess engine =
            ready(FIRST, "engine", "--config", config, "--data", dir.resolve("first").toString());
        final String gatewayConfig = gatewayConfig();
        final VenueProcess gateway =
            ready(FIRST, "gateway", "fix", "--config", gatewayConfig, "--data", gatewayDir.toString());
        command(0, "", "fix-password", "FIXAA01", "--generate", "--yes", "--config", gatewayConfig, "--data",
            gatewayDir.toString());
        final VenueProcess backup = ready(SECOND, "backup", "--config", config, "--data", copy.toString());
        firmRelay = new TcpRelay(gatewayAddress());
        fixFirm = new LearningFixClient(new InetSocketAddress("127.0.0.1", firmRelay.port()), "FIXBB01", "BB01000");
        flow.await("the client", () -> fixFirm.isLoggedOn());
        buyOverFix(UNHEARD);
        clear("intraday", cleared);
        final String gatewayOrigin = "gateway-" + address(FIRST) + "-" + gatewayPort();
        final List<String> origins = List.of("member-1", "member-2", gatewayOrigin);
        awaitFiles(copy, Stream.concat(Stream.of("member-0"), origins.stream()).toList());

        // On the machine of the member: others may not reach member 0.
        assertRefused(launch(FIRST, List.of("hand-over", "--yes", "--data", cleared.toString())),
            "member 0 lives and has the gateways");
        engine.kill();
        VenueProcess.clean(dir.resolve("first"));
        buyOverFix(UNHEARD);
        clear("intraday", cleared);
        awaitFiles(copy, origins);
        assertTrue(
            BackupStatus.read(copy).problem().startsWith("files of member-0: "), BackupStatus.read(copy)::toString);
        assertRefused(launch(SECOND, List.of("failover", "--config", config("second", SECOND, 1), "--data",
            dir.resolve("second").toString(), "--backup", copy.toString(), "--yes")),
            "answering=[member-1, member-2]");
        // In order: what it does at its end is copied, too.
        gateway.stop();
        final Map<String, Long> numbers = StoreFiles.nextSenderNumbers(gatewayDir.resolve("fix"));
        backup.kill();
        members.forEach(VenueProcess::kill);
        firmRelay.stop();

        final Path second = dir.resolve("second");
        fixFirm.mayRepeat();
        final VenueProcess venue = ready(SECOND, signedByTwo(copy, List.of("failover", "--config",
            config("second", SECOND, 1), "--data", second.toString(), "--backup", copy.toString())));
        for (final String taken : List.of("clearing of member-1", "keys of member-1", "stores of " + gatewayOrigin,
            "passwords of " + gatewayOrigin))
        {
            assertTrue(venue.out().stream().anyMatch((line) -> line.matches("takes +.*") && line.contains(taken)),
                venue::describe);
        }
        assertEquals(files(cleared.resolve("clearing")), files(second.resolve("clearing")));
        assertEquals(files(cleared.resolve("keys")), files(second.resolve("keys")));
        assertEquals(Files.readString(gatewayDir.resolve("fix-passwords")),
            Files.readString(second.resolve("fix-passwords")));
        assertTrue(StoreFiles.nextSenderNumbers(dir.resolve("second-stores")).get("FIXBB01") >=
            numbers.get("FIXBB01") + 1_000_000);
        firmRelay.start(fixAddress(second));
        flow.await("the client", () -> fixFirm.isLoggedOn());
        buyOverFix(UNHEARD);
        flow.await("FIX reports", () -> fixFirm.knowsAll());
        assertEquals(List.of(), fixFirm.unexpected());
        clear("intraday", second);
    }

    @Override
    Map<String, Object> options(final String name, final int site, final int memberCount) throws IOException
    {
        final Map<String, Object> options = super.options(name, site, memberCount);
        options.put("venue.site.gateways", List.of(address(FIRST) + ":" + gatewayPort()));
        return options;
    }

    private int gatewayPort()
    {
        return ports[FIRST] + PORTS - 1;
    }

    private String gatewayConfig() throws IOException
    {
        final Map<String, Object> options = options(GATEWAY, FIRST, MEMBERS);
        options.remove("venue.fix.stores");
        options.put("venue.cluster.component-host", address(FIRST));
        options.put("venue.site.gateway", address(FIRST) + ":" + gatewayPort());
        // No market data runs that it could hear.
        options.put("venue.marketdata.watermark", "239.195.12.99:" + gatewayPort());
        options.put("venue.fix.public-first-timeout", "5 ms");
        return VenueProcess.writeConfig(dir.resolve(GATEWAY + ".conf"), options).toString();
    }

    private InetSocketAddress gatewayAddress() throws IOException
    {
        return VenueProcess.address(ComponentDescriptor.read(dir.resolve(GATEWAY), ComponentKind.FIX).address());
    }

    private void awaitFiles(final Path copy, final List<String> origins)
    {
        final long nowMs = System.currentTimeMillis();
        flow.await("files of " + origins, () -> BackupStatus.isIn(copy) && BackupStatus.read(copy).wholeMs() >= nowMs &&
            origins.stream().allMatch((origin) -> BackupStatus.read(copy).files().getOrDefault(origin, 0L) >= nowMs));
    }

    private void buyOverFix(final int count)
    {
        for (int i = 0; i < count; i++)
        {
            fixFirm.send();
        }
        flow.await("answers over FIX", () -> 0 == fixFirm.unanswered());
    }
}
