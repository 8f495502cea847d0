// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

/**
 * What was in force before an act.
 *
 * @param before as people read it.
 */
public record Before(String before)
{
}
