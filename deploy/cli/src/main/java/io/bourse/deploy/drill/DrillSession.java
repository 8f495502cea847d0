// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.deploy.orders.OrderAction;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/**
 * One login of a client process: it writes down what it sends and what it is told before it acts on it, connects again
 * whenever its gateway has gone, and after its own death continues from what it wrote.
 */
abstract class DrillSession implements AutoCloseable
{
    /** Requests in flight at most. */
    private static final int WINDOW = 8;

    /** What it is told, and the state made of it. */
    final ClientBook book = new ClientBook();
    /** Where it writes. */
    final ClientJournal journal;
    private final AnswerKeys keys;
    private final List<String> accounts;
    private final Iterator<ClientBook.Order> leftOver;

    DrillSession(
        final Path directory, final String login, final List<String> accounts, final boolean isNumbered)
    {
        this.accounts = accounts;
        final List<ClientJournal.Line> lines = ClientJournal.read(directory, login);
        journal = ClientJournal.open(directory, login);
        keys = new AnswerKeys(journal, lines);
        book.replay(lines, isNumbered);
        leftOver = List.copyOf(book.working()).iterator();
    }

    /** Connects when that is needed, and takes in what has come. */
    abstract int poll();

    /** Whether requests may be sent: connected, and everything that was missed has come. */
    abstract boolean isUp();

    /** Sends a new order. */
    abstract boolean sendNew(OrderAction action, String account);

    /** Sends a change of a working order. */
    abstract boolean sendChange(ClientBook.Order order, OrderAction action);

    /** Sends a cancel. */
    abstract boolean sendCancel(ClientBook.Order order);

    @Override
    public abstract void close();

    /** Whether everything that was sent through this connection is answered. */
    boolean isQuiet()
    {
        return isUp() && 0 == book.outstanding();
    }

    /**
     * Sends a request of the flow.
     *
     * @return false when it has to be offered again.
     */
    final boolean send(final OrderAction action)
    {
        if (!isUp() || book.outstanding() >= WINDOW)
        {
            return false;
        }
        if (leftOver.hasNext())
        {
            cancelLeftOver(leftOver.next());
            return false;
        }
        if (OrderAction.Kind.NEW == action.kind)
        {
            return sendNew(action, accounts.get(action.account % accounts.size()));
        }
        final ClientBook.Order order = book.byFlowKey(action.key);
        // What is gone cannot be changed, and what is on its way is left alone.
        return null == order || order.isPending || sendChange(order, action);
    }

    /** A client that comes back takes its orders out first, as far as they still work. */
    private void cancelLeftOver(final ClientBook.Order order)
    {
        if (book.working().contains(order))
        {
            sendCancel(order);
        }
    }

    /**
     * Writes down a numbered message, then acts on it when its turn comes.
     *
     * @param number of the message.
     * @param text of {@link AnswerText}.
     */
    final void told(final long number, final String text)
    {
        if (keys.write(Long.toString(number), text, true))
        {
            book.told(number, text);
            noteContradictions();
        }
    }

    /** Acts on what was written down. */
    final void act(final String text)
    {
        book.told(text);
        noteContradictions();
    }

    private void noteContradictions()
    {
        book.takeContradictions().forEach(what -> journal.write(ClientJournal.WRONG, "0", what));
    }

    /** How many messages were told in all lives. */
    final long toldCount()
    {
        return keys.count();
    }

    /**
     * Writes down a message that has no number; on any thread.
     *
     * @param key id of it.
     * @param text of {@link AnswerText}.
     * @param isRepetition whether the venue says that it may have sent the message before.
     * @return whether it is new and to be acted on.
     */
    final boolean writeAnswer(final String key, final String text, final boolean isRepetition)
    {
        return keys.write(key, text, isRepetition);
    }

    /** Writes a refusal down, then acts on it. */
    final void refused(final String name, final String code)
    {
        journal.write(ClientJournal.REFUSED, name, code);
        book.refused(name);
    }
}
