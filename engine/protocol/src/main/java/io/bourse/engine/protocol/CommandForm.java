// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import org.agrona.DirectBuffer;

import java.nio.ByteOrder;

/**
 * The form of commands: which messages the venue understands. Hosts, replay and the core all ask here, so that every
 * message is judged alike everywhere. What a command says is the core's business.
 *
 * <p>A message is understood when its template is known at the feature level of the history, its version is not newer
 * than that level, and every byte that a decoder reads is there. All other messages have no effect and are counted.
 *
 * <p>A template stands here with the lengths that it had when its feature level was made. Who adds a field to a message
 * adds a level, and keeps the former length: a sender may be older than the level.
 */
public final class CommandForm
{
    /** Shortest command in bytes: message header and command header. */
    public static final int MIN_LENGTH = MessageHeaderDecoder.ENCODED_LENGTH + CommandHeaderDecoder.ENCODED_LENGTH;
    /** Longest command that is not signed, in bytes, message header included. */
    public static final int MAX_UNSIGNED_LENGTH = 512;
    /** Longest command in bytes, message header included: a signed one with another one inside. */
    public static final int MAX_LENGTH = 704;
    /** Highest template id of a command. */
    public static final int MAX_TEMPLATE_ID = 99;
    /** Where the sequencer writes its stamp, in bytes from the message header. */
    public static final int STAMPED_NS_OFFSET =
        MessageHeaderDecoder.ENCODED_LENGTH + CommandHeaderDecoder.stampedNsEncodingOffset();
    /** What {@link #end} gives for a message that is not understood. */
    public static final int NOT_UNDERSTOOD = -1;

    private static final int MAX_CLIENT_REF_LENGTH = 64;
    private static final int NO_GROUP = -1;
    private static final int NUM_IN_GROUP_OFFSET = GroupSizeEncodingDecoder.numInGroupEncodingOffset();
    private static final CommandForm[] FORMS = new CommandForm[MAX_TEMPLATE_ID + 1];

