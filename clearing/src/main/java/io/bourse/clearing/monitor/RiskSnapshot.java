// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.monitor;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * All settlement accounts at one place of the event stream.
 *
 * @param tradingDate YYYYMMDD of the session.
 * @param cursor place in the event stream, bytes.
 * @param runId of the run that everything is counted from.
 * @param trades of the session so far.
 * @param thresholdKopecks below which free funds are an alert.
 * @param accounts by code.
 */
@JsonPropertyOrder({"tradingDate", "cursor", "runId", "trades", "thresholdKopecks", "accounts"})
public record RiskSnapshot(
    int tradingDate, long cursor, long runId, int trades, long thresholdKopecks, List<RiskRow> accounts)
{
    /**
     * Accounts whose free funds are below the threshold.
     *
     * @return by code.
     */
    public List<RiskRow> alerts()
    {
        return accounts.stream().filter(RiskRow::alert).toList();
    }

    /**
     * The same as metrics in the text format of Prometheus, roubles.
     *
     * @return lines.
     */
    public String metrics()
    {
        final StringBuilder text = new StringBuilder();
        gauge(text, "bourse_margin_roubles", "Initial margin of positions and orders.", RiskRow::margin);
        gauge(text, "bourse_variation_margin_roubles", "Variation margin since the last run.", RiskRow::variation);
        gauge(text, "bourse_free_funds_roubles", "Free funds; below 0 margin is not covered.", RiskRow::free);
        text.append("# HELP bourse_margin_alerts Settlement accounts below the threshold.\n")
            .append("# TYPE bourse_margin_alerts gauge\n")
            .append("bourse_margin_alerts ").append(alerts().size()).append('\n');
        return text.toString();
    }

    private void gauge(
        final StringBuilder text, final String name, final String help, final ToLongFunction<RiskRow> value)
    {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n')
            .append("# TYPE ").append(name).append(" gauge\n");
        for (final RiskRow row : accounts)
        {
            text.append(name).append("{settlement_account=\"").append(row.settlementAccount()).append("\"} ")
                .append(BigDecimal.valueOf(value.applyAsLong(row), 2).toPlainString()).append('\n');
        }
    }
}
