// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.schema;

import java.util.List;

/**
 * Fields of a message or of an entry of a group, and what follows them.
 *
 * @param length of the fields in bytes.
 * @param fields in the order of the wire.
 * @param groups after the fields.
 * @param data after the groups.
 */
public record SbeBlock(int length, List<SbeField> fields, List<SbeGroup> groups, List<SbeData> data)
{
}