    static
    {
        add(DefineClearingFirmDecoder.TEMPLATE_ID, DefineClearingFirmDecoder.BLOCK_LENGTH);
        add(DefineBrokerageFirmDecoder.TEMPLATE_ID, DefineBrokerageFirmDecoder.BLOCK_LENGTH);
        add(DefineAccountDecoder.TEMPLATE_ID, DefineAccountDecoder.BLOCK_LENGTH);
        add(DefineLoginDecoder.TEMPLATE_ID, DefineLoginDecoder.BLOCK_LENGTH);
        add(DefineInstrumentDecoder.TEMPLATE_ID, DefineInstrumentDecoder.BLOCK_LENGTH);
        addGrouped(DefineAccountsDecoder.TEMPLATE_ID, DefineAccountsDecoder.BLOCK_LENGTH,
            DefineAccountsDecoder.AccountsDecoder.sbeBlockLength(), false);
        addGrouped(DefineLegsDecoder.TEMPLATE_ID, DefineLegsDecoder.BLOCK_LENGTH,
            DefineLegsDecoder.LegsDecoder.sbeBlockLength(), false);
        add(DefineSettlementAccountDecoder.TEMPLATE_ID, DefineSettlementAccountDecoder.BLOCK_LENGTH);
        add(AssignSettlementAccountDecoder.TEMPLATE_ID, AssignSettlementAccountDecoder.BLOCK_LENGTH);
        addReferenced(NewOrderDecoder.TEMPLATE_ID, NewOrderDecoder.BLOCK_LENGTH);
        addReferenced(CancelOrderDecoder.TEMPLATE_ID, CancelOrderDecoder.BLOCK_LENGTH);
        addReferenced(ReplaceOrderDecoder.TEMPLATE_ID, ReplaceOrderDecoder.BLOCK_LENGTH);
        addReferenced(NewSpecialOrderDecoder.TEMPLATE_ID, NewSpecialOrderDecoder.BLOCK_LENGTH);
        addReferenced(MassCancelDecoder.TEMPLATE_ID, MassCancelDecoder.BLOCK_LENGTH);
        addGrouped(MassQuoteDecoder.TEMPLATE_ID, MassQuoteDecoder.BLOCK_LENGTH,
            MassQuoteDecoder.EntriesDecoder.sbeBlockLength(), true);
        addReferenced(RequestQuoteDecoder.TEMPLATE_ID, RequestQuoteDecoder.BLOCK_LENGTH);
        addReferenced(SetMarketMakerProtectionDecoder.TEMPLATE_ID, SetMarketMakerProtectionDecoder.BLOCK_LENGTH);
        addReferenced(ResetMarketMakerProtectionDecoder.TEMPLATE_ID, ResetMarketMakerProtectionDecoder.BLOCK_LENGTH);
        addReferenced(NegotiatedOrderDecoder.TEMPLATE_ID, NegotiatedOrderDecoder.BLOCK_LENGTH);
        add(OpenSessionDecoder.TEMPLATE_ID, OpenSessionDecoder.BLOCK_LENGTH);
        add(SuspendTradingDecoder.TEMPLATE_ID, SuspendTradingDecoder.BLOCK_LENGTH);
        add(PublishSettlementDecoder.TEMPLATE_ID, PublishSettlementDecoder.BLOCK_LENGTH);
        add(CompleteClearingDecoder.TEMPLATE_ID, CompleteClearingDecoder.BLOCK_LENGTH);
        add(ResumeTradingDecoder.TEMPLATE_ID, ResumeTradingDecoder.BLOCK_LENGTH);
        add(ChangePhaseDecoder.TEMPLATE_ID, ChangePhaseDecoder.BLOCK_LENGTH);
        addGrouped(SetCalendarDecoder.TEMPLATE_ID, SetCalendarDecoder.BLOCK_LENGTH,
            SetCalendarDecoder.EntriesDecoder.sbeBlockLength(), false);
        add(SetPriceControlsDecoder.TEMPLATE_ID, SetPriceControlsDecoder.BLOCK_LENGTH);
        add(SetSelfTradePreventionDecoder.TEMPLATE_ID, SetSelfTradePreventionDecoder.BLOCK_LENGTH);
        add(SetLoginRightsDecoder.TEMPLATE_ID, SetLoginRightsDecoder.BLOCK_LENGTH);
        add(ReportStateDecoder.TEMPLATE_ID, ReportStateDecoder.BLOCK_LENGTH);
        add(ConnectGatewayDecoder.TEMPLATE_ID, ConnectGatewayDecoder.BLOCK_LENGTH);
        add(AdvanceTimeDecoder.TEMPLATE_ID, AdvanceTimeDecoder.BLOCK_LENGTH);
        add(LoginConnectedDecoder.TEMPLATE_ID, LoginConnectedDecoder.BLOCK_LENGTH);
        // Gateways of before feature level 12 send it without what follows the header.
        add(LoginDisconnectedDecoder.TEMPLATE_ID, LoginDisconnectedDecoder.lostGatewayIdEncodingOffset());
        addReferenced(KillSwitchDecoder.TEMPLATE_ID, KillSwitchDecoder.BLOCK_LENGTH);
        add(TakeSnapshotDecoder.TEMPLATE_ID, TakeSnapshotDecoder.BLOCK_LENGTH);
        add(PublishNewsDecoder.TEMPLATE_ID, PublishNewsDecoder.BLOCK_LENGTH);
        add(SetCollateralDecoder.TEMPLATE_ID, SetCollateralDecoder.BLOCK_LENGTH);
        add(SetMarginDecoder.TEMPLATE_ID, SetMarginDecoder.BLOCK_LENGTH);
        add(SetTradingLimitsDecoder.TEMPLATE_ID, SetTradingLimitsDecoder.BLOCK_LENGTH);
        add(DefineContractDecoder.TEMPLATE_ID, DefineContractDecoder.BLOCK_LENGTH);
        add(InstructExerciseDecoder.TEMPLATE_ID, InstructExerciseDecoder.BLOCK_LENGTH);
        addGrouped(MovePositionsDecoder.TEMPLATE_ID, MovePositionsDecoder.BLOCK_LENGTH,
            MovePositionsDecoder.RowsDecoder.sbeBlockLength(), false);
        add(ExpireInstrumentDecoder.TEMPLATE_ID, ExpireInstrumentDecoder.BLOCK_LENGTH);
        add(SetFeatureLevelDecoder.TEMPLATE_ID, SetFeatureLevelDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.BOUNDED, QuarantineCommandDecoder.TEMPLATE_ID, QuarantineCommandDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.BOUNDED, MoveSessionDateDecoder.TEMPLATE_ID, MoveSessionDateDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.BOUNDED, SetTradingDaysDecoder.TEMPLATE_ID, SetTradingDaysDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.AUDITED, RecordAuditTrailDecoder.TEMPLATE_ID, RecordAuditTrailDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.GUARDED, OperatorCommandDecoder.TEMPLATE_ID, OperatorCommandDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.GUARDED, DefineOperatorDecoder.TEMPLATE_ID, DefineOperatorDecoder.BLOCK_LENGTH);
        FORMS[SetOperatorPolicyDecoder.TEMPLATE_ID] = new CommandForm(
            FeatureLevels.GUARDED, SetOperatorPolicyDecoder.BLOCK_LENGTH,
            SetOperatorPolicyDecoder.RowsDecoder.sbeBlockLength(), false);
        addSince(FeatureLevels.GUARDED, SetVenueLimitsDecoder.TEMPLATE_ID, SetVenueLimitsDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.GUARDED, StopOrderEntryDecoder.TEMPLATE_ID, StopOrderEntryDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.GUARDED, ConfirmTimeDecoder.TEMPLATE_ID, ConfirmTimeDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.CORRECTABLE, BustTradeDecoder.TEMPLATE_ID, BustTradeDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.CORRECTABLE, CorrectTradeDecoder.TEMPLATE_ID, CorrectTradeDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.DELEGATED,
            DefineMemberOfficerDecoder.TEMPLATE_ID, DefineMemberOfficerDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.DELEGATED, SetFirmLimitsDecoder.TEMPLATE_ID, SetFirmLimitsDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.DELEGATED, CancelOrdersDecoder.TEMPLATE_ID, CancelOrdersDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.DELEGATED, ControlLoginDecoder.TEMPLATE_ID, ControlLoginDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.ATTENDED, ActivateGatewayDecoder.TEMPLATE_ID, ActivateGatewayDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.SHARED, GiveCollateralDecoder.TEMPLATE_ID, GiveCollateralDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.SHARED, TakeCollateralDecoder.TEMPLATE_ID, TakeCollateralDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.MOVABLE, MoveOutDecoder.TEMPLATE_ID, MoveOutDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.MOVABLE, MoveInDecoder.TEMPLATE_ID, MoveInDecoder.BLOCK_LENGTH);
        addSince(FeatureLevels.MOVABLE, EndMoveDecoder.TEMPLATE_ID, EndMoveDecoder.BLOCK_LENGTH);
        FORMS[NameMovedOrderDecoder.TEMPLATE_ID] =
            new CommandForm(FeatureLevels.NAMED, NameMovedOrderDecoder.BLOCK_LENGTH, NO_GROUP, true);
        addSince(FeatureLevels.NAMED, BeginMoveDecoder.TEMPLATE_ID, BeginMoveDecoder.BLOCK_LENGTH);
        FORMS[MoveOutTogetherDecoder.TEMPLATE_ID] = new CommandForm(
            FeatureLevels.NAMED, MoveOutTogetherDecoder.BLOCK_LENGTH,
            MoveOutTogetherDecoder.UnderlyingsDecoder.sbeBlockLength(), false);
    }

