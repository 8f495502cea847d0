// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.timestamps;

import io.bourse.engine.telemetry.AnswerStamps;

import java.util.Locale;

/**
 * The columns of the table, in their order. An empty field, NULL in Parquet, is a stamp that there is not.
 */
enum StampColumn
{
    /** YYYYMMDD. */
    TRADING_DATE("INTEGER", (origin, stamps, sentANs, sentBNs) -> origin.tradingDate()),
    /** Partition of the event stream. */
    PARTITION("INTEGER", (origin, stamps, sentANs, sentBNs) -> origin.partition()),
    /** Component that wrote the record. */
    COMPONENT("VARCHAR", (origin, stamps, sentANs, sentBNs) -> origin.component()),
    /** Event stream position after the transaction. */
    CURSOR("BIGINT", (origin, stamps, sentANs, sentBNs) -> stamps.cursor()),
    /** Whose request. */
    LOGIN_ID("INTEGER", (origin, stamps, sentANs, sentBNs) -> stamps.loginId()),
    /** Number of the command within its session. */
    SEQUENCE("BIGINT", (origin, stamps, sentANs, sentBNs) -> stamps.sequence()),
    /** Template id of the command in the engine's schema. */
    REQUEST("INTEGER", (origin, stamps, sentANs, sentBNs) -> stamps.commandTemplateId()),
    /** Template id of the answer of TWIME, MsgType of that of FIX. */
    ANSWER("VARCHAR", (origin, stamps, sentANs, sentBNs) -> answer(stamps)),
    /** Client's number of the request; nothing for FIX. */
    CL_ORD_ID("UBIGINT", (origin, stamps, sentANs, sentBNs) ->
        isFix(stamps) ? null : Long.toUnsignedString(stamps.clOrdId())),
    /** Order that the answer names. */
    ORDER_ID("BIGINT", (origin, stamps, sentANs, sentBNs) -> known(stamps.orderId())),
    /** Gateway read. */
    T3N("BIGINT", (origin, stamps, sentANs, sentBNs) -> known(stamps.readNs())),
    /** Gateway out (t3'). */
    T3P("BIGINT", (origin, stamps, sentANs, sentBNs) -> known(stamps.offeredNs())),
    /** Matcher in. */
    T5("BIGINT", (origin, stamps, sentANs, sentBNs) -> known(stamps.stampedNs())),
    /** Matching. */
    T7("BIGINT", (origin, stamps, sentANs, sentBNs) -> known(stamps.engineTimeNs())),
    /** Matcher out. */
    T6("BIGINT", (origin, stamps, sentANs, sentBNs) -> known(stamps.publishedNs())),
    /** Gateway in (t4'). */
    T4P("BIGINT", (origin, stamps, sentANs, sentBNs) -> known(stamps.eventsReadNs())),
    /** Gateway write. */
    T4("BIGINT", (origin, stamps, sentANs, sentBNs) -> known(stamps.writtenNs())),
    /** Market data sent on feed A. */
    T9A("BIGINT", (origin, stamps, sentANs, sentBNs) -> known(sentANs)),
    /** Market data sent on feed B. */
    T9B("BIGINT", (origin, stamps, sentANs, sentBNs) -> known(sentBNs)),
    /** Whether market data was out before the answer; nothing where there was none, or either has no stamp. */
    PUBLIC_FIRST("BOOLEAN", StampColumn::isPublicFirst),
    /** Whether the bounded wait for the market data ran out. */
    LATE("BOOLEAN", (origin, stamps, sentANs, sentBNs) -> 0 != (stamps.flags() & AnswerStamps.LATE));

    private final String sqlType;
    private final Value value;

    StampColumn(final String sqlType, final Value value)
    {
        this.sqlType = sqlType;
        this.value = value;
    }

    private interface Value
    {
        Object of(StampOrigin origin, AnswerStamps stamps, long sentANs, long sentBNs);
    }

    private static boolean isFix(final AnswerStamps stamps)
    {
        return 0 != (stamps.flags() & AnswerStamps.FIX);
    }

    private static String answer(final AnswerStamps stamps)
    {
        return isFix(stamps) ? Character.toString(stamps.templateId()) : Integer.toString(stamps.templateId());
    }

    private static Long known(final long value)
    {
        return StampRowHandler.NONE == value ? null : (Long)value;
    }

    private static Boolean isPublicFirst(
        final StampOrigin origin, final AnswerStamps stamps, final long sentANs, final long sentBNs)
    {
        final long publicNs = StampRowHandler.publicNs(sentANs, sentBNs);
        return StampRowHandler.NONE == publicNs || StampRowHandler.NONE == stamps.writtenNs() ? null :
            (Boolean)(publicNs <= stamps.writtenNs());
    }

    /**
     * What stands in the column.
     *
     * @param origin which component, day and partition.
     * @param stamps of the gateway.
     * @param sentANs t9 of feed A.
     * @param sentBNs t9 of feed B.
     * @return value, or null for nothing.
     */
    Object value(final StampOrigin origin, final AnswerStamps stamps, final long sentANs, final long sentBNs)
    {
        return value.of(origin, stamps, sentANs, sentBNs);
    }

    /**
     * Name in the header.
     *
     * @return lower case.
     */
    String title()
    {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Type in Parquet, as DuckDB calls it.
     *
     * @return SQL type.
     */
    String sqlType()
    {
        return sqlType;
    }
}
