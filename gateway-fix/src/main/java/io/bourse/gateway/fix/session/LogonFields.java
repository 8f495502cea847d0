// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.wire.FixReader;
import java.security.cert.X509Certificate;
import java.util.Arrays;

/**
 * Takes the secrets out of a Logon: they go into arrays that can be wiped, and asterisks stand in their place, before
 * a text of the message is made.
 */
final class LogonFields
{
    private static final int CHECK_SUM_MODULUS = 256;
    private static final int CHECK_SUM_DIGITS = 3;
    private static final int CHECK_SUM_FIELD = "10=".length();
    private static final int RADIX = 10;
    private static final int BYTE_MASK = 0xFF;

    private LogonFields()
    {
    }

    /**
     * Makes the request, and masks the secrets in the bytes of the message.
     *
     * @param session that the client wants to begin.
     * @param connection that it came on.
     * @param certificate that the client has shown; null for none.
     * @param isCertificateRight whether it has shown the certificate of the session.
     * @param message whose bytes are changed.
     * @return request with secrets to be wiped.
     */
    static LogonRequest take(
        final FixSession session,
        final FixConnection connection,
        final X509Certificate certificate,
        final boolean isCertificateRight,
        final FixReader message)
    {
        final LogonRequest request = new LogonRequest(
            session,
            message.string(message.find(Tags.USERNAME)),
            characters(message, message.find(Tags.PASSWORD)),
            characters(message, message.find(Tags.NEW_PASSWORD)),
            connection.remoteAddress(),
            null == certificate ? null : certificate.getSubjectX500Principal().getName(),
            isCertificateRight);
        mask(message);
        return request;
    }

    private static char[] characters(final FixReader message, final int index)
    {
        if (index < 0)
        {
            return new char[0];
        }
        final char[] characters = new char[message.length(index)];
        for (int i = 0; i < characters.length; i++)
        {
            characters[i] = (char)(message.bytes()[message.offset(index) + i] & BYTE_MASK);
        }
        return characters;
    }

    /** All of them, should one stand there twice. */
    static void mask(final FixReader message)
    {
        final byte[] bytes = message.bytes();
        boolean isMasked = false;
        for (int i = 0; i < message.fieldCount(); i++)
        {
            if (Tags.PASSWORD == message.tag(i) || Tags.NEW_PASSWORD == message.tag(i))
            {
                Arrays.fill(bytes, message.offset(i), message.offset(i) + message.length(i), (byte)'*');
                isMasked = true;
            }
        }
        final int last = message.fieldCount() - 1;
        if (isMasked && Tags.CHECK_SUM == message.tag(last) && CHECK_SUM_DIGITS == message.length(last))
        {
            writeCheckSum(bytes, message.messageOffset(), message.offset(last));
        }
    }

    private static void writeCheckSum(final byte[] bytes, final int begin, final int digits)
    {
        int sum = 0;
        for (int i = begin; i < digits - CHECK_SUM_FIELD; i++)
        {
            sum += bytes[i] & BYTE_MASK;
        }
        sum %= CHECK_SUM_MODULUS;
        for (int i = CHECK_SUM_DIGITS - 1; i >= 0; i--)
        {
            bytes[digits + i] = (byte)('0' + sum % RADIX);
            sum /= RADIX;
        }
    }
}