    private final int sinceLevel;
    private final int blockLength;
    private final int groupEntryLength;
    private final boolean hasClientRef;

    private CommandForm(
        final int sinceLevel, final int blockLength, final int groupEntryLength, final boolean hasClientRef)
    {
        this.sinceLevel = sinceLevel;
        this.blockLength = blockLength;
        this.groupEntryLength = groupEntryLength;
        this.hasClientRef = hasClientRef;
    }

    private static void add(final int templateId, final int blockLength)
    {
        FORMS[templateId] = new CommandForm(FeatureLevels.BASE, blockLength, NO_GROUP, false);
    }

    private static void addSince(final int level, final int templateId, final int blockLength)
    {
        FORMS[templateId] = new CommandForm(level, blockLength, NO_GROUP, false);
    }

    private static void addReferenced(final int templateId, final int blockLength)
    {
        FORMS[templateId] = new CommandForm(FeatureLevels.BASE, blockLength, NO_GROUP, true);
    }

    private static void addGrouped(
        final int templateId, final int blockLength, final int entryLength, final boolean hasClientRef)
    {
        FORMS[templateId] = new CommandForm(FeatureLevels.BASE, blockLength, entryLength, hasClientRef);
    }

    /**
     * Whether bytes can be a command of any version of the schema.
     *
     * @param buffer that holds them.
     * @param offset of the message header.
     * @param length of the whole message.
     * @return true when length, schema, template range and block length fit.
     */
    public static boolean isCommand(final DirectBuffer buffer, final int offset, final int length)
    {
        if (length < MIN_LENGTH || length > MAX_LENGTH)
        {
            return false;
        }
        final int blockLength = field(buffer, offset, MessageHeaderDecoder.blockLengthEncodingOffset());
        final int templateId = templateId(buffer, offset);
        return MessageHeaderDecoder.SCHEMA_ID == schemaId(buffer, offset) &&
            templateId > 0 &&
            templateId <= MAX_TEMPLATE_ID &&
            (length <= MAX_UNSIGNED_LENGTH || OperatorCommandDecoder.TEMPLATE_ID == templateId) &&
            blockLength >= CommandHeaderDecoder.ENCODED_LENGTH &&
            blockLength <= length - MessageHeaderDecoder.ENCODED_LENGTH;
    }

