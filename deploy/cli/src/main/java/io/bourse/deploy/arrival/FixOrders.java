// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.arrival;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * Requests about orders in FIX, and what comes back.
 */
final class FixOrders implements OrderMessages
{
    private static final byte SOH = 1;
    /** No header of a message is longer than this up to the end of BodyLength(9). */
    private static final int MAX_BEGIN_LENGTH = 32;
    private static final int TRAILER_LENGTH = "10=000|".length();
    private static final String BEGIN = "8=FIX";

    /** Whether a connection begins as FIX does. */
    static boolean isFix(final byte[] bytes)
    {
        return '8' == bytes[0] && '=' == bytes[1];
    }

    @Override
    public int next(final byte[] bytes, final int begin, final int end, final Handler handler)
    {
        final String head = text(bytes, begin, Math.min(end, begin + MAX_BEGIN_LENGTH));
        final int beginEnd = head.indexOf(SOH);
        final int lengthEnd = head.indexOf(SOH, beginEnd + 1);
        if (beginEnd < 0 || lengthEnd < 0)
        {
            return head.length() < MAX_BEGIN_LENGTH ? INCOMPLETE : GARBLED;
        }
        final String bodyLength = head.substring(beginEnd + 1, lengthEnd);
        if (!head.startsWith(BEGIN) || !bodyLength.matches("9=[0-9]{1,6}"))
        {
            return GARBLED;
        }
        final int length = lengthEnd + 1 + Integer.parseInt(bodyLength.substring(2)) + TRAILER_LENGTH;
        if (end - begin < length)
        {
            return INCOMPLETE;
        }
        onMessage(text(bytes, begin + lengthEnd, begin + length), handler);
        return length;
    }

    private static void onMessage(final String body, final Handler handler)
    {
        switch (field(body, 35))
        {
            case "D" -> handler.onRequest(CapturedRequest.Kind.ORDER, field(body, 11));
            case "F" -> handler.onRequest(CapturedRequest.Kind.CANCEL, field(body, 11));
            case "G" -> handler.onRequest(CapturedRequest.Kind.REPLACE, field(body, 11));
            case "q" -> handler.onRequest(CapturedRequest.Kind.MASS_CANCEL, field(body, 11));
            case "8" -> onReport(body, handler);
            case "9" -> handler.onRefused(field(body, 11));
            case "r" -> onMassCancelReport(body, handler);
            case "j" -> handler.onRefused(field(body, 379));
            default ->
            {
                // Neither a request about orders nor its answer.
            }
        }
    }

    private static void onMassCancelReport(final String body, final Handler handler)
    {
        if ("0".equals(field(body, 531)))
        {
            handler.onRefused(field(body, 11));
        }
        else
        {
            handler.onDone(field(body, 11), 0);
        }
    }

    private static void onReport(final String body, final Handler handler)
    {
        switch (field(body, 150))
        {
            case "0", "4", "5" -> handler.onDone(field(body, 11), number(body, 37));
            case "8" -> handler.onRefused(field(body, 11));
            case "F" -> handler.onTrade(number(body, 37), number(body, 527));
            default ->
            {
                // Of an order, and no answer.
            }
        }
    }

    private static long number(final String body, final int tag)
    {
        final String text = field(body, tag);
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    }

    /** The first one of its tag; empty when there is none. */
    private static String field(final String body, final int tag)
    {
        final String key = (char)SOH + Integer.toString(tag) + '=';
        final int at = body.indexOf(key);
        return at < 0 ? "" : body.substring(at + key.length(), body.indexOf(SOH, at + key.length()));
    }

    private static String text(final byte[] bytes, final int begin, final int end)
    {
        return new String(bytes, begin, end - begin, ISO_8859_1);
    }
}
