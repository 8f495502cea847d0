// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.deploy.orders.OrderAction;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/**
 * One login of a client process: it writes down what it sends and receives before it acts on it, connects again
 * whenever its gateway has gone, and after its own death continues from what it wrote.
 */
abstract class DrillSession implements AutoCloseable
{
    /** Requests in flight at most. */
    private static final int WINDOW = 8;

    /** What it receives, and the state made of it. */
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

    /** The name of a request by which the venue answers. */
    abstract String name(long number);

    /** Sends a new order. */
    abstract void sendNew(ClientBook.Request request, boolean isImmediate);

    /** Sends another price and another quantity, what was executed included, for a working order. */
    abstract void sendReplace(ClientBook.Request request, ClientBook.Order order, boolean isReduction);

    abstract void sendCancel(ClientBook.Request request, ClientBook.Order order);

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
            final long number = book.nextNumber();
            final ClientBook.Request request = new ClientBook.Request(number, name(number), action.key,
                action.instrumentId, action.buy, accounts.get(action.account % accounts.size()), action.priceE5,
                action.qtyLots);
            book.sending(request, null, journal);
            sendNew(request, action.immediate);
            return true;
        }
        final ClientBook.Order order = book.byFlowKey(action.key);
        // What is gone cannot be changed, and what is on its way is left alone.
        if (null != order && !order.isPending)
        {
            sendChange(order, action);
        }
        return true;
    }

    private void sendChange(final ClientBook.Order order, final OrderAction action)
    {
        final boolean isReduction = OrderAction.Kind.REDUCE == action.kind;
        final long total = order.executedLots + (isReduction ? order.restLots - action.qtyLots : action.qtyLots);
        if (OrderAction.Kind.CANCEL == action.kind)
        {
            sendCancel(sendingChange(order, order.priceE5, 0), order);
        }
        else if (total > 0)
        {
            sendReplace(sendingChange(order, isReduction ? order.priceE5 : action.priceE5, total), order, isReduction);
        }
    }

    private ClientBook.Request sendingChange(final ClientBook.Order order, final long priceE5, final long lots)
    {
        final long number = book.nextNumber();
        final ClientBook.Request request = new ClientBook.Request(number, name(number), order.flowKey,
            order.instrumentId, order.buy, order.account, priceE5, lots);
        book.sending(request, order, journal);
        return request;
    }

    /** A client that comes back takes its orders out first, as far as they still work. */
    private void cancelLeftOver(final ClientBook.Order order)
    {
        if (book.working().contains(order))
        {
            sendCancel(sendingChange(order, order.priceE5, 0), order);
        }
    }

    /**
     * Writes down a numbered message, then acts on it when its turn comes.
     *
     * @param number of the message.
     * @param text of {@link AnswerText}.
     */
    final void received(final long number, final String text)
    {
        if (keys.write(Long.toString(number), text, true))
        {
            book.received(number, text);
            noteContradictions();
        }
    }

    /** Acts on what was written down. */
    final void act(final String text)
    {
        book.received(text);
        noteContradictions();
    }

    private void noteContradictions()
    {
        book.takeContradictions().forEach(what -> journal.write(ClientJournal.WRONG, "0", what));
    }

    /** How many messages were received in all lives. */
    final long receivedCount()
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