    /**
     * Whether the venue understands a message.
     *
     * @param buffer that holds it.
     * @param offset of the message header.
     * @param length of the whole message.
     * @param featureLevel of the history, see {@link FeatureLevels}.
     * @return false when it has no effect.
     */
    public static boolean isUnderstood(
        final DirectBuffer buffer, final int offset, final int length, final int featureLevel)
    {
        return isCommand(buffer, offset, length) &&
            isKnownVersion(buffer, offset) &&
            NOT_UNDERSTOOD != end(buffer, offset, length, featureLevel);
    }

    /**
     * Whether no field of a command can be unknown. One of an older version has fewer.
     *
     * @param buffer that holds it.
     * @param offset of the message header.
     * @return false when it was written by a newer program.
     */
    public static boolean isKnownVersion(final DirectBuffer buffer, final int offset)
    {
        return version(buffer, offset) <= MessageHeaderDecoder.SCHEMA_VERSION;
    }

    /**
     * Walks over block, group and client reference.
     *
     * @param buffer that holds a message of at least {@link #MIN_LENGTH} bytes.
     * @param offset of the message header.
     * @param length of the whole message.
     * @param featureLevel of the history.
     * @return offset after block and group, where the length of the client reference is if there is one;
     *     {@link #NOT_UNDERSTOOD} when the template is not known or something is missing.
     */
    public static int end(final DirectBuffer buffer, final int offset, final int length, final int featureLevel)
    {
        final int templateId = templateId(buffer, offset);
        final CommandForm form = templateId <= MAX_TEMPLATE_ID ? FORMS[templateId] : null;
        final int blockLength = field(buffer, offset, MessageHeaderDecoder.blockLengthEncodingOffset());
        final int limit = offset + length;
        int end = offset + MessageHeaderDecoder.ENCODED_LENGTH + blockLength;
        if (null == form || form.sinceLevel > featureLevel || blockLength < form.blockLength || end > limit)
        {
            return NOT_UNDERSTOOD;
        }
        if (OperatorCommandDecoder.TEMPLATE_ID == templateId)
        {
            return SignedCommandForm.isWhole(buffer, end, limit) ? end : NOT_UNDERSTOOD;
        }
        if (NO_GROUP != form.groupEntryLength)
        {
            end = groupEnd(buffer, end, limit, form.groupEntryLength);
        }
        return NOT_UNDERSTOOD != end && form.hasClientRef && !isClientRef(buffer, end, limit) ? NOT_UNDERSTOOD : end;
    }

