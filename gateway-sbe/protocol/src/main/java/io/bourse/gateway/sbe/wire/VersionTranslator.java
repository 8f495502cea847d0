// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.wire;

import io.bourse.gateway.sbe.twime.ComplianceIDEnum;
import io.bourse.gateway.sbe.twime.EstablishmentRejectCodeEnum;
import io.bourse.gateway.sbe.twime.EstablishmentRejectDecoder;
import io.bourse.gateway.sbe.twime.MessageHeaderDecoder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

import java.nio.ByteOrder;

/**
 * Turns frames of older header versions into frames of version 7 and back, at the edge of the gateway only (TWIME A.9).
 * Copies bytes from buffer to buffer and holds no state. Session messages have had the same layout since version 1, so
 * that for these any version number may be given.
 */
public final class VersionTranslator
{
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int HEADER_LENGTH = TwimeFrames.HEADER_LENGTH;
    private static final int FIRST_WITH_FLAGS2 = 6;
    private static final int FIRST_WITH_COMPLIANCE_ID = 7;
    /** DueToCrossCancel and NegotiatedMatchByRef: bits that edition 6.0 and 6.3 gave a meaning. */
    private static final long FLAGS_SINCE_VERSION_6 = 1L << 13 | 1L << 31;

    private VersionTranslator()
    {
    }

    /**
     * Makes a request of version 7 of one of an older version: where version 7 has a ComplianceID, it says that none is
     * available.
     *
     * @param source that holds a whole frame with the block length of its version.
     * @param offset of the frame.
     * @param target for the frame of version 7, {@link TwimeFrames#MAX_FRAME_LENGTH} bytes at least.
     * @param targetOffset of the new frame.
     * @return length of the new frame.
     */
    public static int up(
        final DirectBuffer source, final int offset, final MutableDirectBuffer target, final int targetOffset)
    {
        final int blockLength = unsigned(source, offset + MessageHeaderDecoder.blockLengthEncodingOffset());
        final int templateId = unsigned(source, offset + MessageHeaderDecoder.templateIdEncodingOffset());
        final int complianceIdOffset = WireVersion.requestComplianceIdOffset(templateId);
        final int head = HEADER_LENGTH +
            (WireVersion.NO_FIELD == complianceIdOffset ? blockLength : complianceIdOffset);
        final int length = HEADER_LENGTH + blockLength;
        target.putBytes(targetOffset, source, offset, head);
        int newLength = length;
        if (head < length)
        {
            target.putByte(targetOffset + head, ComplianceIDEnum.NotAvailable.value());
            newLength += WireVersion.COMPLIANCE_ID_LENGTH;
            target.putBytes(
                targetOffset + head + WireVersion.COMPLIANCE_ID_LENGTH, source, offset + head, length - head);
        }
        header(target, targetOffset, newLength - HEADER_LENGTH, templateId, WireVersion.CURRENT);
        return newLength;
    }

    /**
     * Length that an answer has in an older version.
     *
     * @param version of the header on the wire.
     * @param source that holds the frame of version 7.
     * @param offset of the frame.
     * @param length of the frame.
     * @return length with header.
     */
    public static int downLength(final int version, final DirectBuffer source, final int offset, final int length)
    {
        final int templateId = unsigned(source, offset + MessageHeaderDecoder.templateIdEncodingOffset());
        return HEADER_LENGTH + downBlockLength(version, templateId, length - HEADER_LENGTH);
    }

    /**
     * Makes an answer of an older version of one of version 7. Left out: ComplianceID, and for version 5 Flags2 and
     * those bits of Flags that it does not know. The code TooFastReconnect, new in version 7, becomes Unspecified.
     *
     * @param version of the header on the wire.
     * @param source that holds the frame of version 7.
     * @param offset of the frame.
     * @param length of the frame.
     * @param target for the frame, with space for {@link #downLength}.
     * @param targetOffset of the new frame.
     */
    public static void down(
        final int version,
        final DirectBuffer source,
        final int offset,
        final int length,
        final MutableDirectBuffer target,
        final int targetOffset)
    {
        final int templateId = unsigned(source, offset + MessageHeaderDecoder.templateIdEncodingOffset());
        final int blockLength = downBlockLength(version, templateId, length - HEADER_LENGTH);
        final int flags2Offset = WireVersion.flags2Offset(templateId);
        if (version < FIRST_WITH_FLAGS2 && WireVersion.NO_FIELD != flags2Offset)
        {
            final int head = HEADER_LENGTH + flags2Offset;
            target.putBytes(targetOffset, source, offset, head);
            target.putBytes(
                targetOffset + head,
                source,
                offset + head + WireVersion.FLAGS2_LENGTH,
                HEADER_LENGTH + blockLength - head);
            final int flags = targetOffset + head - WireVersion.FLAGS2_LENGTH;
            target.putLong(flags, target.getLong(flags, ORDER) & ~FLAGS_SINCE_VERSION_6, ORDER);
            header(target, targetOffset, blockLength, WireVersion.templateIdOfVersion5(templateId), version);
            return;
        }
        target.putBytes(targetOffset, source, offset, HEADER_LENGTH + blockLength);
        header(target, targetOffset, blockLength, templateId, version);
        if (EstablishmentRejectDecoder.TEMPLATE_ID == templateId && version < FIRST_WITH_COMPLIANCE_ID)
        {
            final int code =
                targetOffset + HEADER_LENGTH + EstablishmentRejectDecoder.establishmentRejectCodeEncodingOffset();
            if (EstablishmentRejectCodeEnum.TooFastReconnect.value() == target.getByte(code))
            {
                target.putByte(code, (byte)EstablishmentRejectCodeEnum.Unspecified.value());
            }
        }
    }

    /**
     * Writes another version into the header of a frame whose layout is the same in both.
     *
     * @param buffer that holds the frame.
     * @param offset of the frame.
     * @param version of the header on the wire.
     */
    public static void stamp(final MutableDirectBuffer buffer, final int offset, final int version)
    {
        buffer.putShort(offset + MessageHeaderDecoder.versionEncodingOffset(), (short)version, ORDER);
    }

    static int downBlockLength(final int version, final int templateId, final int blockLength)
    {
        int length = blockLength;
        if (version < FIRST_WITH_COMPLIANCE_ID && WireVersion.isAnswerWithComplianceId(templateId))
        {
            length -= WireVersion.COMPLIANCE_ID_LENGTH;
        }
        if (version < FIRST_WITH_FLAGS2 && WireVersion.NO_FIELD != WireVersion.flags2Offset(templateId))
        {
            length -= WireVersion.FLAGS2_LENGTH;
        }
        return length;
    }

    private static int unsigned(final DirectBuffer buffer, final int offset)
    {
        return buffer.getShort(offset, ORDER) & 0xFFFF;
    }

    private static void header(
        final MutableDirectBuffer buffer,
        final int offset,
        final int blockLength,
        final int templateId,
        final int version)
    {
        buffer.putShort(offset + MessageHeaderDecoder.blockLengthEncodingOffset(), (short)blockLength, ORDER);
        buffer.putShort(offset + MessageHeaderDecoder.templateIdEncodingOffset(), (short)templateId, ORDER);
        stamp(buffer, offset, version);
    }
}
