// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

/**
 * Template ids, tags and values of SPECTRA FAST messages (templates 9.0; C.3 and C.5).
 */
public final class FastMessages
{
    /** Template of SecurityDefinitionUpdateReport. */
    public static final int SECURITY_DEFINITION_UPDATE_REPORT = 4;

    /** Template of SecurityStatus. */
    public static final int SECURITY_STATUS = 5;

    /** Template of Heartbeat. */
    public static final int HEARTBEAT = 6;

    /** Template of SequenceReset. */
    public static final int SEQUENCE_RESET = 7;

    /** Template of OrdersLogMessage. */
    public static final int ORDERS_LOG = 29;

    /** Template of BookMessage: a snapshot of orders. */
    public static final int BOOK = 30;

    /** Template of DefaultIncrementalRefreshMessage. */
    public static final int INCREMENTAL_REFRESH = 31;

    /** Template of DefaultSnapshotMessage. */
    public static final int SNAPSHOT = 32;

    /** Template of SecurityMassStatus. */
    public static final int SECURITY_MASS_STATUS = 37;

    /** Template of SecurityDefinition. */
    public static final int SECURITY_DEFINITION = 40;

    /** Template of DiscreteAuction. */
    public static final int DISCRETE_AUCTION = 42;

    /** Template of SecurityGroupStatus. */
    public static final int SECURITY_GROUP_STATUS = 45;

    /** Template of TradingSessionStatus. */
    public static final int TRADING_SESSION_STATUS = 46;

    /** Template of Logon. */
    public static final int LOGON = 1000;

    /** Template of Logout. */
    public static final int LOGOUT = 1001;

    /** Length of the preamble before the message of a datagram, and of the length before a message on TCP. */
    public static final int PREAMBLE_LENGTH = 4;

    /** Most bytes of a datagram (FAST C.1). */
    public static final int MAX_PACKET_LENGTH = 1500;

    /** MDEntryType of a bid. */
    public static final byte BID = '0';

    /** MDEntryType of an offer. */
    public static final byte OFFER = '1';

    /** MDEntryType of a trade. */
    public static final byte TRADE = '2';

    /** MDEntryType of an index value. */
    public static final byte INDEX_VALUE = '3';

    /** MDEntryType of the first price of the day. */
    public static final byte OPENING_PRICE = '4';

    /** MDEntryType of the last price of the day. */
    public static final byte CLOSING_PRICE = '5';

    /** MDEntryType of the settlement price. */
    public static final byte SETTLEMENT_PRICE = '6';

    /** MDEntryType of the highest price of the day. */
    public static final byte HIGH_PRICE = '7';

    /** MDEntryType of the lowest price of the day. */
    public static final byte LOW_PRICE = '8';

    /** MDEntryType of the volume-weighted average price of the day. */
    public static final byte VWAP = '9';

    /** MDEntryType of the volume of the day. */
    public static final byte VOLUME = 'B';

    /** MDEntryType of the open interest. */
    public static final byte OPEN_INTEREST = 'C';

    /** MDEntryType of the price of the opening auction. */
    public static final byte AUCTION_PRICE = 'W';

    /** MDEntryType that empties books. */
    public static final byte EMPTY_BOOK = 'J';

    /** MDUpdateAction of what is new. */
    public static final int ADD = 0;

    /** MDUpdateAction of what has changed. */
    public static final int CHANGE = 1;

    /** MDUpdateAction of what is gone. */
    public static final int DELETE = 2;

    /** SecurityTradingStatus: trading is halted. */
    public static final int STATUS_HALT = 2;

    /** SecurityTradingStatus: orders trade. */
    public static final int STATUS_READY_TO_TRADE = 17;

    /** SecurityTradingStatus: no trading now. */
    public static final int STATUS_NOT_AVAILABLE = 18;

    /** SecurityTradingStatus: orders are collected before the opening. */
    public static final int STATUS_PRE_OPEN = 21;

    /** SecurityTradingStatus: a discrete auction collects. */
    public static final int STATUS_AUCTION_OPEN = 119;

    /** TradSesStatus: the session is halted. */
    public static final int SESSION_HALTED = 1;

    /** TradSesStatus: the session is open. */
    public static final int SESSION_OPEN = 2;

    /** TradSesStatus: the session is over. */
    public static final int SESSION_CLOSED = 3;

    /** SecurityTradingStatus: an auction is being closed. */
    public static final int STATUS_AUCTION_CLOSE = 121;

    private FastMessages()
    {
    }

    /**
     * Writes a Heartbeat.
     *
     * @param writer to write to.
     * @param msgSeqNum tag 34.
     * @param sendingTime tag 52, YYYYMMDDHHMMSSsss.
     */
    public static void putHeartbeat(final FastWriter writer, final long msgSeqNum, final long sendingTime)
    {
        writer.beginMessage(HEARTBEAT, msgSeqNum, sendingTime);
    }

    /**
     * Writes a SequenceReset.
     *
     * @param writer to write to.
     * @param msgSeqNum tag 34.
     * @param sendingTime tag 52, YYYYMMDDHHMMSSsss.
     * @param newSeqNo number of the next message.
     */
    public static void putSequenceReset(
        final FastWriter writer, final long msgSeqNum, final long sendingTime, final long newSeqNo)
    {
        writer.beginMessage(SEQUENCE_RESET, msgSeqNum, sendingTime).putUInt(newSeqNo);
    }

    /**
     * Writes a Logon.
     *
     * @param writer to write to.
     * @param msgSeqNum tag 34.
     * @param sendingTime tag 52, YYYYMMDDHHMMSSsss.
     */
    public static void putLogon(final FastWriter writer, final long msgSeqNum, final long sendingTime)
    {
        writer.beginMessage(LOGON, msgSeqNum, sendingTime);
    }

    /**
     * Writes a Logout.
     *
     * @param writer to write to.
     * @param msgSeqNum tag 34.
     * @param sendingTime tag 52, YYYYMMDDHHMMSSsss.
     * @param text why, null if nothing is wrong.
     */
    public static void putLogout(
        final FastWriter writer, final long msgSeqNum, final long sendingTime, final String text)
    {
        writer.beginMessage(LOGOUT, msgSeqNum, sendingTime).putAsciiNullable(text);
    }

    /**
     * Writes a SecurityMassStatus up to its entries, each of which is SecurityID and SecurityTradingStatus by
     * {@link #putMassStatusEntry}.
     *
     * @param writer to write to.
     * @param msgSeqNum tag 34.
     * @param sendingTime tag 52, YYYYMMDDHHMMSSsss.
     * @param lastFragment tag 893: 1 in the last message of several.
     * @param count of entries that follow.
     */
    public static void beginSecurityMassStatus(
        final FastWriter writer,
        final long msgSeqNum,
        final long sendingTime,
        final int lastFragment,
        final int count)
    {
        writer.beginMessage(SECURITY_MASS_STATUS, msgSeqNum, sendingTime).putUInt(lastFragment).putUInt(count);
    }

    /**
     * Writes an entry of a SecurityMassStatus.
     *
     * @param writer to write to.
     * @param securityId SecurityID (48).
     * @param status SecurityTradingStatus (326).
     */
    public static void putMassStatusEntry(final FastWriter writer, final long securityId, final long status)
    {
        writer.putUInt(securityId).putUInt(status);
    }
}
