// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

/**
 * What one sender has in a journal or log.
 *
 * @param sender who.
 * @param commands how many.
 */
public record SenderFacts(CommandSender sender, long commands)
{
}
