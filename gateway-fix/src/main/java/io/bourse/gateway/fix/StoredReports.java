// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import quickfix.MessageStore;

/**
 * Which reports behind the handed mark a session's store holds already. The process may have died after it stored
 * reports of a transaction and before it moved the mark: those reports must not get a second sequence number.
 */
final class StoredReports
{
    private static final int CHUNK = 256;
    private static final char SOH = '\001';

    private StoredReports()
    {
    }

    /**
     * Reads the store backwards until it comes to a report of a transaction that the mark covers.
     *
     * @param store of one session.
     * @param handedPosition journal position of the mark.
     * @return keys as {@link #key} makes them.
     * @throws IOException when the store cannot be read.
     */
    static Set<String> behind(final MessageStore store, final long handedPosition) throws IOException
    {
        final Set<String> keys = new HashSet<>();
        int end = store.getNextSenderMsgSeqNum() - 1;
        boolean covered = false;
        while (end > 0 && !covered)
        {
            final int begin = Math.max(1, end - CHUNK + 1);
            final List<String> messages = new ArrayList<>();
            store.get(begin, end, messages);
            for (int i = messages.size() - 1; i >= 0 && !covered; i--)
            {
                final String key = key(messages.get(i));
                if (null != key)
                {
                    final long position = ExecIds.position(key);
                    covered = position > 0 && position <= handedPosition;
                    keys.add(key);
                }
            }
            end = begin - 1;
        }
        return keys;
    }

    /**
     * Identity of a report: its ExecID, or for an OrderCancelReject the ClOrdID it answers.
     *
     * @param message as sent.
     * @return key, or null when the message is neither.
     */
    static String key(final String message)
    {
        final String type = field(message, "35");
        if ("8".equals(type))
        {
            return field(message, "17");
        }
        return "9".equals(type) ? "9" + SOH + field(message, "11") : null;
    }

    private static String field(final String message, final String tag)
    {
        final int at = message.indexOf(SOH + tag + "=");
        if (at < 0)
        {
            return null;
        }
        final int begin = at + tag.length() + 2;
        return message.substring(begin, message.indexOf(SOH, begin));
    }
}