    private static int groupEnd(
        final DirectBuffer buffer, final int begin, final int limit, final int minimumEntryLength)
    {
        if (limit - begin < GroupSizeEncodingDecoder.ENCODED_LENGTH)
        {
            return NOT_UNDERSTOOD;
        }
        final int entryLength = field(buffer, begin, 0);
        final int count = field(buffer, begin, NUM_IN_GROUP_OFFSET);
        // Lengths are below 2^16 each, so that the product fits into a long and is compared before it is narrowed.
        final long end = begin + GroupSizeEncodingDecoder.ENCODED_LENGTH + (long)entryLength * count;
        return entryLength < minimumEntryLength || end > limit ? NOT_UNDERSTOOD : (int)end;
    }

    private static boolean isClientRef(final DirectBuffer buffer, final int begin, final int limit)
    {
        if (limit - begin < ClientRefDataDecoder.lengthEncodingLength())
        {
            return false;
        }
        final int length = buffer.getByte(begin) & 0xFF;
        return length <= MAX_CLIENT_REF_LENGTH && length <= limit - begin - ClientRefDataDecoder.lengthEncodingLength();
    }

    /**
     * Whether commands of a template end with a client reference.
     *
     * @param templateId of a message that is understood.
     * @return true if they do.
     */
    public static boolean hasClientRef(final int templateId)
    {
        return FORMS[templateId].hasClientRef;
    }

    /**
     * Refuses bytes that cannot be a command.
     *
     * @param buffer that holds them.
     * @param offset of the message header.
     * @param length of the whole message.
     * @throws IllegalArgumentException with the facts.
     */
    public static void check(final DirectBuffer buffer, final int offset, final int length)
    {
        if (!isCommand(buffer, offset, length) || !isKnownVersion(buffer, offset))
        {
            throw new IllegalArgumentException(describe(buffer, offset, length));
        }
    }

    /**
     * Which command bytes are.
     *
     * @param buffer that holds a command, see {@link #isCommand}.
     * @param offset of the message header.
     * @return template id.
     */
    public static int templateId(final DirectBuffer buffer, final int offset)
    {
        return field(buffer, offset, MessageHeaderDecoder.templateIdEncodingOffset());
    }

    private static int schemaId(final DirectBuffer buffer, final int offset)
    {
        return field(buffer, offset, MessageHeaderDecoder.schemaIdEncodingOffset());
    }

    private static int version(final DirectBuffer buffer, final int offset)
    {
        return field(buffer, offset, MessageHeaderDecoder.versionEncodingOffset());
    }

    private static String describe(final DirectBuffer buffer, final int offset, final int length)
    {
        if (length < MIN_LENGTH || length > MAX_LENGTH)
        {
            return "command length is out of range: length=" + length + " minLength=" + MIN_LENGTH + " maxLength=" +
                MAX_LENGTH;
        }
        return "bytes are not a command of the engine schema: length=" + length +
            " blockLength=" + field(buffer, offset, MessageHeaderDecoder.blockLengthEncodingOffset()) +
            " templateId=" + templateId(buffer, offset) +
            " schemaId=" + schemaId(buffer, offset) +
            " schemaVersion=" + version(buffer, offset) +
            " expectedSchemaId=" + MessageHeaderDecoder.SCHEMA_ID +
            " knownSchemaVersion=" + MessageHeaderDecoder.SCHEMA_VERSION;
    }

    private static int field(final DirectBuffer buffer, final int offset, final int fieldOffset)
    {
        return buffer.getShort(offset + fieldOffset, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
    }
}
