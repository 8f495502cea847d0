// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.quarantine;

import io.bourse.engine.client.operator.Quarantine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class QuarantineDirectoryTest
{
    private static final String SHA256 = "0123456789abcdef".repeat(4);

    @TempDir
    private Path dataDir;

    private QuarantineDirectory directory;
    private Quarantine first;
    private Quarantine second;

    @BeforeEach
    void approveTwo()
    {
        directory = new QuarantineDirectory(dataDir, 3);
        assertEquals(Quarantines.NONE, directory.load(List.of()));
        first = approved(1_000);
        second = approved(2_000);
    }

    private Quarantine approved(final long position)
    {
        final Quarantine request =
            new Quarantine(3, position, 37, SHA256, "anna", 5, "a=b \\ it breaks the core", null, 0, null);
        directory.write(request);
        assertEquals(List.of(request), directory.load(List.of()).requested());
        final Quarantine approved = directory.approve(directory.load(List.of()), request, "boris", 6);
        directory.write(approved);
        return approved;
    }

    @Test
    void shouldReadWhatItHasWritten()
    {
        assertEquals(new Quarantines(List.of(first, second), List.of()), directory.load(List.of()));
        assertEquals("position=1000 template=PublishNews sha256=" + SHA256 +
            " by anna and boris at 1970-01-01T00:00:00.000000006Z: a=b \\ it breaks the core",
            Quarantines.describe(first));
    }

    @Test
    void shouldRefuseWhatWasChanged() throws IOException
    {
        for (final String change : List.of("position=1000/position=1001", "reason=a/reason=b", "sha256=01/sha256=02",
            "requester=anna/requester=inna", "approver=boris/approver=doris", "approvedNs=6/approvedNs=7",
            "signature=/signature=00", "templateId=37/templateId=38", "partition=3/partition=4",
            "approver=boris/approver=Anna", "requestedNs=5/requestedNs=x"))
        {
            final Path file = file(1_000);
            final String before = Files.readString(file);
            final String[] parts = change.split("/");
            Files.writeString(file, before.replace(parts[0], parts[1]));
            assertThrows(QuarantineException.class, () -> directory.load(List.of()), change);
            Files.writeString(file, before);
        }
        assertEquals(2, directory.load(List.of()).approved().size());
    }

    @Test
    void shouldSeeThatAnEarlierOneIsMissing() throws IOException
    {
        Files.delete(file(1_000));
        assertTrue(assertThrows(QuarantineException.class, () -> directory.load(List.of())).getMessage()
            .startsWith("the signature of the quarantine does not fit"));
        assertEquals(List.of(first, second), directory.load(List.of(first)).approved());
    }

    /** The third is signed behind the second, whose file is lost and which the history names. */
    @Test
    void shouldSignBehindOneThatOnlyTheHistoryNames() throws IOException
    {
        Files.delete(file(2_000));
        final Quarantine request = new Quarantine(3, 3_000, 37, SHA256, "anna", 5, "why", null, 0, null);
        final Quarantine third = directory.approve(directory.load(List.of(first, second)), request, "boris", 6);
        directory.write(third);
        assertEquals(List.of(first, second, third), directory.load(List.of(first, second)).approved());
    }

    @Test
    void shouldTakeFromTheHistoryOnlyWhatIsSigned() throws IOException
    {
        Files.delete(file(1_000));
        Files.delete(file(2_000));
        final Quarantine forged = new Quarantine(3, 500, 37, SHA256, "anna", 5, "forged", "boris", 6, SHA256);
        assertEquals(List.of(first, second), directory.load(List.of(forged, first, second)).approved());
    }

    @Test
    void shouldRefuseWhenKeyIsNotThereOrOthersMayReadIt() throws IOException
    {
        final Path key = dataDir.resolve(QuarantineDirectory.NAME).resolve(QuarantineDirectory.KEY_NAME);
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
        assertThrows(UncheckedIOException.class, () -> directory.load(List.of()));
        Files.delete(key);
        assertThrows(QuarantineException.class, () -> directory.load(List.of()));
    }

    @Test
    void shouldRefuseOnePersonAndAnEarlierCommand()
    {
        final Quarantine request = new Quarantine(3, 3_000, 37, SHA256, "anna", 5, "why", null, 0, null);
        assertThrows(QuarantineException.class, () -> directory.approve(directory.load(List.of()), request, "ANNA", 6));
        final Quarantine earlier = new Quarantine(3, 1_500, 37, SHA256, "anna", 5, "why", null, 0, null);
        assertThrows(QuarantineException.class,
            () -> directory.approve(directory.load(List.of()), earlier, "boris", 6));
    }

    private Path file(final long position)
    {
        return dataDir.resolve(QuarantineDirectory.NAME).resolve(position + ".properties");
    }
}
