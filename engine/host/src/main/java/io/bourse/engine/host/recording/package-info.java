// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Journal, log and event stream as the archive has recorded them: find, check, read, repair and go on.
 */
package io.bourse.engine.host.recording;
