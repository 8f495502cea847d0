// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.acts;

import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.operators.acts.Confirming;
import io.bourse.deploy.operators.acts.OperatorSession;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.testing.TestEngine;
import io.bourse.engine.protocol.FeatureLevels;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** An engine below the level of an act does not understand its commands, and would answer nothing. */
@Tag("venue")
class ActLevelTest
{
    @TempDir
    private static Path dir;
    private static TestEngine engine;
    private static int level = FeatureLevels.BASE;

    @BeforeAll
    static void start()
    {
        engine = TestEngine.start(dir).withDemoReferenceData();
    }

    @AfterAll
    static void stop()
    {
        engine.close();
    }

    /** By level: the engine is always at the one before. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "5 | CLOCK_CONFIRM | {'time':'NOW'}",
        "6 | TRADE_BUST | {'tradeId':'1','reason':'x'}",
        "6 | TRADE_CORRECT | {'tradeId':'1','lots':1,'reason':'x'}",
        "7 | FIRM_LIMITS | {'level':'CLIENT','code':'AA01001','block':true}",
        "7 | MASS_CANCEL | {'firm':'AA01'}",
        "7 | LOGIN_DISCONNECT | {'loginId':1}",
        "7 | LOGIN_DISCONNECT | {'loginId':1,'resetNumbers':true}",
        "7 | LOGIN_BLOCK | {'loginId':1}",
        "7 | LOGIN_BLOCK | {'loginId':1,'lift':true}",
        "7 | OPERATOR_ADD | {'name':'o','roles':['member-risk-officer'],'publicKey':'30','firm':'AA01'}",
        "8 | GATEWAY_ACTIVATE | {'gateway':'FIX'}"})
    void shouldSayWhichLevelAnActNeeds(final int needed, final ActKind kind, final String body) throws IOException
    {
        while (level < needed - 1)
        {
            new SessionOperator(engine.operator()).setFeatureLevel(++level);
        }
        final long cursor = engine.connect().endCursor();
        final ActForm form = ActForm.of(kind, ActForm.MAPPER.readTree(body.replace('\'', '"')
            .replace("NOW", Instant.now().toString())));
        final IllegalStateException ex = assertThrows(IllegalStateException.class, () ->
            new OperatorSession(Operators.NONE, null, "test", dir, Confirming.NOT_ASKED)
                .execute(engine.connect(), form.act()));
        assertTrue(ex.getMessage().contains("below feature level " + needed) &&
            ex.getMessage().endsWith("featureLevel=" + level), ex::getMessage);
        assertEquals(cursor, engine.connect().endCursor());
    }
}
