// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pitch;

/**
 * Types and lengths of the messages of a unit (sheet E.1) and of the recovery protocols (sheet E.2). Byte 0 of a
 * message is its length, byte 1 its type; a longer message than listed is read as far as it is known.
 */
public final class PitchMessages
{
    /** Whole second that the time offsets after it count from. */
    public static final int TIME = 0x20;
    /** Order with uint32 quantity and uint64 price. */
    public static final int ADD_ORDER_LONG = 0x21;
    /** Order with uint16 quantity and uint16 price. */
    public static final int ADD_ORDER_SHORT = 0x22;
    /** Order with a symbol of 8 characters. */
    public static final int ADD_ORDER_EXPANDED = 0x2F;
    /** Trade at the price of the order. */
    public static final int ORDER_EXECUTED = 0x23;
    /** Trade at another price, with what is left. */
    public static final int ORDER_EXECUTED_AT_PRICE_SIZE = 0x24;
    /** Part of an order is cancelled, uint32. */
    public static final int REDUCE_SIZE_LONG = 0x25;
    /** Part of an order is cancelled, uint16. */
    public static final int REDUCE_SIZE_SHORT = 0x26;
    /** New quantity and price, uint32 and uint64. */
    public static final int MODIFY_ORDER_LONG = 0x27;
    /** New quantity and price, uint16 both. */
    public static final int MODIFY_ORDER_SHORT = 0x28;
    /** An order leaves the book. */
    public static final int DELETE_ORDER = 0x29;
    /** Trade that no book knows of, uint32 and uint64. */
    public static final int TRADE_LONG = 0x2A;
    /** Trade that no book knows of, uint16 both. */
    public static final int TRADE_SHORT = 0x2B;
    /** Trade that no book knows of, with a symbol of 8 characters. */
    public static final int TRADE_EXPANDED = 0x30;
    /** A trade is void. */
    public static final int TRADE_BREAK = 0x2C;
    /** Nothing more comes in this session. */
    public static final int END_OF_SESSION = 0x2D;
    /** What may be done with a symbol now. */
    public static final int TRADING_STATUS = 0x31;
    /** What an auction would give now. */
    public static final int AUCTION_UPDATE = 0x95;
    /** What an auction gave. */
    public static final int AUCTION_SUMMARY = 0x96;
    /** All books of the unit are empty. */
    public static final int UNIT_CLEAR = 0x97;

    /** First message of a client of a recovery server. */
    public static final int LOGIN = 0x01;
    /** Answers {@link #LOGIN}. */
    public static final int LOGIN_RESPONSE = 0x02;
    /** Asks for messages again. */
    public static final int GAP_REQUEST = 0x03;
    /** Answers {@link #GAP_REQUEST}. */
    public static final int GAP_RESPONSE = 0x04;
    /** A spin of this point can be asked for. */
    public static final int SPIN_IMAGE_AVAILABLE = 0x80;
    /** Asks for all open orders. */
    public static final int SPIN_REQUEST = 0x81;
    /** Answers {@link #SPIN_REQUEST}. */
    public static final int SPIN_RESPONSE = 0x82;
    /** All open orders have been sent. */
    public static final int SPIN_FINISHED = 0x83;

    /** Longest message of a unit: {@link #AUCTION_UPDATE}. */
    public static final int MAX_LENGTH = 47;

    /** Bit of the flags of orders and of Modify: the order is displayed. */
    public static final int FLAG_DISPLAY = 1;
    /** Bit of the flags of Modify: the order keeps its place. */
    public static final int FLAG_MAINTAIN_PRIORITY = 2;

    /** Trading status: orders are collected, nothing is indicated. */
    public static final byte STATUS_QUEUING = 'A';
    /** Trading status: halted. */
    public static final byte STATUS_HALTED = 'H';
    /** Trading status: an auction collects. */
    public static final byte STATUS_QUOTE_ONLY = 'Q';
    /** Trading status: suspended by the exchange. */
    public static final byte STATUS_SUSPENDED = 'S';
    /** Trading status: trading. */
    public static final byte STATUS_TRADING = 'T';

