// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A running engine for the tests of every room, and ways to look at its event stream; keys and a client for those that
 * test connections under TLS; and what makes tests quick: temporary directories in memory, processes that start fast.
 */
package io.bourse.engine.testing;
