// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.gateway.fix.wire.FixWriter;
import quickfix.Field;
import quickfix.Message;
import quickfix.field.MsgType;

/**
 * Writes the bodies of QuickFIX/J messages without groups.
 */
final class ReportBodies
{
    private ReportBodies()
    {
    }

    static FixWriter write(final FixWriter writer, final Message message)
    {
        writer.begin(message.getHeader().getOptionalString(MsgType.FIELD).orElse(""));
        for (final Field<?> field : message)
        {
            writer.text(field.getTag(), field.getObject().toString());
        }
        return writer;
    }
}
