// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.report.file.RunHeader;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What the salts of a package's clients are made from: other for each package, the same whenever it is made.
 */
final class PackageSecret
{
    private static final String HMAC = "HmacSHA256";

    private PackageSecret()
    {
    }

    static byte[] of(final ClearingKeys keys, final RunHeader run, final String wave, final String member)
        throws IOException
    {
        try
        {
            final Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(keys.proofSecret(), HMAC));
            return mac.doFinal((member + "|" + run.runId() + "|" + wave + "|" + run.revision())
                .getBytes(StandardCharsets.UTF_8));
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IOException("salts of clients cannot be made: algorithm=" + HMAC, ex);
        }
    }
}
