// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * The comparison of copies sees what it is there for.
 */
@Tag("venue")
class CopiesTest
{
    private final List<ClientJournal.Line> received = new ArrayList<>(List.of(
        new ClientJournal.Line(ClientJournal.SENT, "c-1", "1 0 1001 B AA02000 100 1 0"),
        new ClientJournal.Line(ClientJournal.ANSWER, "10-1", AnswerText.accepted("c-1", 5, 100, 1)),
        new ClientJournal.Line(ClientJournal.ANSWER, "20-1", AnswerText.cancelled("c-2", 5, 1)),
        new ClientJournal.Line(ClientJournal.REFUSED, "c-3", "FIX 99 busy")));
    private final List<ClientJournal.Line> copied = new ArrayList<>(received.subList(1, received.size()));

    @Test
    void shouldFindNothingWhenCopiesAreThoseOfTheClient()
    {
        assertEquals(List.of(), Copies.compare(received, copied));
        assertEquals("2 reports, 1 refusals", Copies.counts(received));
    }

    @Test
    void shouldNotMindARefusalThatCameTwiceOrThatItsClientNeverGot()
    {
        copied.add(copied.getLast());
        copied.add(new ClientJournal.Line(ClientJournal.REFUSED, "c-4", "FIX 99 busy"));
        assertEquals(List.of(), Copies.compare(received, copied));
    }

    @Test
    void shouldFindWhatWasNotCopied()
    {
        assertEquals(List.of("NOT_COPIED count=2 first=[10-1=ACCEPTED c-1 order=5 px=100 qty=1, " +
            "20-1=CANCELLED c-2 order=5 qty=1]", "REFUSAL_NOT_COPIED count=1 first=[c-3 FIX 99 busy]"),
            Copies.compare(received, List.of()));
    }

    @Test
    void shouldFindACopyOfNothingAndOneThatSaysSomethingElse()
    {
        copied.set(0, new ClientJournal.Line(ClientJournal.ANSWER, "10-1", AnswerText.accepted("c-1", 5, 100, 2)));
        copied.add(new ClientJournal.Line(ClientJournal.ANSWER, "30-1", AnswerText.cancelled("c-9", 6, 1)));
        copied.add(new ClientJournal.Line(ClientJournal.WRONG, "30-1", "not marked as a copy"));
        assertEquals(List.of("COPY_OF_NOTHING count=1 first=[30-1=CANCELLED c-9 order=6 qty=1]",
            "COPY_DIFFERS count=1 first=[10-1=ACCEPTED c-1 order=5 px=100 qty=1]",
            "CONTRADICTION count=1 first=[not marked as a copy]"), Copies.compare(received, copied));
    }
}
