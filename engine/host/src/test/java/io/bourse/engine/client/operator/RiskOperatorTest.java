// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * An operator's hand on limits, on a real engine.
 */
@Timeout(60)
@Tag("venue")
class RiskOperatorTest
{
    private static final int REGISTERS = 1_000;

    @TempDir
    private Path dir;
    private TestEngine engine;
    private RiskOperator risk;

    @BeforeEach
    void start()
    {
        engine = TestEngine.start(dir).withDemoReferenceData();
        risk = new RiskOperator(engine.operator());
    }

    @AfterEach
    void stop()
    {
        engine.close();
    }

    private static List<CollateralSpec> collaterals()
    {
        final List<CollateralSpec> specs = new ArrayList<>();
        for (int i = 0; i < REGISTERS; i++)
        {
            specs.add(new CollateralSpec(LimitLevel.CLIENT, "AA01001", i));
        }
        return specs;
    }

    @Test
    void shouldNameTheFirstRegisterThatIsRefused()
    {
        assertEquals(REGISTERS, risk.setCollaterals(collaterals().iterator()));
        for (final int refused : new int[]{0, 300, 600, REGISTERS - 1})
        {
            final List<CollateralSpec> specs = collaterals();
            specs.set(refused, new CollateralSpec(LimitLevel.SETTLEMENT_ACCOUNT, "NOBODY", refused));
            // One behind it may be on its way when the refusal comes.
            specs.set(Math.min(REGISTERS - 1, refused + 1),
                new CollateralSpec(LimitLevel.SETTLEMENT_ACCOUNT, refused == REGISTERS - 1 ? "NOBODY" : "OTHER",
                    refused));
            final String message = assertThrows(
                CommandRefusedException.class, () -> risk.setCollaterals(specs.iterator())).getMessage();
            assertTrue(message.contains(
                "level=SETTLEMENT_ACCOUNT registerCode=NOBODY kopecks=" + refused + " sequence="), message);
        }
    }
}
