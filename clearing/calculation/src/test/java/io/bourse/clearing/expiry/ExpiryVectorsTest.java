// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.Vectors;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.model.VariationMargin;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class ExpiryVectorsTest
{
    private static final long K_E5 = ExpiryBook.E5;

    @Test
    void shouldExerciseAssignAndMarginAsTheVectorsSay()
    {
        final Map<String, List<CSVRecord>> bySeries = new LinkedHashMap<>();
        for (final CSVRecord row : Vectors.read("option_expiry.csv"))
        {
            bySeries.computeIfAbsent(row.get("series"), name -> new ArrayList<>()).add(row);
        }
        assertTrue(bySeries.size() >= 6, bySeries.keySet().toString());
        bySeries.values().forEach(ExpiryVectorsTest::check);
    }

    private static void check(final List<CSVRecord> rows)
    {
        final CSVRecord first = rows.get(0);
        final long settlementE5 = Vectors.priceE5(first.get("underlying_settlement"));
        final ExpiryBook book = new ExpiryBook();
        book.future(10, settlementE5, ExpiryBook.NEVER, SettlementType.CASH);
        final int option = book.option(20, "C".equals(first.get("cp")) ? OptionRight.CALL : OptionRight.PUT,
            Vectors.priceE5(first.get("strike")), 10);
        // Ids against the order of the codes: ties go by code.
        for (final CSVRecord row : rows.reversed())
        {
            book.position(row.get("client"), option, Integer.parseInt(row.get("option_pos")));
            if (!row.get("instruction").isEmpty())
            {
                book.instructions.add(
                    book.account(row.get("client")), option, Integer.parseInt(row.get("instruction")));
            }
        }
        book.plan();
        for (final CSVRecord row : rows)
        {
            check(row, book, settlementE5);
        }
    }

    private static void check(final CSVRecord row, final ExpiryBook book, final long settlementE5)
    {
        final int position = Integer.parseInt(row.get("option_pos"));
        final long lastMarkE5 = Vectors.priceE5(row.get("last_option_mark"));
        long optionMargin = position * VariationMargin.perContract(0, lastMarkE5, K_E5);
        long futureMargin = 0;
        int futureLots = 0;
        int exercised = 0;
        int left = position;
        for (final ExpiryBook.Movement movement : book.movements)
        {
            if (!movement.account().equals(row.get("client")))
            {
                continue;
            }
            if (movement.instrumentId() == 20)
            {
                left += movement.lots();
                // The day's margin at any settlement price S of the option: lots * (0 - price), S cancels.
                optionMargin += movement.lots() * VariationMargin.perContract(0, movement.priceE5(), K_E5);
                continue;
            }
            futureLots += movement.lots();
            exercised += Math.abs(movement.lots());
            assertEquals(
                position > 0 ? MovementKind.EXERCISE : MovementKind.ASSIGNMENT, movement.kind(), row.toString());
            assertEquals(20, movement.seriesId(), row.toString());
            assertEquals(Vectors.priceE5(row.get("futures_price")), movement.priceE5(), row.toString());
            futureMargin +=
                VariationMargin.ofLot(movement.lots(), settlementE5, movement.priceE5(), K_E5);
        }
        assertEquals(0, left, row.toString());
        assertEquals(Integer.parseInt(row.get("exercised_or_assigned")), exercised, row.toString());
        assertEquals(Integer.parseInt(row.get("futures_qty_created")), futureLots, row.toString());
        assertEquals(Vectors.kopecks(row.get("vm_option_final")), optionMargin, row.toString());
        assertEquals(Vectors.kopecks(row.get("vm_new_future")), futureMargin, row.toString());
    }
}
