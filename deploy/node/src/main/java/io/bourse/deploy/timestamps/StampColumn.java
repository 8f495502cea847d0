// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.timestamps;

/**
 * The columns of the table, in their order. An empty field, NULL in Parquet, is a stamp that there is not.
 */
public enum StampColumn
{
    /** YYYYMMDD. */
    TRADING_DATE("INTEGER"),
    /** Partition of the event stream. */
    PARTITION("INTEGER"),
    /** Component that wrote the record. */
    COMPONENT("VARCHAR"),
    /** Event stream position behind the transaction. */
    CURSOR("BIGINT"),
    /** Whose request. */
    LOGIN_ID("INTEGER"),
    /** Number of the command within its session. */
    SEQUENCE("BIGINT"),
    /** Template id of the command in the engine's schema. */
    REQUEST("INTEGER"),
    /** Template id of the answer in the gateway's protocol. */
    ANSWER("INTEGER"),
    /** Client's number of the request. */
    CL_ORD_ID("UBIGINT"),
    /** Order that the answer names. */
    ORDER_ID("BIGINT"),
    /** Gateway read. */
    T3N("BIGINT"),
    /** Gateway out (t3'). */
    T3P("BIGINT"),
    /** Matcher in. */
    T5("BIGINT"),
    /** Matching. */
    T7("BIGINT"),
    /** Matcher out. */
    T6("BIGINT"),
    /** Gateway in (t4'). */
    T4P("BIGINT"),
    /** Gateway write. */
    T4("BIGINT"),
    /** Market data sent on feed A. */
    T9A("BIGINT"),
    /** Market data sent on feed B. */
    T9B("BIGINT"),
    /** Whether market data was out before the answer; nothing where there was none, or either has no stamp. */
    PUBLIC_FIRST("BOOLEAN"),
    /** Whether the bounded wait for the market data ran out. */
    LATE("BOOLEAN");

    private final String sqlType;

    StampColumn(final String sqlType)
    {
        this.sqlType = sqlType;
    }

    /**
     * Name in the header.
     *
     * @return lower case.
     */
    public String title()
    {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /**
     * Type in Parquet, as DuckDB calls it.
     *
     * @return SQL type.
     */
    public String sqlType()
    {
        return sqlType;
    }
}
