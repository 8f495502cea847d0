// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import com.fasterxml.jackson.annotation.JsonIgnore;

import java.util.List;

/**
 * What became of settings that were set all at once.
 *
 * @param changes name, value before and value after, of those that have changed.
 * @param settings all of them as they are now: a space, name=value, and so on.
 */
public record Replaced(List<String> changes, @JsonIgnore String settings)
{
}
