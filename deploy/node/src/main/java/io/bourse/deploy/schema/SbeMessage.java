// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.schema;

/**
 * A message of a schema.
 *
 * @param name in the schema.
 * @param templateId in the header.
 * @param block what it holds.
 */
public record SbeMessage(String name, int templateId, SbeBlock block)
{
}
