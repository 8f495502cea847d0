// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

/**
 * How far a growing table has got, and what its contents are.
 *
 * @param rows written.
 * @param chain SHA-256 over the digests of all full chunks, each chained to the one before; hexadecimal.
 * @param tail SHA-256 of the rows after them; hexadecimal.
 */
public record Growth(long rows, String chain, String tail)
{
}
