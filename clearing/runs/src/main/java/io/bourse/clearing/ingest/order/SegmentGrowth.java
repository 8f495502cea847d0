// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest.order;

/**
 * How far the order segment of a clearing firm has got.
 *
 * @param firm its two characters.
 * @param rows written, those of the open block included.
 * @param blocks sealed.
 * @param length of the segment file, bytes.
 * @param chain SHA-256 over the rows of all sealed blocks, each chained to the one before; hexadecimal.
 * @param openLength bytes of the block that is not sealed.
 * @param openCrc CRC32C of these bytes.
 */
public record SegmentGrowth(
    String firm, long rows, long blocks, long length, String chain, int openLength, int openCrc)
{
}
