// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import io.bourse.clearing.verify.JsonOrderTest;
import org.junit.jupiter.api.Test;

import java.io.IOException;

/** Manifests, indices and proofs are signed: their properties keep their order. */
class PackageJsonOrderTest
{
    private static final String ORDERS = """
        packages.ClientProof format client root index clients salt files path manifest signature
        packages.ClientProof$File name lines
        packages.PackageIndex format runId kind tradingDate wave revision packages missing
        packages.PackageIndex$Entry name member profile recipientSerial bytes sha256 manifestSha256
        packages.PackageManifest format member runId kind sessionId tradingDate wave revision profile files \
            streebog256 proofs
        packages.PackageManifest$Proofs clients root files
        report.file.Manifest format runId kind sessionId tradingDate revision files
        report.file.ManifestEntry name bytes rows sum sha256
        runreport.BarChart id unit signed categories series
        runreport.BarChart$Series name values
        """;

    @Test
    void shouldWritePropertiesInTheirOrder() throws ReflectiveOperationException, IOException
    {
        JsonOrderTest.assertOrders(ORDERS);
    }
}
