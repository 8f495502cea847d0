// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

/**
 * Operator of a field in a template. What the templates of this market do not use (delta, tail) is not known.
 */
public enum FastOperator
{
    /** The value is always in the message. */
    NONE,
    /** The value is in the template. */
    CONSTANT,
    /** A missing value is the one in the template. */
    DEFAULT,
    /** A missing value is the one before it in this message, or the one in the template. */
    COPY,
    /** A missing value is one more than the one before it in this message, or the one in the template. */
    INCREMENT
}
