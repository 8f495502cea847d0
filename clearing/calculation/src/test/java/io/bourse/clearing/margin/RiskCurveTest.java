// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

import io.bourse.clearing.Vectors;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

class RiskCurveTest
{
    static List<CSVRecord> curvePoints()
    {
        return Vectors.read("risk_curve_interpolation.csv");
    }

    @ParameterizedTest
    @MethodSource("curvePoints")
    void shouldInterpolateRiskCurvesAsTheVectorsSay(final CSVRecord row)
    {
        final RiskCurve curve = new RiskCurve(MarginVenue.KEY_TERMS);
        final int days = Integer.parseInt(row.get("days"));
        assertEquals(Double.parseDouble(row.get("VR")), curve.volatility(days), 5.1e-9, row.toString());
        assertEquals(Double.parseDouble(row.get("IR")), curve.interest(days), 5.1e-9, row.toString());
    }
}
