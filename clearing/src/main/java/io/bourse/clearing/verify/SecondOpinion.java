// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.table.Table;

import java.io.IOException;

/**
 * Positions, margin and fees of a run once more: in SQL, by DuckDB, in decimal arithmetic, from the same columns, with
 * none of the code that the run was calculated with (sheet section 5). Every row is compared in both directions.
 */
public final class SecondOpinion
{
    private SecondOpinion()
    {
    }

    /**
     * Compares the positions of a run.
     *
     * @param input that the run was calculated from.
     * @param positions RunTables.POSITIONS of the run, sealed.
     * @param options of the comparison.
     * @return what came of it.
     * @throws IOException when the scratch directory cannot be used.
     * @throws io.bourse.clearing.ClearingException when DuckDB cannot do it.
     */
    public static SecondOpinionResult compare(
        final SecondOpinionInput input, final Table positions, final SecondOpinionOptions options) throws IOException
    {
        throw new UnsupportedOperationException("the second opinion comes with the next change");
    }
}
