// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The comparison of a client's journal with the stream must see everything that a drill is run to see.
 */
class HistoriesTest
{
    private static final String LOGIN = "TWAA01";
    private static final List<String> HISTORY = List.of(
        AnswerText.sessionEvent("SessionDataReady", 1),
        AnswerText.accepted("1", 11, 9_200_000_000L, 5),
        AnswerText.executed(71, 11, 9_200_000_000L, 2, 3),
        AnswerText.accepted("2", 12, 9_300_000_000L, 4),
        AnswerText.cancelled("3", 11, 3));

    @TempDir
    private Path dir;

    @Test
    void shouldFindNothingWhenTheClientReceivedWhatTheStreamHas()
    {
        write(HISTORY);

        assertEquals(List.of(), compare(HISTORY));
    }

    @Test
    void shouldNameATradeThatCameTwice()
    {
        write(HISTORY);
        append("T\t6\t" + HISTORY.get(2) + "\n");

        assertNames(List.of("RECEIVED_TWICE", "RECEIVED_BUT_NOT_IN_STREAM"), compare(HISTORY));
    }

    @Test
    void shouldNameAnAcknowledgedOrderThatTheStreamHasNot()
    {
        write(HISTORY);

        assertNames(List.of("ACKNOWLEDGED_ORDER_NOT_IN_STREAM"), compare(without(3)));
    }

    @Test
    void shouldNameAnOrderAndATradeThatTheClientNeverReceived()
    {
        write(without(2, 3));

        assertNames(List.of("ORDER_LOST_TO_ITS_CLIENT", "NEVER_RECEIVED"), compare(HISTORY));
    }

    @Test
    void shouldNameAnAlteredQuantity() throws IOException
    {
        write(HISTORY);
        final Path file = ClientJournal.file(dir, LOGIN);
        Files.writeString(file, Files.readString(file).replace("qty=2 rest=3", "qty=1 rest=3"));

        assertNames(List.of("NEVER_RECEIVED", "RECEIVED_BUT_NOT_IN_STREAM"), compare(HISTORY));
    }

    @Test
    void shouldNameMessagesInAnotherOrder()
    {
        write(List.of(HISTORY.get(0), HISTORY.get(1), HISTORY.get(3), HISTORY.get(2), HISTORY.get(4)));

        assertNames(List.of("OTHER_ORDER"), compare(HISTORY));
    }

    @Test
    void shouldNameAHoleInTheNumbersAndWhatTheClientItselfFoundWrong()
    {
        write(HISTORY);
        append("W\t0\texecuted though not working: x\nT\t7\t" + AnswerText.accepted("4", 13, 1, 1) + "\n");

        assertNames(List.of("CONTRADICTION", "NUMBERS_WITH_HOLES", "ACKNOWLEDGED_ORDER_NOT_IN_STREAM"),
            compare(HISTORY));
    }

    @Test
    void shouldCutATornLineOffAndGoOnBehindIt()
    {
        write(HISTORY);
        append("T\t6\tACCEPTED 9 ord");

        try (ClientJournal journal = ClientJournal.open(dir, LOGIN))
        {
            journal.write(ClientJournal.ANSWER, "6", AnswerText.accepted("4", 13, 1, 1));
        }

        final List<ClientJournal.Line> lines = ClientJournal.read(dir, LOGIN);
        assertEquals(HISTORY.size() + 1, lines.size());
        assertEquals(
            new ClientJournal.Line(ClientJournal.ANSWER, "6", AnswerText.accepted("4", 13, 1, 1)), lines.getLast());
    }

