// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.store;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.util.Map;
import java.util.Set;

/**
 * Contents of {@code input.json}: all that decides the result of a run, besides the stream up to the cut (which
 * {@code state.json} names), the parameters of prices ({@code parameters.json}) and the code.
 *
 * @param format {@link #FORMAT}.
 * @param kind I or E.
 * @param sessionId TradingSessionID.
 * @param tradingDate YYYYMMDD.
 * @param paidRunId the last completed run of the day, whose payments are taken off, 0 for none.
 * @param previousRunId the previous evening run, 0 for none.
 * @param parameters options by name; a run that has written its tables goes on with the same ones only.
 * @param environment where it was done; decides nothing.
 */
@JsonPropertyOrder({"format", "runId", "kind", "sessionId", "tradingDate", "paidRunId", "previousRunId", "parameters",
    "environment"})
public record RunParameters(
    String format,
    long runId,
    String kind,
    int sessionId,
    int tradingDate,
    long paidRunId,
    long previousRunId,
    Map<String, String> parameters,
    Map<String, String> environment)
{
    public static final String FORMAT = "bourse-clearing-input/2";
    /** Fact of the environment: who gave the run these parameters. */
    public static final String REQUESTER = "requester";
    /** Fact of the environment: the trading day after that of the run. */
    public static final String NEXT_TRADING_DAY = "next trading day";
    /** Parameter: how far the book of instructions was taken. */
    public static final String BOOK = "instructions";
    /** When it looked at the book, nanoseconds since 1970; not there in runs of an earlier version. */
    public static final String BOOK_TIME = "instructionsTimeNs";
    /** Parameter: digest of {@code funds-parameters.json}. */
    public static final String FUNDS = "fundsParametersSha256";
    /** Parameter: digest of the positions from before the stream. */
    public static final String OPENING = "openingPositions";
    /** Parameter: digest of {@code parameters.json}. */
    public static final String PRICES = "priceParametersSha256";
    /** Parameter: digest of {@code margin-parameters.json}, empty without margin. */
    public static final String MARGIN = "marginParametersSha256";
    /** Parameter in a venue of several markets: code of the one whose run it is. */
    public static final String MARKET = "market";
    /** Parameter of a correction: the run that it takes back. */
    public static final String CORRECTS = "corrects";
    /** What a correction may have other than the run that it corrects. */
    public static final Set<String> CORRECTABLE = Set.of(PRICES, FUNDS, MARGIN, CORRECTS, MARKET);
}
