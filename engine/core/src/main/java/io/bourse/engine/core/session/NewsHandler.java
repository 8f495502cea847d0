// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.session;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.EventGroupWriter;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.NewsPublishedEncoder;
import io.bourse.engine.protocol.PublishNewsDecoder;
import io.bourse.engine.protocol.RejectReason;

/**
 * Executes {@code PublishNews}: news of an operator to members goes through the journal into the event stream. Nothing
 * of the state changes.
 */
public final class NewsHandler
{
    /** Gateway of operator tools. */
    private static final int OPERATORS = 0;

    private final PublishNewsDecoder news = new PublishNewsDecoder();
    private final NewsPublishedEncoder published = new NewsPublishedEncoder();
    private final ReferenceData referenceData;
    private final EventGroupWriter writer;

    public NewsHandler(final ReferenceData referenceData, final EventGroupWriter writer)
    {
        this.referenceData = referenceData;
        this.writer = writer;
    }

    /**
     * Enters the command of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(PublishNewsDecoder.TEMPLATE_ID, this::onPublishNews)
            .instrumentAt(PublishNewsDecoder.instrumentIdEncodingOffset()));
    }

    private RejectReason onPublishNews(final CommandEnvelope envelope)
    {
        if (OPERATORS != envelope.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        final PublishNewsDecoder command = envelope.decode(news);
        if (0 != command.instrumentId() && null == referenceData.instrument(command.instrumentId()))
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        if (0 != command.loginId() && null == referenceData.login(command.loginId()))
        {
            return RejectReason.UNKNOWN_LOGIN;
        }
        final long firmCode = envelope.firmAt(PublishNewsDecoder.brokerageFirmEncodingOffset());
        if (0 != firmCode && null == referenceData.firm(firmCode))
        {
            return RejectReason.UNKNOWN_FIRM;
        }
        if (!isText(command, PublishNewsDecoder.headlineEncodingOffset(), PublishNewsDecoder.headlineLength(), ' ') ||
            0 == command.headline(0) ||
            !isText(command, PublishNewsDecoder.textEncodingOffset(), PublishNewsDecoder.textLength(), '\n'))
        {
            return RejectReason.INVALID_FIELD;
        }
        publish(command);
        return null;
    }

    /** Printable ASCII, one more character, and nothing but zeros after the first zero. */
    private static boolean isText(
        final PublishNewsDecoder command, final int offset, final int length, final char alsoAllowed)
    {
        boolean isEnded = false;
        for (int i = 0; i < length; i++)
        {
            final byte character = command.buffer().getByte(command.offset() + offset + i);
            isEnded |= 0 == character;
            if (isEnded ? 0 != character : alsoAllowed != character && (character < ' ' || character > '~'))
            {
                return false;
            }
        }
        return true;
    }

    /** The fields after the header of the command are those of the event. */
    private void publish(final PublishNewsDecoder command)
    {
        writer.next(published);
        writer.buffer().putBytes(
            published.offset(),
            command.buffer(),
            command.offset() + PublishNewsDecoder.instrumentIdEncodingOffset(),
            NewsPublishedEncoder.BLOCK_LENGTH);
    }
}
