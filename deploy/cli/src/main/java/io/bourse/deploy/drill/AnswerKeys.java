// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a client received in all its lives, by number or id: distinguishes what is new from a repetition. A repetition
 * must have the same text, and its mark. Used by the client's thread and by that of QuickFIX/J.
 */
final class AnswerKeys
{
    private final Map<String, Integer> hashes = new HashMap<>();
    private final ClientJournal journal;

    /**
     * Keys of earlier lives.
     *
     * @param journal that new messages are written to.
     * @param lines that it has already.
     */
    AnswerKeys(final ClientJournal journal, final List<ClientJournal.Line> lines)
    {
        this.journal = journal;
        lines.stream().filter(line -> ClientJournal.ANSWER == line.kind())
            .forEach(line -> hashes.put(line.key(), line.text().hashCode()));
    }

    /**
     * Writes down a message, unless it was received before.
     *
     * @param key number or id of the message.
     * @param text of {@link AnswerText}.
     * @param isRepetition whether the venue says that it may have sent the message before. TWIME has no such mark: the
     *                     number says it.
     * @return whether it is new.
     */
    synchronized boolean write(final String key, final String text, final boolean isRepetition)
    {
        final Integer before = hashes.putIfAbsent(key, text.hashCode());
        if (null == before)
        {
            journal.write(ClientJournal.ANSWER, key, text);
            return true;
        }
        if (before != text.hashCode())
        {
            journal.write(ClientJournal.WRONG, key, "another text under the same key: " + text);
        }
        else if (!isRepetition)
        {
            journal.write(ClientJournal.WRONG, key, "repeated as if it were new: " + text);
        }
        return false;
    }

    /** How many messages were received. */
    synchronized long count()
    {
        return hashes.size();
    }
}
