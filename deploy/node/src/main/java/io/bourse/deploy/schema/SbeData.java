// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.schema;

/**
 * Text of any length after a block and its groups.
 *
 * @param name in the schema.
 * @param tag number of the field in FIX.
 * @param lengthType of the length before it.
 */
public record SbeData(String name, int tag, Primitive lengthType)
{
}
