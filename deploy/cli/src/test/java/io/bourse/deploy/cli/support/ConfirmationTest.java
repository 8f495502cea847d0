// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.util.ArrayList;
import java.util.List;

class ConfirmationTest
{
    private static final List<String> FINDINGS = List.of("it is a Saturday", "it is far");

    @Test
    void shouldAskNothingWhenThereIsNothingToAsk()
    {
        assertDoesNotThrow(() -> Confirmation.require(List.of(), "", null));
    }

    @Test
    void shouldRefuseWithTheWordsWhenThereIsNoTerminal()
    {
        final IllegalStateException ex = assertThrows(
            IllegalStateException.class, () -> Confirmation.require(FINDINGS, "--next for the next one", null));
        assertEquals("nothing was done: it is a Saturday; it is far; add --yes to do it all the same, or --next for " +
            "the next one", ex.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes", "YES", " yes "})
    void shouldGoOnWhenTheAnswerIsYes(final String answer)
    {
        final List<String> questions = new ArrayList<>();
        assertDoesNotThrow(() -> Confirmation.require(FINDINGS, "", question ->
        {
            questions.add(question);
            return answer;
        }));
        assertEquals(List.of("it is a Saturday\nit is far\nType yes to go on: "), questions);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "y", "no", "yes please"})
    void shouldDoNothingWhenTheAnswerIsAnother(final String answer)
    {
        assertThrows(IllegalStateException.class, () -> Confirmation.require(FINDINGS, "", question -> answer));
    }

    @Test
    void shouldNotAskWhenTheCommandLineAnswers()
    {
        final Confirmation confirmation = new Confirmation();
        CommandLine.populateCommand(confirmation, "--yes");
        assertDoesNotThrow(() -> confirmation.require(FINDINGS, ""));
    }
}
