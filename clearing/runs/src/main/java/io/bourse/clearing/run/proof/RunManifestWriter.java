// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.proof;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.run.audit.AuditRecord;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.RunJournal;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunState;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/**
 * Signs a run whose reports and packages are complete. What was signed once is not signed with other contents: of a run
 * that is signed again, because reports or packages were made again, every other file must be as it was.
 */
public record RunManifestWriter(RunDirectory directory, RunJournal journal, ClearingAuditTrail audit)
{
    /**
     * Writes and signs the manifest, if the one that is there does not say the same.
     *
     * @return line of the audit trail with the manifest.
     * @throws InputCorruptException when a file is not the one that was signed before.
     */
    public AuditRecord sign(final ClearingKeys keys) throws IOException
    {
        final RunManifest before = RunManifest.signed(directory, keys);
        final List<AuditRecord> trail = audit.read();
        final RunManifest now = RunManifest.of(directory, trail.getLast());
        requireUnchanged(before, now);
        requireNoted(now, trail);
        if (null == before || !before.isLike(now))
        {
            final byte[] bytes = Json.bytes(now);
            Files.deleteIfExists(directory.file(RunManifest.SIGNATURE_NAME));
            DurableFile.write(directory.file(RunManifest.FILE_NAME), bytes);
            DurableFile.write(directory.file(RunManifest.SIGNATURE_NAME), keys.signer().sign(bytes));
        }
        return noted(now, trail);
    }

    private void requireUnchanged(final RunManifest before, final RunManifest now)
    {
        final Map<String, String> files = now.byName();
        for (final RunState.FileDigest file : null == before ? List.<RunState.FileDigest>of() : before.files())
        {
            if (!RunManifest.isChanging(file.name()) && !file.sha256().equals(files.get(file.name())))
            {
                throw new InputCorruptException("a file is not the one that was signed, restore it from a backup: " +
                    "file=" + directory.file(file.name()) + " sha256=" + files.get(file.name()) + " signedSha256=" +
                    file.sha256());
            }
        }
    }

    /** A manifest that is lost is made again, if the files are those that the trail has noted. */
    private void requireNoted(final RunManifest now, final List<AuditRecord> trail)
    {
        final AuditRecord last = RunTrailProof.signing(trail, directory.runId());
        if (null != last && !now.filesSha256().equals(last.arguments().get(RunManifest.FILES_SHA256)))
        {
            throw new InputCorruptException("the files of the run are not those that were signed, restore them from " +
                "a backup: runId=" + directory.runId() + " filesSha256=" + now.filesSha256() + " signedFilesSha256=" +
                last.arguments().get(RunManifest.FILES_SHA256) + " auditLine=" + last.seq());
        }
    }

    private AuditRecord noted(final RunManifest now, final List<AuditRecord> trail) throws IOException
    {
        final String sha256 = Digests.sha256Of(directory.file(RunManifest.FILE_NAME));
        final AuditRecord last = RunTrailProof.signing(trail, directory.runId());
        return null != last && sha256.equals(last.arguments().get(RunManifest.SHA256)) ? last :
            journal.note(RunManifest.COMMAND, Map.of(
            RunManifest.SHA256, sha256, RunManifest.FILES_SHA256, now.filesSha256()), "OK");
    }
}
