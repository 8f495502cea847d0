// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import java.util.Map;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import io.bourse.clearing.ingest.RunRecord;

/**
 * Contents of {@code input.json}: all that decides the result of a run, besides the code.
 *
 * @param format of this version.
 * @param runId of the run.
 * @param kind I or E.
 * @param sessionId TradingSessionID.
 * @param tradingDate YYYYMMDD.
 * @param partition of the engine.
 * @param cut in the stream.
 * @param paidRunId the intraday run whose payments are taken off, 0 for none.
 * @param previousRunId the previous evening run, 0 for none.
 * @param parameters options by name.
 */
@JsonPropertyOrder({"format", "runId", "kind", "sessionId", "tradingDate", "partition", "cut", "paidRunId",
    "previousRunId", "parameters"})
record RunParameters(
    String format,
    long runId,
    String kind,
    int sessionId,
    int tradingDate,
    int partition,
    RunRecord.Cut cut,
    long paidRunId,
    long previousRunId,
    Map<String, Object> parameters)
{
    static final String FORMAT = "bourse-clearing-input/1";
}
