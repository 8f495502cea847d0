// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.BadLine;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import static org.junit.jupiter.api.Assertions.assertEquals;

class SelfTradeCommandTest
{
    @ParameterizedTest
    @CsvSource({
        "--scope account --mode cancel-incoming, ACCOUNT, CANCEL_INCOMING",
        "--mode cancel-resting --scope client, CLIENT, CANCEL_RESTING",
        "--scope FIRM --mode CANCEL_BOTH, FIRM, CANCEL_BOTH",
        "--scope Firm --mode decrement, FIRM, DECREMENT",
        "--off, NONE, CANCEL_INCOMING"})
    void shouldTakeScopeAndModeOrNeither(final String line, final SelfTradeScope scope, final SelfTradeMode mode)
    {
        final SelfTradeCommand command = new SelfTradeCommand();
        new CommandLine(command).parseArgs(("--firm AA01 " + line).split(" "));
        assertEquals(scope, command.scope());
        assertEquals(mode, command.mode());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "",
        "--off",
        "--firm AA01",
        "--firm AA --off",
        "--scope client --mode cancel-resting",
        "--firm AA01 --scope client",
        "--firm AA01 --mode cancel-resting",
        "--firm AA01 --scope client --off",
        "--firm AA01 --scope client --mode cancel-resting --off",
        "--firm AA01 --scope none --mode cancel-resting",
        "--firm AA01 --scope null-val --mode cancel-resting",
        "--firm AA01 --scope client --mode null-val",
        "--firm AA01 --scope client --mode cancel"})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        BadLine.assertExplained(new SelfTradeCommand(), line);
    }
}
