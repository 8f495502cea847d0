// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.bench;

import io.bourse.engine.protocol.ClearingKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class EngineShareTest
{
    @Test
    @Timeout(60)
    void shouldCancelWhatEveryHaltLeavesUncovered(@TempDir final Path dir)
    {
        final EngineShare.Volumes volumes = new EngineShare.Volumes(2_000, 10, 4_100, 300, 400);
        final EngineShare.Result result = new EngineShare(dir, volumes).measure(3);
        assertEquals(volumes, result.volumes());
        assertEquals(
            List.of(ClearingKind.INTRADAY, ClearingKind.INTRADAY, ClearingKind.INTRADAY, ClearingKind.EVENING),
            result.runs().stream().map(EngineShare.Run::kind).toList());
        // A quarter of the orders each: those whose accounts may use nothing any more.
        assertEquals(List.of(100, 100, 100, 100),
            result.runs().stream().map(EngineShare.Run::uncoveredOrders).toList());
        // One settlement account, the accounts that order, and the limited clients.
        assertEquals(List.of(321L, 321L, 321L, 321L),
            result.runs().stream().map(EngineShare.Run::collaterals).toList());
    }

    @Test
    void shouldRefuseMoreLimitsThanRegisters()
    {
        assertThrows(IllegalArgumentException.class, () -> new EngineShare.Volumes(100, 1, 0, 81, 0));
    }
}
