// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import io.bourse.clearing.crypto.ManifestSigner;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.run.store.RunDirectory;

import java.io.IOException;
import java.nio.file.Files;

/**
 * The head of the audit trail at a publication, signed: a trail with lines cut off its end contradicts this file. Its
 * time is that of the clock, so it is none of the files with a digest.
 */
public final class AuditHead
{
    public static final String FILE_NAME = "audit-head.json";
    public static final String SIGNATURE_NAME = "audit-head.json.p7s";

    private AuditHead()
    {
    }

    /** Whether the head of a run is signed. */
    public static boolean isSigned(final RunDirectory directory)
    {
        return Files.exists(directory.file(SIGNATURE_NAME));
    }

    /** Signs the head of the trail at the publication of a run. */
    public static void sign(
        final ClearingAuditTrail audit, final ManifestSigner signer, final RunDirectory directory) throws IOException
    {
        final byte[] head = Json.bytes(audit.head());
        DurableFile.write(directory.file(FILE_NAME), head);
        DurableFile.write(directory.file(SIGNATURE_NAME), signer.sign(head));
    }
}
