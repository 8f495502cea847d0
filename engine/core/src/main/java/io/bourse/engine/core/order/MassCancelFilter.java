// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.order;

import io.bourse.engine.core.command.FieldCheck;
import io.bourse.engine.core.matching.PhaseControl;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.MassCancelDecoder;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.Side;
import org.agrona.DirectBuffer;

/**
 * Which orders a mass cancel means (TWIME A.3, notes):
 * <ul>
 * <li>the account, as far as it is given, and the security type always count;</li>
 * <li>a link id overrides side, group and instrument; 0 and the null of the binary protocol are none;</li>
 * <li>instrument 0 or the null is any, side 89 both, an empty group or {@code %} any, else it is the underlying;</li>
 * <li>security types are bits: 0 future, and with it spot, which TWIME does not know; 1 option; 2 multileg.</li>
 * </ul>
 * Every order matches wherever it is, icebergs, hidden and parked ones and quotes included, but not negotiated orders:
 * they have a counterparty and cancels of their own. Orders that their phase does not let go are left alone.
 */
final class MassCancelFilter implements LoginOrders.Filter
{
    private static final int BOTH_SIDES = 89;
    private static final int FUTURES = 1;
    private static final int OPTIONS = 1 << 1;
    private static final int MULTILEG = 1 << 2;
    private static final int GROUP_LENGTH = MassCancelDecoder.securityGroupLength();

    private final byte[] group = new byte[GROUP_LENGTH];
    private final PhaseControl phases;
    private long accountMask;
    private long accountPrefix;
    private int linkId;
    private int instrumentId;
    private int securityTypes;
    /** Null for both. */
    private Side side;
    private boolean isGroupGiven;

    MassCancelFilter(final PhaseControl phases)
    {
        this.phases = phases;
    }

    /**
     * Takes over the filters of a command.
     *
     * @param command to read.
     * @return false when a field of it is invalid.
     */
    boolean set(final MassCancelDecoder command)
    {
        final int accountLength = command.accountLength();
        side = OrderRequestAdapter.side(command.side());
        if (accountLength > AccountCode.LENGTH || (null == side && BOTH_SIDES != command.side()))
        {
            return false;
        }
        accountMask = (1L << (accountLength << 3)) - 1;
        accountPrefix = command.accountCode() & accountMask;
        linkId = Integer.MAX_VALUE == command.linkId() ? 0 : command.linkId();
        instrumentId = Integer.MAX_VALUE == command.instrumentId() ? 0 : command.instrumentId();
        securityTypes = command.securityTypes();
        return setGroup(command.buffer(), command.offset() + MassCancelDecoder.securityGroupEncodingOffset());
    }

    /**
     * Means orders of either side.
     *
     * @param accountCode 0 for any.
     * @param ofInstrumentId 0 for any.
     */
    void set(final long accountCode, final int ofInstrumentId)
    {
        accountMask = 0 == accountCode ? 0 : -1;
        accountPrefix = accountCode;
        linkId = 0;
        instrumentId = ofInstrumentId;
        securityTypes = FUTURES | OPTIONS | MULTILEG;
        side = null;
        isGroupGiven = false;
    }

    @Override
    public boolean matches(final Order order)
    {
        final Instrument instrument = order.instrument;
        if (OrderPlace.NEGOTIATED == order.place ||
            (order.accountCode & accountMask) != accountPrefix ||
            0 == (securityTypes & securityType(instrument.kind)))
        {
            return false;
        }
        final boolean isMeant = 0 != linkId ? order.linkId == linkId :
            (null == side || side == order.side) &&
            (0 == instrumentId || instrumentId == instrument.instrumentId) &&
            (!isGroupGiven || isGroupOf(instrument));
        return isMeant && null == phases.cancelRefusal(instrument);
    }

    private boolean setGroup(final DirectBuffer buffer, final int offset)
    {
        buffer.getBytes(offset, group);
        final boolean isAny = 0 == group[0] || ('%' == group[0] && 0 == group[1]);
        isGroupGiven = !isAny;
        return FieldCheck.isText(buffer, offset, GROUP_LENGTH, 0);
    }

    private boolean isGroupOf(final Instrument instrument)
    {
        // The group's field is longer: what is after the underlying must be empty.
        for (int i = 0; i < GROUP_LENGTH; i++)
        {
            final byte expected = i < instrument.underlying.length ? instrument.underlying[i] : 0;
            if (group[i] != expected)
            {
                return false;
            }
        }
        return true;
    }

    private static int securityType(final InstrumentKind kind)
    {
        return switch (kind)
        {
            case OPTION -> OPTIONS;
            case SPREAD -> MULTILEG;
            case FUTURE, SPOT, NULL_VAL -> FUTURES;
        };
    }
}
