// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

/**
 * Type of a field in a template.
 */
public enum FastType
{
    /** Signed integer of 32 or 64 bits. */
    INT,
    /** Unsigned integer of 32 or 64 bits. */
    UINT,
    /** Exponent and mantissa. */
    DECIMAL,
    /** String of 7-bit characters, the last one with a stop bit. */
    ASCII,
    /** UTF-8 string with its length. */
    UNICODE,
    /** Bytes with their length. */
    BYTES,
    /** Entries that repeat. */
    SEQUENCE
}
