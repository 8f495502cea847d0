// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing;

import io.bourse.testing.SharedData;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * The golden vectors of the clearing rules. They stay where they are, beside the project; where they are absent the
 * test that wants them is skipped and says so.
 */
public final class Vectors
{
    private Vectors()
    {
    }

    public static List<CSVRecord> read(final String name)
    {
        final Path file = SharedData.require("clearing/vectors/" + name);
        final CSVFormat format = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();
        try (CSVParser parser = CSVParser.parse(file, java.nio.charset.StandardCharsets.UTF_8, format))
        {
            return parser.getRecords();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    public static long scaled(final String text, final int digits)
    {
        return new BigDecimal(text).movePointRight(digits).longValueExact();
    }

    public static long priceE5(final String text)
    {
        return scaled(text, 5);
    }

    public static long kopecks(final String text)
    {
        return scaled(text, 2);
    }
}
