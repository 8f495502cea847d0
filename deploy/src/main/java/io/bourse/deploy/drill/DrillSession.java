// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.deploy.orders.OrderAction;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

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
    private final Map<String, Integer> toldKeys = new HashMap<>();
    private final List<String> accounts;
    private final Iterator<ClientBook.Order> leftOver;

    DrillSession(final Path directory, final String login, final List<String> accounts)
    {
        this.accounts = accounts;
        final List<ClientJournal.Line> lines = ClientJournal.read(directory, login);
        journal = ClientJournal.open(directory, login);
        lines.stream().filter(line -> ClientJournal.TOLD == line.kind())
            .forEach(line -> toldKeys.put(line.key(), line.text().hashCode()));
        book.replay(lines);
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
     * Writes down what was told, then acts on it.
     *
     * @param key number or id of the message.
     * @param text of {@link Told}.
     */
    final void told(final String key, final String text)
    {
        if (writeTold(key, text))
        {
            act(text);
        }
    }

    /** Acts on what was written down. */
    final void act(final String text)
    {
        book.told(text);
        book.takeContradictions().forEach(what -> journal.write(ClientJournal.WRONG, "0", what));
    }

    /** Writes down what was told; false when it was told before and is only repeated. */
    final synchronized boolean writeTold(final String key, final String text)
    {
        final Integer before = toldKeys.putIfAbsent(key, text.hashCode());
        if (null == before)
        {
            journal.write(ClientJournal.TOLD, key, text);
        }
        else if (before != text.hashCode())
        {
            journal.write(ClientJournal.WRONG, key, "told something else under the same key: " + text);
        }
        return null == before;
    }

    /** Whether a message was told, in any life. */
    final synchronized boolean wasTold(final String key)
    {
        return toldKeys.containsKey(key);
    }

    /** How many messages were told in all lives. */
    final synchronized long toldCount()
    {
        return toldKeys.size();
    }

    /** Writes a refusal down, then acts on it. */
    final void refused(final String name, final String code)
    {
        journal.write(ClientJournal.REFUSED, name, code);
        book.refused(name);
    }
}
