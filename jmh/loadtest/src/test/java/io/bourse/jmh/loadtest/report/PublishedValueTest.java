// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Optional;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** Published texts as numbers. */
class PublishedValueTest
{
    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "200,000; 1/s; COUNT; 200000; 0",
        ">= 200,000; 1/s; COUNT; 200000; 1",
        "25,000/s; ; COUNT; 25000; 0",
        "525; M; COUNT; 525000000; 0",
        "312.7 M; ; COUNT; 312700000; 0",
        "<= 30; us; TIME; 30000; -1",
        "<= 30 us; ; TIME; 30000; -1",
        "2 min 24 s; ; TIME; 144e9; 0",
        "< 1 h 08 min; ; TIME; 4080e9; -1",
        "15.6; min; TIME; 936e9; 0",
        "85; us; TIME; 85000; 0",
        ">= 99.9 %; ; SHARE; 0.999; 1",
        "10; % of a core; SHARE; 0.1; 0",
        "12; GiB; BYTES; 12884901888; 0",
        "170; Mbit/s; BANDWIDTH; 170e6; 0"})
    void shouldReadWhatIsANumber(
        final String text, final String unit, final Dimension dimension, final double value, final int bound)
    {
        final PublishedValue read = PublishedValue.parse(text, unit, dimension).orElseThrow();
        assertEquals(value, read.value(), 1e-9 * value);
        assertEquals(bound, read.bound());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "n/a", "52 to 56", "52-56", "none", "2 min or so"})
    void shouldJudgeNothingByWords(final String text)
    {
        assertEquals(Optional.empty(), PublishedValue.parse(text, "us", Dimension.TIME));
    }
}
