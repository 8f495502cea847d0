// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.core.command.FieldCheck;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.DefineContractDecoder;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.SettlementType;

/**
 * What an instrument promises. The core keeps it for those who read the event stream, and to know an option when a
 * register wants to exercise one; what it means in money is the business of clearing.
 */
public final class ContractTerms implements HashedState
{
    public final ContractStyle style;
    public final OptionRight right;
    public final SettlementType settlement;
    public final long strikeE5;
    public final long lotUnits;
    public final int underlyingInstrumentId;
    public final long expiryDate;
    public final boolean expiresIntraday;
    public final int settlementDays;
    public final byte[] asset = new byte[DefineContractDecoder.assetLength()];
    /**
     * The definition as it came, without its command header, to recognise it when it comes again. Without a delivery it
     * ends before the fields of one: snapshots from before these fields have no others, and the same hash.
     */
    public final byte[] definition;

    /**
     * Terms of a valid definition.
     *
     * @param from the definition; its contents are copied.
     */
    public ContractTerms(final DefineContractDecoder from)
    {
        style = from.style();
        right = from.right();
        settlement = from.settlement();
        strikeE5 = from.strikeE5();
        lotUnits = from.lotUnits();
        underlyingInstrumentId = from.underlyingInstrumentId();
        expiryDate = from.expiryDate();
        expiresIntraday = 0 != from.expiresIntraday();
        settlementDays = from.settlementDays();
        from.getAsset(asset, 0);
        definition = new byte[length(from) - CommandHeaderDecoder.ENCODED_LENGTH];
        from.buffer().getBytes(from.offset() + CommandHeaderDecoder.ENCODED_LENGTH, definition);
    }

    /** Whether a definition has the same contents as the one that made these terms. */
    public boolean isDefinedBy(final DefineContractDecoder other)
    {
        return length(other) - CommandHeaderDecoder.ENCODED_LENGTH == definition.length && FieldCheck.contains(
            other.buffer(), other.offset() + CommandHeaderDecoder.ENCODED_LENGTH, definition);
    }

    private static int length(final DefineContractDecoder definition)
    {
        return 0 == definition.settlementDays() && 0 == definition.asset(0) ?
            DefineContractDecoder.settlementDaysEncodingOffset() : DefineContractDecoder.BLOCK_LENGTH;
    }

    public boolean isOption()
    {
        return OptionRight.NONE != right;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(definition);
    }
}
