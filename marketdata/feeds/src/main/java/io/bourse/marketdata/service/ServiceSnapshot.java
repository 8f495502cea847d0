// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.service;

import io.bourse.marketdata.statistics.IndexReport;
import io.bourse.marketdata.statistics.ObligationReport;
import io.bourse.marketdata.statistics.StatisticsReport;
import java.util.List;

/**
 * Everything that the service answers with, at one point of the event stream; immutable, so that any thread may read it
 * while the counters go on.
 *
 * @param cursor of the event stream.
 * @param asOfNs engine time of the last transaction.
 * @param sessionId trading session.
 * @param tradingDate YYYYMMDD.
 * @param obligations of this session.
 * @param previousObligations of the session before.
 * @param statistics of instruments.
 * @param indices of the venue.
 */
record ServiceSnapshot(
    long cursor,
    long asOfNs,
    int sessionId,
    int tradingDate,
    List<ObligationReport> obligations,
    List<ObligationReport> previousObligations,
    List<StatisticsReport> statistics,
    List<IndexReport> indices)
{
}
