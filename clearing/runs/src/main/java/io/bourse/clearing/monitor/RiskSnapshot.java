// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.monitor;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;

/**
 * All settlement accounts at one place of the event stream.
 *
 * @param tradingDate YYYYMMDD of the session.
 * @param cursor place in the event stream, bytes.
 * @param ageMs how old that is, milliseconds: 0 when everything is in that had happened.
 * @param runId of the run that everything is counted from.
 * @param trades of the session so far.
 * @param thresholdKopecks below which free funds are an alert.
 * @param accounts by code.
 * @param raised codes of the accounts that are below the threshold and were not at the look before; at the first look
 *     all that are.
 * @param cleared codes of the accounts that were below the threshold at the look before and are not now.
 */
@JsonPropertyOrder({
    "tradingDate", "cursor", "ageMs", "runId", "trades", "thresholdKopecks", "accounts", "raised", "cleared"})
public record RiskSnapshot(
    int tradingDate,
    long cursor,
    long ageMs,
    long runId,
    int trades,
    long thresholdKopecks,
    List<RiskRow> accounts,
    List<String> raised,
    List<String> cleared)
{
    /**
     * The same of a day that may be old.
     *
     * @param newAgeMs milliseconds, from 0.
     * @return changed copy.
     */
    public RiskSnapshot withAge(final long newAgeMs)
    {
        return new RiskSnapshot(
            tradingDate, cursor, newAgeMs, runId, trades, thresholdKopecks, accounts, raised, cleared);
    }

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
     * @param atMs when it was taken, milliseconds since the Unix epoch, so that a later reader sees its age.
     * @return lines.
     */
    public String metrics(final long atMs)
    {
        final StringBuilder text = new StringBuilder();
        gauge(text, "bourse_margin_roubles", "Initial margin of positions and orders.",
            row -> roubles(row.margin()));
        gauge(text, "bourse_variation_margin_roubles", "Variation margin since the last run.",
            row -> roubles(row.variation()));
        gauge(text, "bourse_free_funds_roubles", "Free funds; below 0 margin is not covered.",
            row -> roubles(row.free()));
        gauge(text, "bourse_margin_alert", "1 when free funds are below the threshold, else 0.",
            row -> row.alert() ? "1" : "0");
        gauge(text, "bourse_margin_alerts", "Settlement accounts below the threshold.",
            Integer.toString(alerts().size()));
        gauge(text, "bourse_margin_threshold_roubles", "Less free funds are an alert.", roubles(thresholdKopecks));
        gauge(text, "bourse_margin_data_age_seconds",
            "How old the day is that was looked at; 0 when everything is in that had happened.",
            BigDecimal.valueOf(ageMs, 3).toPlainString());
        gauge(text, "bourse_margin_look_timestamp_seconds", "When these figures were made, Unix time.",
            BigDecimal.valueOf(atMs, 3).toPlainString());
        return text.toString();
    }

    private static String roubles(final long kopecks)
    {
        return BigDecimal.valueOf(kopecks, 2).toPlainString();
    }

    private static void gauge(final StringBuilder text, final String name, final String help, final String value)
    {
        head(text, name, help);
        text.append(name).append(' ').append(value).append('\n');
    }

    private void gauge(
        final StringBuilder text, final String name, final String help, final Function<RiskRow, String> value)
    {
        head(text, name, help);
        for (final RiskRow row : accounts)
        {
            text.append(name).append("{settlement_account=\"").append(row.settlementAccount()).append("\"} ")
                .append(value.apply(row)).append('\n');
        }
    }

    private static void head(final StringBuilder text, final String name, final String help)
    {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n')
            .append("# TYPE ").append(name).append(" gauge\n");
    }
}
