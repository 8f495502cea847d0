// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * History that has left the live recordings: whole segment files of the journal and of the event stream, compressed,
 * listed in a signed manifest. Here is the directory alone; what goes into it is decided in {@code retention}, and
 * {@code recording} reads it like live files.
 */
package io.bourse.engine.host.history;
