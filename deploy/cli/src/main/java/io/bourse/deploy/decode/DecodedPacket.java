// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

import io.bourse.deploy.schema.SbePrinter;

import java.util.List;
import java.util.Map;

/**
 * A packet taken apart. Values of fields are text, numbers, lists of names of flags, lists of entries of a group, or
 * null.
 *
 * @param header fields of the packet.
 * @param messages fields of every message, the first of them {@link #MESSAGE}.
 * @param problem why the packet was not understood to its end; null if it was.
 */
public record DecodedPacket(Map<String, Object> header, List<Map<String, Object>> messages, String problem)
{
    /** Key of the name of a message. */
    public static final String MESSAGE = SbePrinter.MESSAGE;
}
