// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import java.util.List;

/**
 * One message layout of a template file.
 *
 * @param id template id.
 * @param name of the message.
 * @param fields in order.
 * @param slotCount number of different field names.
 */
public record FastTemplate(int id, String name, List<FastField> fields, int slotCount)
{
}
