// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.crypto.ManifestSigner;
import io.bourse.clearing.file.DurableFile;

import java.io.IOException;
import java.nio.file.Files;

/**
 * The head of the audit trail at a publication, signed: whoever cuts lines off the end of the trail later has to
 * explain this file. Its time is that of the clock, so it is none of the files with a digest.
 */
final class AuditHead
{
    static final String FILE_NAME = "audit-head.json";
    static final String SIGNATURE_NAME = "audit-head.json.p7s";

    private AuditHead()
    {
    }

    static boolean isSigned(final RunDirectory directory)
    {
        return Files.exists(directory.file(SIGNATURE_NAME));
    }

    static void sign(
        final AuditTrail audit, final ManifestSigner signer, final RunDirectory directory) throws IOException
    {
        final byte[] head = Json.bytes(audit.head());
        DurableFile.write(directory.file(FILE_NAME), head);
        DurableFile.write(directory.file(SIGNATURE_NAME), signer.sign(head));
    }
}