    /** Login or request accepted. */
    public static final byte ACCEPTED = 'A';
    /** Login: wrong user, password or sub id. */
    public static final byte LOGIN_NOT_AUTHORISED = 'N';
    /** Login: the session is in use. */
    public static final byte LOGIN_IN_USE = 'B';
    /** Login: no such session. */
    public static final byte LOGIN_INVALID_SESSION = 'S';
    /** Gap or spin request: numbers that are not to be had. */
    public static final byte OUT_OF_RANGE = 'O';
    /** Gap request: quota of the day is used up. */
    public static final byte GAP_DAILY_QUOTA = 'D';
    /** Gap request: quota of the minute is used up. */
    public static final byte GAP_MINUTE_QUOTA = 'M';
    /** Gap request: quota of the second is used up. */
    public static final byte GAP_SECOND_QUOTA = 'S';
    /** Gap request: more messages than one request may ask for. */
    public static final byte GAP_COUNT_TOO_LARGE = 'C';
    /** Gap request: no such unit here. */
    public static final byte GAP_INVALID_UNIT = 'I';
    /** Gap request: the unit is not ready yet. */
    public static final byte GAP_UNIT_UNAVAILABLE = 'U';
    /** Spin request: a spin is being sent on this connection already. */
    public static final byte SPIN_IN_PROGRESS = 'S';

    private static final byte[] LENGTHS = lengths();

    private PitchMessages()
    {
    }

    /**
     * Shortest length of a message.
     *
     * @param type as on the wire, 0 to 255.
     * @return bytes including the length byte, 0 for a type that is not known.
     */
    public static int lengthOf(final int type)
    {
        return LENGTHS[type];
    }

    /**
     * Whether a message is one of a unit and not of a recovery protocol.
     *
     * @param type as on the wire, 0 to 255.
     * @return true for a known message of a unit.
     */
    public static boolean isOfUnit(final int type)
    {
        return 0 != LENGTHS[type] && type > GAP_RESPONSE &&
            (type < SPIN_IMAGE_AVAILABLE || type > SPIN_FINISHED);
    }

    private static byte[] lengths()
    {
        final byte[] lengths = new byte[256];
        lengths[TIME] = 6;
        lengths[UNIT_CLEAR] = 6;
        lengths[ADD_ORDER_LONG] = 34;
        lengths[ADD_ORDER_SHORT] = 26;
        lengths[ADD_ORDER_EXPANDED] = 41;
        lengths[ORDER_EXECUTED] = 26;
        lengths[ORDER_EXECUTED_AT_PRICE_SIZE] = 38;
        lengths[REDUCE_SIZE_LONG] = 18;
        lengths[REDUCE_SIZE_SHORT] = 16;
        lengths[MODIFY_ORDER_LONG] = 27;
        lengths[MODIFY_ORDER_SHORT] = 19;
        lengths[DELETE_ORDER] = 14;
        lengths[TRADE_LONG] = 41;
        lengths[TRADE_SHORT] = 33;
        lengths[TRADE_EXPANDED] = 43;
        lengths[TRADE_BREAK] = 14;
        lengths[END_OF_SESSION] = 6;
        lengths[TRADING_STATUS] = 18;
        lengths[AUCTION_UPDATE] = 47;
        lengths[AUCTION_SUMMARY] = 27;
        lengths[LOGIN] = 22;
        lengths[LOGIN_RESPONSE] = 3;
        lengths[GAP_REQUEST] = 9;
        lengths[GAP_RESPONSE] = 10;
        lengths[SPIN_IMAGE_AVAILABLE] = 6;
        lengths[SPIN_REQUEST] = 6;
        lengths[SPIN_RESPONSE] = 11;
        lengths[SPIN_FINISHED] = 6;
        return lengths;
    }
}
