// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.security;

import io.aeron.archive.codecs.ArchiveIdRequestDecoder;
import io.aeron.archive.codecs.BoundedReplayRequestDecoder;
import io.aeron.archive.codecs.FindLastMatchingRecordingRequestDecoder;
import io.aeron.archive.codecs.KeepAliveRequestDecoder;
import io.aeron.archive.codecs.ListRecordingRequestDecoder;
import io.aeron.archive.codecs.ListRecordingsForUriRequestDecoder;
import io.aeron.archive.codecs.ListRecordingsRequestDecoder;
import io.aeron.archive.codecs.MaxRecordedPositionRequestDecoder;
import io.aeron.archive.codecs.MessageHeaderDecoder;
import io.aeron.archive.codecs.RecordingPositionRequestDecoder;
import io.aeron.archive.codecs.ReplayRequestDecoder;
import io.aeron.archive.codecs.StartPositionRequestDecoder;
import io.aeron.archive.codecs.StopPositionRequestDecoder;
import io.aeron.archive.codecs.StopReplayRequestDecoder;
import io.aeron.security.AuthorisationService;

import java.nio.charset.StandardCharsets;

/**
 * What a principal may ask of an archive: the process that owns it everything, all others to look and to replay.
 */
public final class ArchiveRights implements AuthorisationService
{
    @Override
    public boolean isAuthorised(
        final int protocolId, final int actionId, final Object type, final byte[] encodedPrincipal)
    {
        final Principal principal = null == encodedPrincipal ? null :
            Principal.parse(new String(encodedPrincipal, StandardCharsets.US_ASCII));
        return MessageHeaderDecoder.SCHEMA_ID == protocolId && null != principal &&
            (Role.ENGINE == principal.role() || isReading(actionId));
    }

    /** Whether a request changes nothing in the archive. */
    static boolean isReading(final int templateId)
    {
        return switch (templateId)
        {
            case KeepAliveRequestDecoder.TEMPLATE_ID,
                ArchiveIdRequestDecoder.TEMPLATE_ID,
                ListRecordingRequestDecoder.TEMPLATE_ID,
                ListRecordingsRequestDecoder.TEMPLATE_ID,
                ListRecordingsForUriRequestDecoder.TEMPLATE_ID,
                FindLastMatchingRecordingRequestDecoder.TEMPLATE_ID,
                StartPositionRequestDecoder.TEMPLATE_ID,
                StopPositionRequestDecoder.TEMPLATE_ID,
                RecordingPositionRequestDecoder.TEMPLATE_ID,
                MaxRecordedPositionRequestDecoder.TEMPLATE_ID,
                ReplayRequestDecoder.TEMPLATE_ID,
                BoundedReplayRequestDecoder.TEMPLATE_ID,
                StopReplayRequestDecoder.TEMPLATE_ID -> true;
            default -> false;
        };
    }
}
