// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.plan;

/**
 * One session of a generator.
 *
 * @param protocol TWIME or FIX.
 * @param login of it; FIX: its CompID.
 * @param account it trades on.
 * @param isClient true for a session that stands for a member beside the generator: it sends at its own low rate, one
 *     transaction at a time unless it reads slowly, and its times are counted separately.
 */
public record SessionPlan(
    String protocol,
    String login,
    String account,
    boolean isClient)
{
}
