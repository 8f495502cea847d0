// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.wire;

import io.bourse.gateway.sbe.twime.ExecutionMultilegReportDecoder;
import io.bourse.gateway.sbe.twime.ExecutionSingleReportDecoder;
import io.bourse.gateway.sbe.twime.MessageHeaderDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergResponseDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergXDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderIcebergReplaceRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceRequestDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceResponseDecoder;

/**
 * The versions of the message header that a client may speak (TWIME A.9), and in what their layouts differ from version
 * 7, which is the only one inside the gateway. Version 7 brought ComplianceID into eight messages; version 6 brought
 * Flags2 into six messages of the venue and gave them new template ids. Nothing else differs.
 */
public enum WireVersion
{
    /** Schema edition 5.6. */
    V5(5),
    /** Schema editions 6.0 and 6.3. */
    V6(6),
    /** Schema editions 7.0 and 7.7. */
    V7(7);

    /** The version of every frame inside the gateway. */
    public static final int CURRENT = MessageHeaderDecoder.SCHEMA_VERSION;
    /** What the offset functions return for a message without the field. */
    public static final int NO_FIELD = -1;
    /** Length in bytes of ComplianceID. */
    static final int COMPLIANCE_ID_LENGTH = NewOrderSingleDecoder.complianceIDEncodingLength();
    /** Length in bytes of Flags2. */
    static final int FLAGS2_LENGTH = NewOrderSingleResponseDecoder.flags2EncodingLength();
    private static final int V5_NEW_ORDER_SINGLE_RESPONSE = 7000;
    private static final int V5_ORDER_CANCEL_RESPONSE = 7003;
    private static final int V5_ORDER_REPLACE_RESPONSE = 7005;
    private static final int V5_EXECUTION_SINGLE_REPORT = 7008;
    private static final int V5_EXECUTION_MULTILEG_REPORT = 7009;
    private static final int V5_NEW_ORDER_ICEBERG_RESPONSE = 7013;

    private final int number;

    WireVersion(final int number)
    {
        this.number = number;
    }

    /**
     * Finds the version with a number.
     *
     * @param number version field of a message header.
     * @return null when this gateway does not speak it.
     */
    public static WireVersion of(final int number)
    {
        return switch (number)
        {
            case 5 -> V5;
            case 6 -> V6;
            case 7 -> V7;
            default -> null;
        };
    }

    /**
     * What the message header of this version says.
     *
     * @return 5, 6 or 7.
     */
    public int number()
    {
        return number;
    }

    /**
     * Block length of a message that a client sends in this version.
     *
     * @param templateId of the message; the same in all versions.
     * @return bytes after the header, or {@link TwimeFrames#UNKNOWN_TEMPLATE}.
     */
    public int clientBlockLength(final int templateId)
    {
        final int blockLength = TwimeFrames.clientBlockLength(templateId);
        return V7 == this || NO_FIELD == requestComplianceIdOffset(templateId) ?
            blockLength : blockLength - COMPLIANCE_ID_LENGTH;
    }

    /**
     * Block length in this version of a message that the venue sends.
     *
     * @param templateId of the message in version 7.
     * @return bytes after the header, or {@link TwimeFrames#UNKNOWN_TEMPLATE}.
     */
    public int venueBlockLength(final int templateId)
    {
        return VersionTranslator.downBlockLength(number, templateId, TwimeFrames.venueBlockLength(templateId));
    }

    /**
     * Template in this version of a message that the venue sends.
     *
     * @param templateId of the message in version 7.
     * @return template id on the wire.
     */
    public int venueTemplateId(final int templateId)
    {
        return V5 == this ? templateIdOfVersion5(templateId) : templateId;
    }

    static int templateIdOfVersion5(final int templateId)
    {
        return switch (templateId)
        {
            case NewOrderSingleResponseDecoder.TEMPLATE_ID -> V5_NEW_ORDER_SINGLE_RESPONSE;
            case NewOrderIcebergResponseDecoder.TEMPLATE_ID -> V5_NEW_ORDER_ICEBERG_RESPONSE;
            case OrderCancelResponseDecoder.TEMPLATE_ID -> V5_ORDER_CANCEL_RESPONSE;
            case OrderReplaceResponseDecoder.TEMPLATE_ID -> V5_ORDER_REPLACE_RESPONSE;
            case ExecutionSingleReportDecoder.TEMPLATE_ID -> V5_EXECUTION_SINGLE_REPORT;
            case ExecutionMultilegReportDecoder.TEMPLATE_ID -> V5_EXECUTION_MULTILEG_REPORT;
            default -> templateId;
        };
    }

    /** Where ComplianceID stands in the block of a request of version 7. */
    static int requestComplianceIdOffset(final int templateId)
    {
        return switch (templateId)
        {
            case NewOrderSingleDecoder.TEMPLATE_ID -> NewOrderSingleDecoder.complianceIDEncodingOffset();
            case OrderReplaceRequestDecoder.TEMPLATE_ID -> OrderReplaceRequestDecoder.complianceIDEncodingOffset();
            case NewOrderIcebergDecoder.TEMPLATE_ID -> NewOrderIcebergDecoder.complianceIDEncodingOffset();
            case OrderIcebergReplaceRequestDecoder.TEMPLATE_ID ->
                OrderIcebergReplaceRequestDecoder.complianceIDEncodingOffset();
            case NewOrderIcebergXDecoder.TEMPLATE_ID -> NewOrderIcebergXDecoder.complianceIDEncodingOffset();
            default -> NO_FIELD;
        };
    }

    /** Whether an answer of version 7 ends with ComplianceID, the last byte wherever it is in an answer. */
    static boolean isAnswerWithComplianceId(final int templateId)
    {
        return switch (templateId)
        {
            case NewOrderSingleResponseDecoder.TEMPLATE_ID,
                NewOrderIcebergResponseDecoder.TEMPLATE_ID, OrderReplaceResponseDecoder.TEMPLATE_ID -> true;
            default -> false;
        };
    }

    /** Where Flags2 stands in the block of an answer of versions 6 and 7; Flags is the field before it. */
    static int flags2Offset(final int templateId)
    {
        return switch (templateId)
        {
            case NewOrderSingleResponseDecoder.TEMPLATE_ID -> NewOrderSingleResponseDecoder.flags2EncodingOffset();
            case NewOrderIcebergResponseDecoder.TEMPLATE_ID -> NewOrderIcebergResponseDecoder.flags2EncodingOffset();
            case OrderCancelResponseDecoder.TEMPLATE_ID -> OrderCancelResponseDecoder.flags2EncodingOffset();
            case OrderReplaceResponseDecoder.TEMPLATE_ID -> OrderReplaceResponseDecoder.flags2EncodingOffset();
            case ExecutionSingleReportDecoder.TEMPLATE_ID -> ExecutionSingleReportDecoder.flags2EncodingOffset();
            case ExecutionMultilegReportDecoder.TEMPLATE_ID -> ExecutionMultilegReportDecoder.flags2EncodingOffset();
            default -> NO_FIELD;
        };
    }
}