    @Test
    void shouldKnowWorkingOrdersAndUnansweredRequestsFromTheJournalAlone()
    {
        final ClientBook before = new ClientBook();
        try (ClientJournal journal = ClientJournal.open(dir, LOGIN))
        {
            send(before, journal, 1, null);
            answer(before, journal, "1", AnswerText.accepted("1", 11, 100, 5));
            answer(before, journal, "2", AnswerText.executed(71, 11, 100, 2, 3));
            send(before, journal, 2, null);
        }

        final ClientBook after = new ClientBook();
        after.replay(ClientJournal.read(dir, LOGIN), false);

        assertEquals(3, after.nextNumber());
        assertEquals(0, after.outstanding());
        assertEquals(List.of(11L), after.working().stream().map(order -> order.orderId).toList());
        assertEquals(List.of(3L), after.working().stream().map(order -> order.restLots).toList());
        after.received(AnswerText.accepted("2", 12, 100, 5));
        after.received(AnswerText.cancelled("3", 11, 3));
        assertEquals(List.of(), after.takeContradictions());
        assertEquals(List.of(12L), after.working().stream().map(order -> order.orderId).toList());
        after.received(AnswerText.executed(72, 11, 100, 1, 2));
        assertEquals(1, after.takeContradictions().size());
    }

    @Test
    void shouldActByNumberWhenALiveMessageOvertakesAMissedOneAndTheClientDiesBetweenThem()
    {
        try (ClientJournal journal = ClientJournal.open(dir, LOGIN))
        {
            final ClientBook book = new ClientBook();
            send(book, journal, 1, null);
            journal.write(ClientJournal.ANSWER, "2", AnswerText.executed(71, 11, 100, 2, 3));
            book.received(2, AnswerText.executed(71, 11, 100, 2, 3));
            assertEquals(0, book.lastWhole());
            book.received(1, AnswerText.accepted("1", 11, 100, 5));
            assertEquals(List.of(), book.takeContradictions());
            assertEquals(2, book.lastWhole());
        }

        final ClientBook after = new ClientBook();
        after.replay(ClientJournal.read(dir, LOGIN), true);

        assertEquals(List.of(), List.copyOf(after.working()));
        after.received(1, AnswerText.accepted("1", 11, 100, 5));
        assertEquals(List.of(), after.takeContradictions());
        assertEquals(2, after.lastWhole());
        assertEquals(List.of(3L), after.working().stream().map(order -> order.restLots).toList());
    }

    @Test
    void shouldNameAMessageThatIsSentAgainAsIfItWereNew()
    {
        write(HISTORY);
        try (ClientJournal journal = ClientJournal.open(dir, LOGIN))
        {
            final AnswerKeys keys = new AnswerKeys(journal, ClientJournal.read(dir, LOGIN));
            assertFalse(keys.write("3", HISTORY.get(2), true));
            assertEquals(List.of(), compare(HISTORY));

            assertFalse(keys.write("3", HISTORY.get(2), false));
            assertNames(List.of("CONTRADICTION"), compare(HISTORY));

            assertTrue(keys.write("6", AnswerText.accepted("4", 13, 1, 1), false));
            assertEquals(6, keys.count());
        }
    }

    private static void send(
        final ClientBook book, final ClientJournal journal, final long number, final ClientBook.Order order)
    {
        book.sending(new ClientBook.Request(
            number, Long.toString(number), number, 1001, true, "AA01001", 100, 5), order, journal);
    }

    private static void answer(final ClientBook book, final ClientJournal journal, final String key, final String text)
    {
        journal.write(ClientJournal.ANSWER, key, text);
        book.received(text);
    }

    private void write(final List<String> history)
    {
        try (ClientJournal journal = ClientJournal.open(dir, LOGIN))
        {
            for (int i = 0; i < history.size(); i++)
            {
                journal.write(ClientJournal.ANSWER, Integer.toString(i + 1), history.get(i));
            }
        }
    }

    private void append(final String text)
    {
        try
        {
            Files.writeString(ClientJournal.file(dir, LOGIN), text, StandardOpenOption.APPEND);
        }
        catch (final IOException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private static List<String> without(final int... left)
    {
        return IntStream.range(0, HISTORY.size())
            .filter(i -> IntStream.of(left).noneMatch(out -> out == i))
            .mapToObj(HISTORY::get).toList();
    }

    private List<String> compare(final List<String> expected)
    {
        return Histories.compare(LOGIN, true, expected, ClientJournal.read(dir, LOGIN));
    }

    private static void assertNames(final List<String> names, final List<String> findings)
    {
        assertEquals(names, findings.stream().map(finding -> finding.substring(0, finding.indexOf(' '))).toList());
        assertTrue(findings.stream().allMatch(finding -> finding.contains("login=" + LOGIN)), findings::toString);
    }
}
