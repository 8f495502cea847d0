// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.live;

/**
 * What a subscriber of a topic receives.
 *
 * @param isSnapshot whether it is the whole state, or what has changed since the message before.
 * @param sequence of the topic after this message.
 * @param json the message, in UTF-8: an object of {@code sequence} and {@code data}.
 */
public record LiveMessage(boolean isSnapshot, long sequence, byte[] json)
{
}
