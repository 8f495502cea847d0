// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.monitor;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * A settlement account as it stands now; kopecks.
 *
 * @param settlementAccount code.
 * @param marginAtRun margin with orders at the last run.
 * @param margin of positions and orders now, at the scenarios of that run.
 * @param variation variation margin since that run at the last prices, premiums included.
 * @param freeAtRun free funds at the last run.
 * @param free freeAtRun + marginAtRun - margin + variation.
 * @param alert whether free is below the threshold.
 */
@JsonPropertyOrder({"settlementAccount", "marginAtRunKopecks", "marginKopecks", "variationKopecks",
    "freeAtRunKopecks", "freeKopecks", "alert"})
public record RiskRow(
    String settlementAccount,
    @JsonProperty("marginAtRunKopecks") long marginAtRun,
    @JsonProperty("marginKopecks") long margin,
    @JsonProperty("variationKopecks") long variation,
    @JsonProperty("freeAtRunKopecks") long freeAtRun,
    @JsonProperty("freeKopecks") long free,
    boolean alert)
{
}
