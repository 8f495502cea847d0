// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import java.nio.file.Path;

/**
 * What the operator asked for.
 *
 * @param out where data, reports and {@code summary.json} go; must be empty or absent.
 * @param count new orders of the synthetic flow.
 * @param seed of the synthetic flow.
 * @param ordersFile recorded orders instead of the synthetic flow; null for none.
 * @param configFile venue file; null for the defaults.
 */
public record DayOptions(Path out, long count, long seed, Path ordersFile, Path configFile)
{
}
